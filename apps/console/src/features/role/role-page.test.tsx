import { Role, RoleChange, SimpleAccount, channelApi, enterpriseApi, roleApi } from '@ruwu/contract'
import { toMPerms } from '@ruwu/domain'
import { screen, within } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { rolePreview } from '../../session/role-preview.ts'
import { PreviewBanner } from '../../shell/frame.tsx'
import { createFakeServer } from '../../testing/fake-server.ts'
import { renderConsole, valueIn } from '../../testing/render.tsx'
import { sample } from '../../testing/sample.ts'
import { RolePage } from './role-page.tsx'

const night = sample(Role, {
  name: '夜班',
  description: '只值夜班',
  mPerms: toMPerms(['im:viewPage']),
  version: 3,
})

const account = sample(SimpleAccount, { name: '云上木作旗舰店', openStatus: 'open' })

async function open({ path = `/setting/role?id=${night.id}` } = {}) {
  const server = createFakeServer()
  server.answer(roleApi.list, [night])
  server.answer(channelApi.simpleList, [account])
  server.answer(enterpriseApi.detail, sample(enterpriseApi.detail.data, { timezone: 'Asia/Shanghai' }))
  server.answer(roleApi.update, ({ body }) => ({ ...night, ...body, mPerms: toMPerms(body.permissions), version: 4 }))
  server.answer(roleApi.create, ({ body }) => sample(Role, { name: body.name }))
  const page = renderConsole(<RolePage />, { server, path })
  await screen.findByLabelText('角色名称')
  return {
    ...page,
    async fill(label: string, text: string) {
      await page.user.clear(screen.getByLabelText(label))
      await page.user.click(screen.getByLabelText(label))
      if (text) await page.user.paste(text)
    },
    save: () => screen.getByRole('button', { name: '保存' }),
  }
}

test('a double click saves once, over the version the form began with', async () => {
  const page = await open()

  await page.fill('角色名称', '晚班')
  await page.user.dblClick(page.save())

  await expect.poll(() => page.toasts).toEqual(['success: 保存成功'])
  expect(page.server.calls(roleApi.update)).toEqual([
    {
      body: {
        id: night.id,
        version: 3,
        name: '晚班',
        description: '只值夜班',
        permissions: ['im:viewPage'],
        customerScope: 'own',
        accountScope: null,
      },
    },
  ])
})

test.each([
  ['角色名称', '', '请输入角色名称'],
  ['角色名称', '一'.repeat(21), '角色名称最多 20 个字'],
  ['说明', '一'.repeat(101), '说明最多 100 个字'],
])('%s %j is refused before it is sent', async (label, text, message) => {
  const page = await open()

  await page.fill(label, text)
  await page.user.click(page.save())

  expect(await screen.findByText(message)).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText(label))
  expect(page.server.calls(roleApi.update)).toEqual([])
})

test('a name that is taken is shown at its field and keeps what was typed', async () => {
  const page = await open()
  page.server.refuse(roleApi.update, 'validation', { data: { fields: { name: '角色名称已存在' } } })

  await page.fill('角色名称', '主管')
  await page.user.click(page.save())

  expect(await screen.findByText('角色名称已存在')).toBeTruthy()
  expect(valueIn('角色名称')).toBe('主管')
})

test('a save over the newer version of a colleague asks before it shows that one', async () => {
  const page = await open()
  page.server.refuse(roleApi.update, 'stale')
  await page.fill('角色名称', '晚班')

  await page.user.click(page.save())
  const question = await screen.findByRole('alertdialog', { name: '内容已被更新，请刷新后重试' })
  page.server.answer(roleApi.list, [{ ...night, name: '大夜班', version: 4 }])
  await page.user.click(within(question).getByText('查看最新'))

  await expect.poll(() => valueIn('角色名称')).toBe('大夜班')
})

test('指定 without an account opens its tab and is refused; a chosen account is sent', async () => {
  const page = await open({ path: `/setting/role?id=${night.id}&tab=scope` })
  await page.user.click(screen.getByRole('radio', { name: '指定' }))
  await page.user.click(screen.getByRole('tab', { name: '权限' }))

  await page.user.click(page.save())
  expect(await screen.findByText('请选择渠道账号')).toBeTruthy()
  expect(page.address()).toContain('tab=scope')
  expect(page.server.calls(roleApi.update)).toEqual([])

  await page.user.click(screen.getByLabelText('指定的渠道账号'))
  await page.user.click(
    (await screen.findAllByText('云上木作旗舰店', { selector: '.ant-select-item-option-content' }))[0]!,
  )
  await page.user.click(page.save())
  await expect.poll(() => page.toasts).toEqual(['success: 保存成功'])
  expect(page.server.calls(roleApi.update)).toMatchObject([{ body: { accountScope: [account.relationId] } }])
})

test('a preview leaves the page, is drawn with the role’s permissions, and ends by its banner', async () => {
  onTestFinished(() => rolePreview.set(undefined))
  const server = createFakeServer()
  server.answer(roleApi.list, [night])
  server.answer(roleApi.ownPermissions, { mPerms: night.mPerms })
  const page = renderConsole(
    <>
      <PreviewBanner />
      <RolePage />
    </>,
    { server, path: `/setting/role?id=${night.id}` },
  )

  await page.user.click(await screen.findByRole('button', { name: '以此角色预览' }))
  await screen.findByText('正在以「夜班」角色预览')
  expect(page.address()).toBe('/home')
  await expect.poll(() => screen.queryByRole('button', { name: '新建角色' })).toBeNull()

  await page.user.click(screen.getByRole('button', { name: '退出预览' }))
  expect(await screen.findByRole('button', { name: '新建角色' })).toBeTruthy()
  expect(page.address()).toBe(`/setting/role?id=${night.id}`)
})

test('the history of a role tells who changed which field', async () => {
  const page = await open()
  const change = { action: 'role.edit', agentName: '赵知远', objectName: '夜班' }
  page.server.answer(roleApi.history, {
    items: [sample(RoleChange, { ...change, before: { customerScope: '本人' }, after: { customerScope: '全部' } })],
    nextCursor: null,
  })

  await page.user.click(screen.getByRole('tab', { name: '变更记录' }))

  expect(await screen.findByText('修改角色')).toBeTruthy()
  for (const text of ['赵知远', '客户范围', '本人', '全部']) expect(screen.getByText(text)).toBeTruthy()
})

test('取消 puts back what was saved', async () => {
  const page = await open()

  await page.fill('角色名称', '晚班')
  await page.user.click(screen.getByRole('button', { name: '取消' }))

  expect(valueIn('角色名称')).toBe('夜班')
  expect(screen.queryByRole('button', { name: '保存' })).toBeNull()
})

test('leaving a half-made role asks; the new one is opened once it is saved', async () => {
  const page = await open({ path: '/setting/role?id=new' })
  await page.fill('角色名称', '早班')

  await page.user.click(screen.getByRole('button', { name: '取消' }))
  const question = await screen.findByRole('alertdialog', { name: '有未保存的修改，确定离开？' })
  await page.user.click(within(question).getByText('继续编辑'))
  expect(valueIn('角色名称')).toBe('早班')

  await page.user.dblClick(page.save())
  await expect.poll(() => page.address()).not.toContain('id=new')
  expect(page.server.calls(roleApi.create)).toHaveLength(1)
})

test('ticking an edit ticks its view; a permission the agent lacks cannot be granted', async () => {
  const server = createFakeServer()
  server.answer(roleApi.list, [night])
  const page = renderConsole(<RolePage />, {
    server,
    path: `/setting/role?id=${night.id}`,
    permissions: ['agentManagement:settingsEdit', 'agentManagement:viewPage', 'im:viewPage'],
  })
  await screen.findByLabelText('角色名称')
  const row = screen.getByText('客服管理', { selector: 'dt' }).parentElement!
  const [view, edit] = within(row).getAllByRole<HTMLInputElement>('checkbox')

  await page.user.click(edit!)

  expect([view!.checked, edit!.checked]).toEqual([true, true])
  const tags = screen.getByText('标签', { selector: 'dt' }).parentElement!
  for (const box of within(tags).getAllByRole<HTMLInputElement>('checkbox')) expect(box.disabled).toBe(true)
})
