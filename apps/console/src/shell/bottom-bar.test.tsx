import {
  Agent,
  EntAccount,
  noticeApi,
  NOTIFY_EVENTS,
  NotifySetting,
  agentApi,
  authApi,
  notifySettingApi,
  pointsApi,
} from '@ruwu/contract'
import { screen, within } from '@testing-library/react'
import { House, Tags } from 'lucide-react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { RealtimeContext } from '../realtime/realtime-context.ts'
import { onSessionEnd } from '../session/session-end.ts'
import { createFakeServer } from '../testing/fake-server.ts'
import { me, openLayer } from '../testing/render.tsx'
import { sample } from '../testing/sample.ts'
import { BottomBar } from './bottom-bar.tsx'

const events = NOTIFY_EVENTS.map((event) => ({ event, sound: false, desktop: false, flash: false }))
const agent = sample(Agent, { id: me.id, name: '林小满', status: 1 })

const pages = [
  { path: '/home', title: '首页', menu: { label: '首页', short: '首页', icon: House }, load: async () => () => null },
  { path: '/tag', title: '标签管理', menu: { label: '标签管理', icon: Tags }, load: async () => () => null },
]

/** The bar of a phone with 我的 open. */
async function open() {
  const server = createFakeServer()
  server.answer(agentApi.list, [agent])
  server.answer(agentApi.update, agent)
  server.answer(pointsApi.info, sample(EntAccount))
  server.answer(authApi.logout, true)
  server.answer(noticeApi.page, sample(noticeApi.page.data))
  server.answer(notifySettingApi.get, sample(NotifySetting, { events }))
  const disconnect = vi.fn()
  const realtime = { status: 'connected' as const, isKicked: false, reconnect: () => {}, disconnect, send: () => true }
  const page = await openLayer(
    () => (
      <RealtimeContext value={realtime}>
        <BottomBar />
      </RealtimeContext>
    ),
    { server, pages },
  )
  const opener = page.button('我的')
  await page.user.click(opener)
  const sheet = await screen.findByRole('dialog', { name: '我的' })
  await within(sheet).findByText('林小满')
  return { ...page, opener, disconnect }
}

const isChosen = (status: string) => screen.getByRole<HTMLInputElement>('radio', { name: status }).checked

// R12
test('隐身 is sent once and shown at once; Escape closes the sheet and returns the focus', async () => {
  const page = await open()

  await page.user.dblClick(screen.getByText('隐身'))
  expect(isChosen('隐身')).toBe(true)
  await page.user.keyboard('{Escape}')

  await page.expectClosed(page.opener)
  expect(page.server.calls(agentApi.update)).toEqual([{ body: { id: me.id, status: 2 } }])
})

test('忙碌 is set with a reason and an end, once they are chosen', async () => {
  const page = await open()

  await page.user.click(screen.getByText('忙碌'))
  expect(page.server.calls(agentApi.update)).toEqual([])
  await page.fill('忙碌原因', '一二三四五六七八九十多')
  expect(page.button('设为忙碌')).toHaveProperty('disabled', true)
  await page.user.click(page.button('用餐'))
  await page.user.selectOptions(screen.getByLabelText('恢复在线'), '30 分钟后恢复在线')
  const from = Date.now()
  await page.user.dblClick(page.button('设为忙碌'))

  const calls = page.server.calls(agentApi.update)
  expect(calls).toMatchObject([{ body: { id: me.id, status: 2, busy: { reason: '用餐' } } }])
  const ends = Date.parse(calls[0]?.body.busy?.until ?? '') - from
  expect(ends).toBeGreaterThanOrEqual(30 * 60_000)
  expect(ends).toBeLessThan(31 * 60_000)
})

test('a refused status is said and shown as it was', async () => {
  const page = await open()
  page.server.refuse(agentApi.update, 'forbidden', { msg: '账号已停用' })

  await page.user.click(screen.getByText('隐身'))

  await expect.poll(() => page.toasts).toEqual(['error: 账号已停用'])
  expect(isChosen('在线')).toBe(true)
})

test.each(['会话提醒', '修改密码'])(
  '%s takes the place of the sheet; closing it returns the focus to 我的',
  async (name) => {
    const page = await open()

    await page.user.click(page.button(name))
    await screen.findByRole('dialog', { name })
    expect(screen.getAllByRole('dialog')).toHaveLength(1)
    await page.user.keyboard('{Escape}')

    await page.expectClosed(page.opener)
  },
)

// R13
test('a double click on 退出登录 signs out once, after the connection is closed', async () => {
  const page = await open()
  const ended = vi.fn()
  onTestFinished(onSessionEnd(ended))
  page.server.answer(authApi.logout, () => {
    expect(page.disconnect).toHaveBeenCalled()
    return true as const
  })

  await page.user.dblClick(page.button('退出登录'))

  await expect.poll(() => ended.mock.calls).toEqual([['logout']])
  expect(page.server.calls(authApi.logout)).toHaveLength(1)
})

test('语言 lists every language by its own name and is remembered', async () => {
  const page = await open()
  onTestFinished(() => localStorage.removeItem('ruwu.locale'))
  const languages = screen.getByRole<HTMLSelectElement>('combobox', { name: '语言' })
  expect(languages.options).toHaveLength(36)

  await page.user.selectOptions(languages, '日本語 (日本)')
  expect(localStorage.getItem('ruwu.locale')).toBe('ja-JP')
  await page.user.selectOptions(languages, '中文（中国）')
})

test('the bar holds the pages with a short name, 我的 the others, and opening one closes it', async () => {
  const page = await open()
  const sheet = within(screen.getByRole('dialog', { name: '我的' }))
  expect(sheet.queryByRole('link', { name: '首页' })).toBeNull()
  expect(screen.getByRole('link', { name: '首页' })).toBeTruthy()

  await page.user.click(sheet.getByRole('link', { name: '标签管理' }))

  expect(page.address()).toBe('/tag')
  expect(screen.queryByRole('dialog')).toBeNull()
})
