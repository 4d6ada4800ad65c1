import { type DemoPhone, DemoStarted, demoApi } from '@ruwu/contract'
import { act, screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { readSession } from '../../session/session.ts'
import { createFakeServer } from '../../testing/fake-server.ts'
import { renderConsole, valueIn } from '../../testing/render.tsx'
import { sample } from '../../testing/sample.ts'
import { DemoPage } from './demo-page.tsx'

const demo = sample(DemoStarted, {
  // By a clock that is ahead it would be over.
  endsAt: '2020-03-16T02:00:00.000Z',
  accounts: [
    { source: 'redbook', name: '云杉家居旗舰店' },
    { source: 'douyin', name: '云杉全屋定制' },
  ],
})

const at = '2026-03-16T02:00:00.000Z'
const said = (id: string, content: DemoPhone['messages'][number]['content'], isMine = false) => ({
  id,
  isMine,
  at,
  isRecalled: false,
  content,
})
const LEAD = {
  type: 'card' as const,
  title: '免费量尺',
  coverUrl: '',
  labels: ['姓名'],
  isFilled: false,
  wechat: null,
  isCopied: false,
}
const CONTACT = { ...LEAD, title: '家居顾问', labels: [], wechat: 'ys-home-001' }

const phoneOf = (given: Partial<DemoPhone> = {}): DemoPhone => ({
  source: 'redbook',
  accountName: '云杉家居旗舰店',
  avatarUrl: '',
  isEntered: true,
  canCopyWechat: true,
  messages: [],
  ...given,
})

beforeEach(() => {
  window.RUWU_OVERRIDES = { hasDemoPage: true }
  // happy-dom logs that it loads no page into the frame.
  vi.spyOn(console, 'error').mockImplementation(() => {})
  return () => {
    delete window.RUWU_OVERRIDES
  }
})

async function open(phone: DemoPhone) {
  const server = createFakeServer()
  server.answer(demoApi.start, demo)
  server.answer(demoApi.phone, phone)
  server.answer(demoApi.act, phone)
  server.answer(demoApi.reset, demo)
  const page = renderConsole(<DemoPage />, { server })
  await screen.findByRole('region', { name: '客户的手机' })
  await screen.findByRole('heading', { name: '云杉家居旗舰店' })
  return page
}

const acts = (server: ReturnType<typeof createFakeServer>) =>
  server.calls(demoApi.act).map(({ body }) => {
    const { action, payload, source } = body as { action: string; payload: object; source: string }
    return { source, action, payload }
  })

test('without the demo the page leads back to the sign-in', async () => {
  window.RUWU_OVERRIDES = { hasDemoPage: false }
  renderConsole(<DemoPage />)

  expect(await screen.findByText('演示未开启')).toBeTruthy()
  expect(screen.getByRole('link', { name: '返回登录' })).toHaveProperty('pathname', '/login')
})

test('the customer enters first; the console is in a frame, and the own session stays', async () => {
  const { user, server } = await open(phoneOf({ isEntered: false }))

  await user.click(screen.getByRole('button', { name: '进入私信' }))

  expect(acts(server)).toEqual([{ source: 'redbook', action: 'enter', payload: {} }])
  expect(screen.getByTitle('客服的工作台')).toHaveProperty('tagName', 'IFRAME')
  expect(window.ruwuDemo?.session.token).toBe(demo.token)
  expect(readSession()?.token).toBe('token')
})

test('a refused message stays in the box, a sent one empties it', async () => {
  const { user, server, toasts } = await open(phoneOf())
  server.refuse(demoApi.act, 'refused', { msg: '平台拒绝' })

  await user.type(screen.getByLabelText('发消息…'), '在吗')
  await user.click(screen.getByRole('button', { name: '发送' }))
  await expect.poll(() => toasts).toEqual(['error: 平台拒绝'])
  expect(valueIn('发消息…')).toBe('在吗')

  server.answer(demoApi.act, phoneOf())
  await user.click(screen.getByRole('button', { name: '发送' }))
  await expect.poll(() => valueIn('发消息…')).toBe('')
})

const box = () => screen.findByLabelText('发消息…')

test('what is typed while a message is sent stays, and each platform keeps its own text', async () => {
  const { user, server } = await open(phoneOf())
  server.answer(demoApi.phone, ({ body }) => phoneOf({ source: body.source }))
  const held = server.hold(demoApi.act)

  await user.type(await box(), '在吗{Enter}')
  await user.type(await box(), '，想量尺')
  held.release()
  await expect.poll(() => server.calls(demoApi.act)).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: '抖音' }))
  await user.type(await box(), '多少钱')
  expect(valueIn('发消息…')).toBe('多少钱')
  await user.click(screen.getByRole('button', { name: '小红书' }))

  await box()
  expect(valueIn('发消息…')).toBe('在吗，想量尺')
})

test('a message that is taken after the platform was changed empties the box it was typed into', async () => {
  const { user, server } = await open(phoneOf())
  server.answer(demoApi.phone, ({ body }) => phoneOf({ source: body.source, accountName: body.source }))
  const held = server.hold(demoApi.act)
  await user.type(screen.getByLabelText('发消息…'), '在吗{Enter}')
  await user.click(screen.getByRole('button', { name: '抖音' }))
  await screen.findByRole('heading', { name: 'douyin' })

  await act(async () => held.release())
  expect(screen.getByRole('heading').textContent).toBe('douyin')
  await user.click(screen.getByRole('button', { name: '小红书' }))

  await expect.poll(() => valueIn('发消息…')).toBe('')
})

test('cards are filled in and copied, own messages recalled, pictures chosen', async () => {
  const messages = [said('m1', LEAD), said('m2', CONTACT), said('m3', { type: 'text', text: '在吗' }, true)]
  const { user, server } = await open(phoneOf({ messages }))

  await user.type(screen.getByLabelText('姓名'), '小满')
  await user.dblClick(screen.getByRole('button', { name: '提交' }))
  await user.click(screen.getByRole('button', { name: '复制微信号' }))
  await user.click(screen.getByRole('button', { name: '撤回' }))
  await user.click(screen.getByRole('button', { name: '发图片' }))
  await user.click(screen.getByRole('button', { name: '厨房' }))

  await expect
    .poll(() => acts(server))
    .toEqual([
      {
        source: 'redbook',
        action: 'submitCard',
        payload: { messageId: 'm1', fields: [{ label: '姓名', value: '小满' }] },
      },
      { source: 'redbook', action: 'copyWechat', payload: { messageId: 'm2' } },
      { source: 'redbook', action: 'recall', payload: { messageId: 'm3' } },
      { source: 'redbook', action: 'image', payload: { picture: 'kitchen' } },
    ])
})

test('the demo ends with its sign-in and can be started again', async () => {
  const { user, server } = await open(phoneOf())
  server.answer(demoApi.start, sample(DemoStarted, { endsAt: demo.endsAt, accounts: demo.accounts }))
  window.ruwuDemo?.onEnd()

  await user.click(await screen.findByRole('button', { name: '重新开始' }))
  await screen.findByRole('region', { name: '客户的手机' })
  expect(screen.queryByText('演示已结束')).toBeNull()
})

test('重置演示 asks first', async () => {
  const { user, server } = await open(phoneOf())

  await user.click(screen.getByRole('button', { name: '重置演示' }))
  const question = await screen.findByRole('alertdialog', { name: '重置演示？' })
  await user.click(within(question).getByText('重置演示'))

  await expect.poll(() => server.calls(demoApi.reset)).toEqual([{ body: { demoId: demo.demoId } }])
})
