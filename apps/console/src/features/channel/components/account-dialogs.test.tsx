import {
  ChannelSetting,
  CorpAccount,
  KosAccount,
  ReceptionPlan,
  SimpleAccount,
  channelApi,
  receptionPlanApi,
} from '@ruwu/contract'
import { filledGrid } from '@ruwu/domain'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createFakeServer } from '../../../testing/fake-server.ts'
import { testFormRules } from '../../../testing/form-rules.ts'
import { openLayer, renderConsole, valueIn } from '../../../testing/render.tsx'
import { sample } from '../../../testing/sample.ts'
import { AccountPanel } from './account-panel.tsx'
import { ReceptionSwitch } from './reception-switch.tsx'
import { UnbindDialog } from './unbind-dialog.tsx'

const first = sample(CorpAccount, { name: '如晤家居', source: 'redbook', receptionMode: 'close', openStatus: 'open' })
const second = sample(CorpAccount, { name: '如晤灯具', source: 'redbook', receptionMode: 'close', openStatus: 'open' })
const known = [first, second].map(({ relationId, name, source }) =>
  sample(SimpleAccount, { relationId, name, source, openStatus: 'open' }),
)

function createServer() {
  const server = createFakeServer()
  server.answer(channelApi.removeRedbook, true)
  server.answer(channelApi.simpleList, known)
  server.answer(channelApi.list, [first, second])
  server.answer(channelApi.switchEffect, { own: 4, kos: 2, kosAccounts: 1 })
  server.answer(channelApi.updateReceptionType, { affected: 6 })
  server.answer(channelApi.copyConfig, { success: 1, failed: [], lacks: [] })
  return server
}

const openUnbind = () =>
  openLayer((close) => <UnbindDialog account={first} onClose={close} />, { server: createServer() })
const NAME_FIELD = '请输入账号名称「如晤家居」以确认'

testFormRules({
  open: openUnbind,
  edit: (dialog) => dialog.fill(NAME_FIELD, '如晤家居'),
  typed: () => valueIn(NAME_FIELD),
  submit: '确认',
  endpoint: channelApi.removeRedbook,
  sent: { query: { relationId: first.relationId } },
  asks: false,
})

test('another name cannot unbind the account', async () => {
  const dialog = await openUnbind()

  await dialog.fill(NAME_FIELD, '如晤')
  await dialog.user.keyboard('{Enter}')

  expect(dialog.button('确认')).toHaveProperty('disabled', true)
  expect(dialog.server.calls(channelApi.removeRedbook)).toEqual([])
})

test('Enter pressed twice unbinds once', async () => {
  const dialog = await openUnbind()
  const held = dialog.server.hold(channelApi.removeRedbook)

  await dialog.fill(NAME_FIELD, '如晤家居')
  await dialog.user.keyboard('{Enter}{Enter}')
  held.release()

  await dialog.expectClosed()
  expect(dialog.server.calls(channelApi.removeRedbook)).toHaveLength(1)
})

async function openSwitch() {
  const page = await openLayer(() => <ReceptionSwitch account={first} />, { server: createServer() })
  const opener = screen.getByRole('switch', { name: '「如晤家居」的接待模式' })
  await page.user.click(opener)
  await screen.findByText('将影响 6 位客户的接待方式')
  return { ...page, expectClosed: () => page.expectClosed(opener) }
}

test.each([
  [null, 'AI 托管（未发布，实际人工）', 1],
  ['小晤 v2', 'AI 托管', 0],
])('an account with the AI %s is called %s', async (aiAgentName, mode, links) => {
  const account = { ...first, receptionMode: 'open' as const, aiAgentName }
  await openLayer(() => <ReceptionSwitch account={account} />, { server: createServer() })

  expect(screen.getByText(mode)).toBeTruthy()
  expect(screen.queryAllByRole('link', { name: mode })).toHaveLength(links)
})

test('the reception mode moves only after it is confirmed, with one call', async () => {
  const page = await openSwitch()

  await page.user.click(screen.getByLabelText('同时应用到 1 个子账号'))
  expect(screen.getByText('将影响 4 位客户的接待方式')).toBeTruthy()
  await page.user.dblClick(page.button('确认'))

  await page.expectClosed()
  expect(page.server.calls(channelApi.updateReceptionType)).toEqual([
    { body: { relationId: first.relationId, accountType: 'CORP', receptionMode: 'open', withKos: false } },
  ])
})

test('a refused switch shows why and leaves the question open; cancelling sends nothing more', async () => {
  const page = await openSwitch()
  page.server.refuse(channelApi.updateReceptionType, 'refused', { msg: 'AI 智能体尚未发布' })

  await page.user.click(page.button('确认'))
  await expect.poll(() => page.toasts).toEqual(['error: AI 智能体尚未发布'])
  await page.user.click(page.button('取消'))

  await page.expectClosed()
  expect(page.server.calls(channelApi.updateReceptionType)).toHaveLength(1)
})

async function openBulk(name: string, prepare: (server: ReturnType<typeof createServer>) => void = () => {}) {
  const onDone = vi.fn()
  const server = createServer()
  prepare(server)
  const page = await openLayer(
    () => (
      <AccountPanel
        filter={{ source: 'redbook' }}
        onClear={undefined}
        onBind={undefined}
        isSelecting
        onSelected={onDone}
      />
    ),
    { server },
  )
  for (const account of [first, second]) await page.user.click(await screen.findByLabelText(`选择「${account.name}」`))
  await page.user.click(page.button(name))
  return { ...page, onDone }
}

test('several accounts are switched one after the other; a double click does not repeat it', async () => {
  const page = await openBulk('切换接待模式')
  await screen.findByText('将影响 8 位客户的接待方式')

  await page.user.dblClick(page.button('确认'))

  await expect.poll(() => page.onDone.mock.calls.length).toBe(1)
  expect(page.server.calls(channelApi.updateReceptionType).map((it) => it.body.relationId)).toEqual([
    first.relationId,
    second.relationId,
  ])
  expect(page.toasts).toEqual(['success: 已切换 2 个账号'])
})

test('accounts that could not be switched are listed with the reason of the server', async () => {
  const page = await openBulk('切换接待模式')
  page.server.refuse(channelApi.updateReceptionType, 'refused', { msg: 'AI 智能体尚未发布' })

  await page.user.click(page.button('确认'))

  expect(await screen.findAllByText('AI 智能体尚未发布')).toHaveLength(2)
  await page.user.click(page.button('知道了'))
  expect(page.isOpen()).toBe(false)
  expect(page.onDone).not.toHaveBeenCalled()
})

test('several accounts are put into a plan, each with its own setting otherwise', async () => {
  const week = { timezone: 'Asia/Shanghai', grid: filledGrid({ mode: 'manual' }) }
  const night = sample(ReceptionPlan, { isDefault: false, name: '夜班', ...week })
  const page = await openBulk('设置接待方案', (server) => {
    server.answer(receptionPlanApi.list, [night])
    server.answer(channelApi.setting, ({ query }) => sample(ChannelSetting, { ...query, remark: '旗舰店', version: 3 }))
    server.answer(channelApi.updateSetting, ({ body }) => ({ ...sample(ChannelSetting, body), warnings: [] }))
  })

  await page.choose('接待方案', '夜班')
  await page.user.dblClick(page.button('确认'))

  await expect.poll(() => page.onDone.mock.calls.length).toBe(1)
  expect(page.server.calls(channelApi.updateSetting).map(({ body }) => body)).toMatchObject([
    { relationId: first.relationId, planId: night.id, remark: '旗舰店', version: 3 },
    { relationId: second.relationId, planId: night.id, remark: '旗舰店', version: 3 },
  ])
  expect(page.toasts).toEqual(['success: 已设置 2 个账号'])
})

test('the configuration is copied from the first account to the others, with one call', async () => {
  const page = await openBulk('复制配置到…')
  const order = {
    fromRelationId: first.relationId,
    toRelationIds: [second.relationId],
    parts: ['setting', 'cardRule'],
  }

  await expect.poll(() => page.button('确认')).toHaveProperty('disabled', false)
  await page.user.dblClick(page.button('确认'))

  await expect.poll(() => page.onDone.mock.calls.length).toBe(1)
  expect(page.server.calls(channelApi.copyConfig)).toEqual([
    { body: { ...order, dryRun: true } },
    { body: { ...order, dryRun: false } },
  ])
})

test('what another platform lacks is named before anything is copied, for each choice anew', async () => {
  const page = await openBulk('复制配置到…', (server) =>
    server.answer(channelApi.copyConfig, ({ body }) => ({
      success: 1,
      failed: [],
      lacks: body.parts.includes('cardRule')
        ? [
            {
              id: second.relationId,
              name: '如晤灯具',
              texts: ['发卡规则「问价」复制后停用：卡片「加微信」：抖音不支持发送名片'],
            },
          ]
        : [],
    })),
  )

  expect(await screen.findByText(/抖音不支持发送名片/)).toBeTruthy()
  await page.user.click(screen.getByLabelText('发卡规则'))
  await page.user.click(screen.getByLabelText('知识库'))
  await expect.poll(() => screen.queryByText(/抖音不支持发送名片/)).toBeNull()
  expect(page.server.calls(channelApi.copyConfig).every(({ body }) => body.dryRun)).toBe(true)
})

test('a copy without a part is refused before it is sent; a refusal keeps the choice', async () => {
  const page = await openBulk('复制配置到…')

  await page.user.click(screen.getByLabelText('账号设置'))
  await page.user.click(screen.getByLabelText('发卡规则'))
  await page.user.click(page.button('确认'))
  expect(await screen.findByText('请选择复制内容')).toBeTruthy()
  expect(page.server.calls(channelApi.copyConfig).filter(({ body }) => !body.dryRun)).toEqual([])

  page.server.refuse(channelApi.copyConfig, 'notFound', { msg: '账号已解绑' })
  await page.user.click(screen.getByLabelText('发卡规则'))
  await page.user.click(page.button('确认'))
  await expect.poll(() => page.toasts).toEqual(['error: 账号已解绑'])
  expect(screen.getByLabelText<HTMLInputElement>('发卡规则').checked).toBe(true)
})

test('a remark stands beside the id, of a sub-account too', async () => {
  const kos = sample(KosAccount, { name: '如晤门店', remark: '二店', platformId: 'kos00000000001' })
  const noted = { ...first, remark: '旗舰店', platformId: 'main0000000001', kosAccount: [kos] }
  const server = createServer()
  server.answer(channelApi.list, [noted])
  renderConsole(
    <AccountPanel
      filter={{ source: 'redbook' }}
      onClear={undefined}
      onBind={undefined}
      isSelecting={false}
      onSelected={() => {}}
    />,
    { server, path: `/channel?open=${first.relationId}` },
  )

  for (const text of ['旗舰店', 'main…0001', '二店', 'kos0…0001']) expect(await screen.findByText(text)).toBeTruthy()
})
