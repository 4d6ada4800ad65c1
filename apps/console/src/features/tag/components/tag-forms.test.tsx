import { Tag, TagGroup, tagApi } from '@ruwu/contract'
import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { createFakeServer } from '../../../testing/fake-server.ts'
import { testFormRules } from '../../../testing/form-rules.ts'
import { openLayer, valueIn } from '../../../testing/render.tsx'
import { sample } from '../../../testing/sample.ts'
import { GroupDialog } from './group-dialog.tsx'
import { MergeDialog } from './merge-dialog.tsx'
import { TagSheet } from './tag-sheet.tsx'

const group = sample(TagGroup, { name: '需求', single: true, version: 2 })
const rooms = sample(Tag, { name: '三房', color: 'red', version: 3, customers: 12 })
const flats = sample(Tag, { name: '三居', groupId: group.id, groupName: '需求', single: true })
const lead = sample(Tag, { name: '已留资', kind: 'system' })

function createServer() {
  const server = createFakeServer()
  server.answer(tagApi.list, [rooms, flats, lead])
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
      body: { id: rooms.id, version: 3, name: '四房', color: 'red', groupId: null, description: '' },
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
      { body: { name: '四房', color: 'pink', groupId: group.id, description: '' } },
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
