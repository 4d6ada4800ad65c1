import { channelApi, CustomerId, Tag, TagGroup, type TagRule, tagApi } from '@ruwu/contract'
import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { createFakeServer } from '../../../testing/fake-server.ts'
import { testFormRules } from '../../../testing/form-rules.ts'
import { chooseIn, openLayer, valueIn } from '../../../testing/render.tsx'
import { sample } from '../../../testing/sample.ts'
import { GroupDialog } from './group-dialog.tsx'
import { MergeDialog } from './merge-dialog.tsx'
import { TagImport } from './tag-import.tsx'
import { TagSheet } from './tag-sheet.tsx'

const MANUAL = { kind: 'manual', rule: null, aiPrompt: '' }
const group = sample(TagGroup, { name: '需求', single: true, version: 2 })
const rooms = sample(Tag, { name: '三房', color: 'red', version: 3, customers: 9, allCustomers: 12 })
const flats = sample(Tag, { name: '三居', groupId: group.id, groupName: '需求', single: true })
const lead = sample(Tag, { name: '已留资', kind: 'system' })

function createServer() {
  const server = createFakeServer()
  server.answer(tagApi.list, [rooms, flats, lead])
  server.answer(channelApi.simpleList, [])
  server.answer(tagApi.create, rooms)
  server.answer(tagApi.update, rooms)
  server.answer(tagApi.merge, flats)
  server.answer(tagApi.createGroup, group)
  server.answer(tagApi.updateGroup, group)
  return server
}

const openTag = (tag: Tag | undefined) =>
  openLayer((close) => <TagSheet tag={tag} groups={[group]} groupId={null} onClose={close} />, {
    server: createServer(),
  })

describe('a tag', () => {
  testFormRules({
    open: () => openTag(rooms),
    edit: (sheet) => sheet.fill('标签名称', '四房'),
    typed: () => valueIn('标签名称'),
    endpoint: tagApi.update,
    sent: {
      body: { id: rooms.id, version: 3, name: '四房', color: 'red', groupId: null, description: '', ...MANUAL },
    },
  })

  test('is created with a colour and a group; its name is checked first', async () => {
    const sheet = await openTag(undefined)

    await sheet.user.click(screen.getByLabelText('粉'))
    await sheet.choose('分组', '需求（单选）')
    await sheet.user.click(sheet.button('保存'))
    expect(await screen.findByText('请输入标签名称')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText('标签名称'))
    await sheet.fill('标签名称', '一'.repeat(13))
    await sheet.user.click(sheet.button('保存'))
    expect(await screen.findByText('标签名称最多 12 个字')).toBeTruthy()

    await sheet.fill('标签名称', ' 四房 ')
    await sheet.user.click(sheet.button('保存'))
    await sheet.expectClosed()
    expect(sheet.server.calls(tagApi.create)).toEqual([
      { body: { name: '四房', color: 'pink', groupId: group.id, description: '', ...MANUAL } },
    ])
  })

  test('whose name is taken says so at its field', async () => {
    const sheet = await openTag(rooms)
    sheet.server.refuse(tagApi.update, 'validation', { data: { fields: { name: '标签名称已存在' } } })

    await sheet.fill('标签名称', '三居')
    await sheet.user.click(sheet.button('保存'))

    expect(await screen.findByText('标签名称已存在')).toBeTruthy()
    expect(valueIn('标签名称')).toBe('三居')
  })
})

describe('a rule', () => {
  const keyword = { type: 'keyword', words: ['报价'], match: 'any' }
  const rule = { op: 'all', conditions: [keyword], action: 'bind' }

  test('is tried before it is saved; an incomplete one is neither', async () => {
    const sheet = await openTag(rooms)
    sheet.server.answer(tagApi.tryRule, {
      matched: 1,
      checked: 20,
      isCut: false,
      samples: [{ customerId: sample(CustomerId), name: '小满', text: '要报价', at: '2026-11-16T08:00:00.000Z' }],
    })
    await sheet.user.click(screen.getByLabelText('规则'))

    await sheet.user.click(sheet.button('试跑近 7 天'))
    await sheet.user.click(sheet.button('保存'))
    expect(sheet.toasts).toEqual(['warning: 请输入关键词'])
    expect(await screen.findByText('请输入关键词')).toBeTruthy()

    await sheet.user.type(screen.getByLabelText('关键词'), '报价{Enter}')
    await sheet.user.dblClick(sheet.button('试跑近 7 天'))
    expect(await screen.findByText('近期有消息的 20 位客户中，1 位符合')).toBeTruthy()
    expect(screen.getByText('小满')).toBeTruthy()
    expect(sheet.server.calls(tagApi.tryRule)).toEqual([{ body: { rule, days: 7 } }])

    await sheet.user.click(sheet.button('保存'))
    await sheet.expectClosed()
    expect(sheet.server.calls(tagApi.update)).toMatchObject([{ body: { kind: 'auto', rule } }])
  })

  test('that is switched off and on again is as it was typed', async () => {
    const sheet = await openTag(rooms)
    await sheet.user.click(screen.getByLabelText('规则'))
    await sheet.user.type(screen.getByLabelText('关键词'), '报价{Enter}')

    await sheet.user.click(screen.getByLabelText('关闭', { selector: 'input' }))
    await sheet.user.click(screen.getByLabelText('规则'))
    await sheet.user.click(sheet.button('保存'))

    await sheet.expectClosed()
    expect(sheet.server.calls(tagApi.update)).toMatchObject([{ body: { kind: 'auto', rule } }])
  })

  test('of the AI is a sentence; switched off and on again it is as it was typed', async () => {
    const sheet = await openTag(rooms)
    await sheet.user.click(screen.getByLabelText('AI'))
    await sheet.user.click(sheet.button('保存'))
    expect(await screen.findByText('请输入 AI 判断')).toBeTruthy()

    await sheet.fill('AI 判断', '客户询问价格')
    await sheet.user.click(screen.getByLabelText('规则'))
    await sheet.user.click(screen.getByLabelText('AI'))
    await sheet.user.click(sheet.button('保存'))

    await sheet.expectClosed()
    expect(sheet.server.calls(tagApi.update)).toMatchObject([
      { body: { kind: 'ai', rule: null, aiPrompt: '客户询问价格' } },
    ])
  })

  test('has conditions of several types, which can be removed; switched off it is gone', async () => {
    const sheet = await openTag(sample(Tag, { ...rooms, kind: 'auto', rule: rule as TagRule }))

    await sheet.user.click(sheet.button('添加条件'))
    await chooseIn(sheet.user, screen.getAllByLabelText('条件类型')[1]!, '静默')
    await sheet.fill('静默时长', '30')
    await sheet.user.click(screen.getAllByRole('button', { name: '删除条件' })[0]!)
    await sheet.user.click(sheet.button('保存'))

    await sheet.expectClosed()
    expect(sheet.server.calls(tagApi.update)).toMatchObject([
      { body: { kind: 'auto', rule: { conditions: [{ type: 'silence', minutes: 30 }] } } },
    ])
  })
})

describe('a group', () => {
  testFormRules({
    open: () => openLayer((close) => <GroupDialog group={group} onClose={close} />, { server: createServer() }),
    edit: (dialog) => dialog.fill('分组名称', '户型'),
    typed: () => valueIn('分组名称'),
    endpoint: tagApi.updateGroup,
    sent: { body: { id: group.id, version: 2, name: '户型', single: true } },
  })

  test('is created as 多选 unless chosen otherwise', async () => {
    const dialog = await openLayer((close) => <GroupDialog group={undefined} onClose={close} />, {
      server: createServer(),
    })

    await dialog.user.click(screen.getByLabelText('单选'))
    await dialog.user.click(screen.getByLabelText('多选'))
    await dialog.fill('分组名称', '户型')
    await dialog.user.click(dialog.button('保存'))

    await dialog.expectClosed()
    expect(dialog.server.calls(tagApi.createGroup)).toEqual([{ body: { name: '户型', single: false } }])
  })
})

describe('a merge', () => {
  const open = () =>
    openLayer((close) => <MergeDialog tag={rooms} tags={[rooms, flats, lead]} onClose={close} />, {
      server: createServer(),
    })

  testFormRules({
    open,
    edit: (dialog) => dialog.choose('目标标签', '三居 · 需求'),
    typed: () => screen.queryAllByText('三居 · 需求').length > 0,
    submit: '合并',
    endpoint: tagApi.merge,
    sent: { body: { fromId: rooms.id, toId: flats.id } },
    asks: false,
  })

  test('needs a target, which is another tag that is not the system’s', async () => {
    const dialog = await open()
    expect(screen.getByText(/12 位客户的「三房」将改为目标标签/)).toBeTruthy()

    await dialog.user.click(dialog.button('合并'))

    expect(await screen.findByText('请选择目标标签')).toBeTruthy()
    await dialog.user.click(screen.getByLabelText('目标标签'))
    await screen.findByText('三居 · 需求', { selector: '.ant-select-item-option-content' })
    expect(screen.queryByText('已留资')).toBeNull()
    expect(dialog.server.calls(tagApi.merge)).toEqual([])
  })
})

test('an import is checked before it is run, once for a double click', async () => {
  const server = createServer()
  server.answer(tagApi.import, { success: 2, duplicates: 0, failed: [{ row: 4, msg: '请输入标签名称' }] })
  const dialog = await openLayer((close) => <TagImport onClose={close} />, { server })

  await dialog.user.upload(screen.getByLabelText('表格文件', { selector: 'input' }), new File(['rows'], '标签.xlsx'))
  await screen.findByText('请输入标签名称')
  await dialog.user.dblClick(dialog.button('导入 2 条'))

  await screen.findByRole('dialog', { name: '导入完成' })
  expect(server.calls(tagApi.import).map((it) => it.body)).toEqual([
    { onDuplicate: 'skip', dryRun: true },
    { onDuplicate: 'skip', dryRun: false },
  ])
})
