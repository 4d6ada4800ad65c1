import { type Webhook, Webhook as WebhookSchema, webhookApi, WebhookDelivery } from '@ruwu/contract'
import { WEBHOOKS_MAX } from '@ruwu/domain'
import { screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createFakeServer } from '../../testing/fake-server.ts'
import { testFormRules } from '../../testing/form-rules.ts'
import { openLayer, renderConsole, valueIn } from '../../testing/render.tsx'
import { sample } from '../../testing/sample.ts'
import { WebhookForm } from './webhook-form.tsx'
import { WebhookSection } from './webhook-section.tsx'

const URL_TEXT = 'https://crm.example.com/hook'
const SECRET = 'whsec_c2VjcmV0'

const hook = (part: Partial<Webhook> = {}) =>
  sample(WebhookSchema, { url: URL_TEXT, events: ['lead.captured'], enabled: true, version: 3, late: 0, ...part })
const kept = hook()
const SENT = { url: URL_TEXT, events: kept.events, enabled: true, renewSecret: false }

function fakeServer(webhooks: Webhook[] = [kept]) {
  const server = createFakeServer()
  server.answer(webhookApi.list, webhooks)
  server.answer(webhookApi.save, { ...kept, secret: SECRET })
  server.answer(webhookApi.remove, true)
  return server
}

const openSection = async (webhooks?: Webhook[]) => {
  const page = await openLayer(() => <WebhookSection />, { server: fakeServer(webhooks) })
  await screen.findByRole('heading', { name: /Webhook 订阅/ })
  return page
}

const openMenu = async (page: Awaited<ReturnType<typeof openSection>>, entry: string) => {
  await page.user.click(await screen.findByRole('button', { name: 'crm.example.com 的更多操作' }))
  await page.user.click(await screen.findByText(entry))
}

testFormRules({
  open: () =>
    openLayer((close) => <WebhookForm webhook={kept} onSecret={() => {}} onClose={close} />, { server: fakeServer() }),
  edit: (form) => form.fill('地址', `${URL_TEXT}/2`),
  typed: () => valueIn('地址'),
  endpoint: webhookApi.save,
  sent: { body: { ...SENT, id: kept.id, version: 3, url: `${URL_TEXT}/2` } },
})

test('a new subscription needs an address and an event, and shows its secret once', async () => {
  const page = await openSection([])
  await screen.findByText('还没有订阅')
  await page.user.click(page.button('新建订阅'))
  await page.fill('地址', ' ')
  await page.user.click(page.button('保存'))
  for (const message of ['请输入地址', '请选择事件']) expect(await screen.findByText(message)).toBeTruthy()
  expect(page.server.calls(webhookApi.save)).toEqual([])

  await page.fill('地址', URL_TEXT)
  await page.user.click(screen.getByLabelText('新线索'))
  await page.user.click(screen.getByLabelText('新客户进线'))
  await page.user.click(page.button('保存'))

  await screen.findByRole('dialog', { name: '请保存签名密钥' })
  expect(valueIn('签名密钥')).toBe(SECRET)
  const body = { ...SENT, version: 0, events: ['customer.created', 'lead.captured'] }
  expect(page.server.calls(webhookApi.save)).toEqual([{ body }])
  await page.user.click(page.button('完成'))
  expect(screen.queryByLabelText('签名密钥')).toBeNull()
})

test('an address that the server refuses is told at its field', async () => {
  const page = await openSection([])
  await page.user.click(await screen.findByRole('button', { name: '新建订阅' }))
  const fields = { url: '地址须是 https 的公网地址' }
  page.server.refuse(webhookApi.save, 'validation', { data: { fields } })
  await page.fill('地址', 'http://10.0.0.8/')
  await page.user.click(screen.getByLabelText('新线索'))
  await page.user.click(page.button('保存'))

  expect(await screen.findByText('地址须是 https 的公网地址')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('地址'))
})

test.each([
  [{ state: 'done', status: 204, ms: 1234, error: '' }, '对方返回 204，用时 1,234 毫秒'],
  [{ state: 'failed', status: null, ms: 5001, error: '5 秒内没有回应' }, '5 秒内没有回应，用时 5,001 毫秒'],
] as const)('a test of %o reads %s', async (part, text) => {
  const page = await openSection()
  page.server.answer(webhookApi.test, { ...kept, ping: sample(WebhookDelivery, { type: 'ping', ...part }) })

  await page.user.dblClick(await screen.findByRole('button', { name: '测试' }))

  expect(await screen.findByText(text)).toBeTruthy()
  expect(page.server.calls(webhookApi.test)).toEqual([{ body: { id: kept.id } }])
})

test('the log tells state, event, attempts, answer and the next try', async () => {
  const at = '2026-11-16T08:00:00.000Z'
  const waiting = { type: 'lead.captured', state: 'waiting', attempts: 2, at, status: 503, ms: 20 } as const
  const deliveries = [
    sample(WebhookDelivery, { ...waiting, error: '对方返回 503', nextAt: '2026-11-16T08:05:00.000Z' }),
    sample(WebhookDelivery, { type: 'ping', state: 'done', attempts: 1, at, status: 200, ms: 12 }),
  ]
  const page = await openSection([hook({ deliveries })])

  await page.user.click(await screen.findByRole('button', { name: '最近投递' }))

  for (const text of [
    '等待重试',
    '第 2 次',
    '503 · 20 毫秒',
    /对方返回 503 · 下次 2026-11-16 16:05:00/,
    '200 · 12 毫秒',
  ])
    expect(screen.getByText(text)).toBeTruthy()
  expect(screen.getAllByText('2026-11-16 16:00:00')).toHaveLength(2)
})

test('a delivery that was given up can be repeated', async () => {
  const failed = sample(WebhookDelivery, { type: 'lead.captured', state: 'failed', attempts: 6, error: '对方返回 503' })
  const page = await openSection([hook({ deliveries: [failed] })])
  page.server.answer(webhookApi.redeliver, kept)
  await page.user.click(await screen.findByRole('button', { name: '最近投递' }))

  await page.user.dblClick(screen.getByRole('button', { name: '重新投递' }))

  await expect.poll(() => page.server.calls(webhookApi.redeliver)).toEqual([{ body: { id: failed.id } }])
})

test('a subscription that was switched off by itself says so', async () => {
  await openSection([hook({ enabled: false, stoppedAt: '2026-11-16T08:00:00.000Z' })])

  expect(await screen.findByText('已自动停用')).toBeTruthy()
  expect(screen.getByText(/于 2026-11-16 16:00 自动停用/)).toBeTruthy()
})

test('the secret is renewed and a subscription removed after a question', async () => {
  const page = await openSection()

  await openMenu(page, '更换密钥')
  await page.answer('更换 crm.example.com 的密钥？', '更换密钥')
  await screen.findByRole('dialog', { name: '请保存签名密钥' })
  const { id, url, events } = kept
  expect(page.server.calls(webhookApi.save)).toEqual([{ body: { id, url, events, version: 3, renewSecret: true } }])
  await page.user.click(page.button('完成'))

  await openMenu(page, '删除')
  await page.answer('删除对 crm.example.com 的订阅？', '删除')
  await expect.poll(() => page.server.calls(webhookApi.remove)).toEqual([{ query: { id } }])
})

test('at the limit no further one is offered', async () => {
  const page = await openSection(Array.from({ length: WEBHOOKS_MAX }, () => hook()))

  expect(await screen.findByText('10/10')).toBeTruthy()
  expect(page.button('新建订阅').hasAttribute('disabled')).toBe(true)
})

test('deliveries that wait for long are told on the card', async () => {
  await openSection([hook({ late: 1200 })])

  expect(await screen.findByText('待投递 1,200')).toBeTruthy()
})

test.each([
  ['nothing waits and no log is open', kept, false, false],
  ['a log is open', kept, true, true],
  ['a delivery waits', hook({ deliveries: [sample(WebhookDelivery, { state: 'waiting' })] }), false, true],
])('when %s the list is followed: %o, %s, %s', async (_when, webhook, opensLog, isFollowed) => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  const page = await openSection([webhook])
  const log = await screen.findByRole('button', { name: '最近投递' })
  if (opensLog) await page.user.click(log)
  const before = page.server.calls(webhookApi.list).length

  await vi.advanceTimersByTimeAsync(12_000)

  expect(page.server.calls(webhookApi.list).length > before).toBe(isFollowed)
})

test('the open form is in the address, and a copied address opens it', async () => {
  const page = await openSection()
  await openMenu(page, '编辑')
  await expect.poll(page.address).toContain(`webhook=${kept.id}`)
  await page.user.click(page.button('取消'))
  await expect.poll(page.address).not.toContain('webhook=')

  renderConsole(<WebhookSection />, { server: fakeServer(), path: `/setting?drawer=open&webhook=${kept.id}` })

  await expect.poll(() => valueIn('地址')).toBe(URL_TEXT)
})
