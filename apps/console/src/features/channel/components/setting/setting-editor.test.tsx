import {
  AccountDetail,
  Agent,
  ChannelSetting,
  ReceptionPlan,
  agentApi,
  channelApi,
  receptionPlanApi,
} from '@ruwu/contract'
import { filledGrid } from '@ruwu/domain'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createFakeServer } from '../../../../testing/fake-server.ts'
import { me, openLayer, valueIn } from '../../../../testing/render.tsx'
import { sample } from '../../../../testing/sample.ts'
import { SettingEditor } from './setting-editor.tsx'

const account = sample(AccountDetail, { accountType: 'CORP' })
const planOf = (name: string, isDefault = false) =>
  sample(ReceptionPlan, { name, isDefault, timezone: 'Asia/Shanghai', grid: filledGrid({ mode: 'manual' }) })
const night = planOf('夜班')
const setting = sample(ChannelSetting, {
  relationId: account.relationId,
  remark: '旗舰店',
  wordLevel: 'block',
  contactLevel: 'block',
  version: 4,
})

async function open(part: Partial<ChannelSetting> = {}, canEdit = true) {
  const server = createFakeServer()
  server.answer(receptionPlanApi.list, [planOf('默认方案', true), night])
  server.answer(agentApi.list, [sample(Agent, { id: me.id, roleName: '管理员' })])
  server.answer(channelApi.updateSetting, ({ body }) => ({ ...setting, ...body, version: 5, warnings: [] }))
  const editor = await openLayer(
    () => <SettingEditor account={account} setting={{ ...setting, ...part }} main={undefined} />,
    { server, permissions: canEdit ? undefined : ['channelAccount:viewPage'] },
  )
  await screen.findByLabelText('账号备注')
  return editor
}

test('a double click saves once, over the version the form began with, and the bar disappears', async () => {
  const editor = await open()
  expect(screen.queryByRole('button', { name: '保存' })).toBeNull()

  await editor.fill('账号备注', '总店')
  expect(screen.getByText('有 1 处修改未保存', { exact: false })).toBeTruthy()
  await editor.user.dblClick(editor.button('保存'))

  await expect.poll(() => editor.toasts).toEqual(['success: 保存成功'])
  expect(editor.server.calls(channelApi.updateSetting)).toHaveLength(1)
  expect(editor.server.calls(channelApi.updateSetting)[0]?.body).toMatchObject({ remark: '总店', version: 4 })
  expect(screen.queryByRole('button', { name: '保存' })).toBeNull()
})

test('another plan is saved with the form; none means the default one', async () => {
  const editor = await open({ planId: null })
  expect(screen.getByText('默认方案')).toBeTruthy()

  await editor.choose('接待方案', '夜班')
  await editor.user.click(editor.button('保存'))

  await expect.poll(() => editor.toasts).toEqual(['success: 保存成功'])
  expect(editor.server.calls(channelApi.updateSetting)[0]?.body).toMatchObject({ planId: night.id })
})

test('a remark that is too long is refused at its field', async () => {
  const editor = await open()

  await editor.fill('账号备注', '一'.repeat(21))
  await editor.user.click(editor.button('保存'))

  expect((await screen.findAllByRole('alert')).length).toBeGreaterThan(0)
  expect(document.activeElement).toBe(screen.getByLabelText('账号备注'))
  expect(editor.server.calls(channelApi.updateSetting)).toEqual([])
})

test('a refusal shows the text of the server and keeps what was typed; 取消 puts the saved text back', async () => {
  const editor = await open()
  editor.server.refuse(channelApi.updateSetting, 'refused', { msg: '账号已解绑' })

  await editor.fill('账号备注', '总店')
  await editor.user.click(editor.button('保存'))
  await expect.poll(() => editor.toasts).toEqual(['error: 账号已解绑'])
  expect(valueIn('账号备注')).toBe('总店')

  await editor.user.click(editor.button('取消'))
  expect(valueIn('账号备注')).toBe('旗舰店')
})

test('a newer version of a colleague is shown on demand', async () => {
  const editor = await open()
  editor.server.refuse(channelApi.updateSetting, 'stale')
  editor.server.answer(channelApi.setting, { ...setting, remark: '体验店', version: 5 })
  await editor.fill('账号备注', '总店')
  await editor.user.click(editor.button('保存'))

  await editor.answer('内容已被更新，请刷新后重试', '查看最新')

  await expect.poll(() => valueIn('账号备注')).toBe('体验店')
})

test('turning a check off asks first', async () => {
  const editor = await open()
  const level = screen.getByLabelText('违禁词检查')

  await editor.user.click(within(level).getByText('关闭'))
  await editor.answer('关闭违禁词检查？', '取消')
  expect(screen.queryByRole('button', { name: '保存' })).toBeNull()

  await editor.user.click(within(level).getByText('关闭'))
  await editor.answer('关闭违禁词检查？', '确认')
  expect(editor.button('保存')).toBeTruthy()
})

test('the history of changes opens beside the form and returns the focus', async () => {
  const editor = await open()
  editor.server.answer(channelApi.eventList, { items: [], nextCursor: null })
  const opener = editor.button('变更记录')

  await editor.user.click(opener)
  expect(await screen.findByText('暂无变更记录')).toBeTruthy()
  await editor.user.keyboard('{Escape}')

  await editor.expectClosed(opener)
})

test('without permission the form can only be read', async () => {
  await open({}, false)

  expect(screen.getByText('您没有修改权限，仅可查看')).toBeTruthy()
  expect(screen.getByLabelText('账号备注')).toHaveProperty('disabled', true)
})

const section = (name: string) => screen.getByRole('link', { name })

test('the first section is marked, and the one that is clicked, without a new address', async () => {
  const editor = await open()
  expect(section('基本').getAttribute('aria-current')).toBe('location')
  const before = editor.address()

  await editor.user.click(section('合规'))

  expect(section('合规').getAttribute('aria-current')).toBe('location')
  expect(section('基本').getAttribute('aria-current')).toBeNull()
  expect(editor.address()).toBe(before)
})

test('while scrolling the section being read is marked', async () => {
  await open()
  for (const below of ['notice', 'guard'])
    document.getElementById(`setting-${below}`)!.getBoundingClientRect = () => new DOMRect(0, 700)

  fireEvent.scroll(document)

  expect(section('欢迎语').getAttribute('aria-current')).toBe('location')
  expect(section('基本').getAttribute('aria-current')).toBeNull()
})
