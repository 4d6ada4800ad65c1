import {
  Agent,
  agentApi,
  AgentId,
  channelApi,
  CorpAccount,
  EntAccount,
  homeApi,
  HomeMiss,
  HomeNotice,
  HomeOverview,
  HomeTeamRow,
  HomeTodo,
  HOME_STEPS,
  knowledgeApi,
  Miss,
  type Permission,
  pointsApi,
  RelationId,
} from '@ruwu/contract'
import { METRIC_CATALOGUE } from '@ruwu/domain'
import type { QueryClient } from '@tanstack/react-query'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createFakeServer, type FakeServer } from '../../testing/fake-server.ts'
import { me, renderConsole } from '../../testing/render.tsx'
import { sample } from '../../testing/sample.ts'
import { onHomeEvent } from './home.events.ts'
import { HomePage } from './home-page.tsx'

const lin = sample(Agent, { id: me.id, agentId: me.id, name: '林小满', status: 1, enabled: true })
const wei = sample(Agent, { id: sample(AgentId), name: '卫青禾', status: 2, enabled: true })
const first = sample(RelationId)
const second = sample(RelationId)

const todo = sample(HomeTodo, {
  waitingMine: { count: 4, longestWaitSec: 312 },
  unassigned: 5,
  sendFailed: 0,
  authAbnormal: 3,
  authAbnormalBy: { redbook: 1, douyin: 2 },
  aiMiss: 2,
  aiMissBy: [{ relationId: first, accountType: 'CORP', source: 'redbook', name: '官方号', count: 2 }],
})

const overview = sample(HomeOverview, {
  tiles: [{ name: 'enterCustomers', value: 186, base: 167, changeRate: 11.377 }],
  receptionShare: { ai_agent: 125, workflow: 30, manual: 59 },
  sourceShare: { redbook: 112, douyin: 74 },
})

type Answers = { permissions?: Permission[]; todo?: HomeTodo; prepare?: (server: FakeServer) => void }

function open({ permissions, prepare, ...answers }: Answers = {}) {
  const server = createFakeServer()
  server.answer(agentApi.list, [lin, wei])
  server.answer(
    pointsApi.info,
    sample(EntAccount, { orderPoints: 38_260, averageDailyConsumePoints: 832, hasPaid: true }),
  )
  server.answer(homeApi.todo, answers.todo ?? todo)
  server.answer(homeApi.team, [
    sample(HomeTeamRow, { agentId: lin.id, current: 6, limit: 10, waiting: 1, longestWaitSec: 68 }),
    sample(HomeTeamRow, { agentId: wei.id, current: 9, limit: 10, waiting: 3, longestWaitSec: 400 }),
  ])
  server.answer(homeApi.overview, overview)
  server.answer(homeApi.guide, [])
  server.answer(homeApi.notice, [])
  server.answer(homeApi.misses, [])
  server.answer(channelApi.list, [])
  prepare?.(server)
  return renderConsole(<HomePage />, { server, path: '/home', ...(permissions && { permissions }) })
}

const hrefOf = (name: RegExp | string) => screen.getByRole('link', { name }).getAttribute('href')

test('each card of 待办 opens the list that it counts', async () => {
  open()

  await screen.findByText('最长 5分12秒')
  expect(hrefOf(/待我回复/)).toBe('/chat?replyState=1&sort=longestWait')
  expect(hrefOf(/未分配/)).toBe('/chat?scope=3')
  expect(hrefOf(/我的未读/)).toBe('/chat?unread=true')
  expect(hrefOf(/AI 转人工待接/)).toBe('/chat?scope=3&offReason=handoff')
  expect(hrefOf(/发送失败/)).toBe('/chat?sendResult=2')
  expect(hrefOf(/AI 未学会的问题/)).toBe(`/channel/CORP/${first}/redbook/ai-agent?tab=knowledge&sub=miss`)
})

test('a card over several lists offers each with its own count', async () => {
  const { user } = open()

  await user.click(await screen.findByRole('button', { name: /授权异常账号/ }))

  expect((await screen.findByText('小红书（1）')).getAttribute('href')).toBe(
    '/channel?source=redbook&openStatus=abnormal',
  )
  expect(screen.getByText('抖音（2）').getAttribute('href')).toBe('/channel?source=douyin&openStatus=abnormal')
})

test('cards that the agent may not open are not shown', async () => {
  open({ permissions: [], todo: { ...todo, authAbnormal: -1, aiMiss: -1, aiMissBy: [] } })

  await screen.findByText('待我回复')
  expect(screen.queryByText('授权异常账号')).toBeNull()
  expect(screen.queryByText('渠道账号状态')).toBeNull()
  expect(screen.queryByText('AI 建议')).toBeNull()
  expect(screen.queryByRole('link', { name: /转接/ })).toBeNull()
})

test('the team is sorted by waiting customers, whose lists can be opened', async () => {
  open()

  const panel = await screen.findByRole('region', { name: '团队实时' })
  const names = (await within(panel).findAllByRole('row')).slice(1).map((row) => row.textContent?.slice(0, 20))
  expect(names[0]).toContain('卫青禾')
  expect(names[1]).toContain('林小满')
  expect(hrefOf('转接卫青禾的待回复客户')).toBe(`/chat?scope=2&replyState=1&agentId=${wei.id}&sort=longestWait`)
  expect(hrefOf('转接林小满的待回复客户')).toBe('/chat?replyState=1&sort=longestWait')
  expect(hrefOf('6分40秒')).toBe(hrefOf('转接卫青禾的待回复客户'))
})

test('a header says how its figures are counted', async () => {
  open()
  const panel = await screen.findByRole('region', { name: '团队实时' })
  const header = await within(panel).findByRole('button', { name: '今日接待' })

  fireEvent.keyDown(document, { key: 'Tab' })
  act(() => header.focus())

  expect((await screen.findByRole('tooltip')).textContent).toBe(METRIC_CATALOGUE.received.definition)
})

test.each([
  [true, ['pointManagement:viewPage', 'pointManagement:purchase']],
  [false, ['pointManagement:viewPage']],
] as const)('充值 beside the points is offered (%s) to agents with %j', async (isOffered, permissions) => {
  open({ permissions: [...permissions] })

  const card = within(await screen.findByRole('region', { name: '积分' }))
  expect(card.queryAllByRole('button', { name: '充值' })).toHaveLength(isOffered ? 1 : 0)
})

test('a header orders the team, and the address keeps the order', async () => {
  const { user, address } = open()
  const panel = await screen.findByRole('region', { name: '团队实时' })
  const orderOf = (name: string) => within(panel).getByRole('columnheader', { name }).getAttribute('aria-sort')
  const firstRow = () => within(panel).getAllByRole('row')[1]!.textContent
  await within(panel).findByText('卫青禾')
  expect([orderOf('待回复'), firstRow()]).toEqual(['descending', expect.stringContaining('卫青禾')])

  await user.click(within(panel).getByRole('button', { name: '待回复' }))
  expect([address(), orderOf('待回复'), firstRow()]).toEqual([
    '/home?sort=waiting',
    'ascending',
    expect.stringContaining('林小满'),
  ])

  await user.click(within(panel).getByRole('button', { name: '当前接待/上限' }))
  expect([address(), orderOf('当前接待/上限'), orderOf('待回复')]).toEqual(['/home?sort=-current', 'descending', null])
})

test('a panel that fails leaves the others usable and can be asked for again', async () => {
  const { user, server } = open({ prepare: (it) => it.refuse(homeApi.team, 'forbidden') })
  const panel = await screen.findByRole('region', { name: '团队实时' })
  await within(panel).findByText('加载失败')
  expect(screen.getByText('待我回复')).toBeTruthy()

  server.answer(homeApi.team, [sample(HomeTeamRow, { agentId: lin.id })])
  await user.click(within(panel).getByRole('button', { name: '重试' }))

  expect(await within(panel).findByText('林小满')).toBeTruthy()
})

test('accounts with a problem stand first and lead to where it is handled', async () => {
  const accounts = [
    sample(CorpAccount, { relationId: first, name: '官方号', openStatus: 'open', todayEnter: 92 }),
    sample(CorpAccount, { relationId: second, name: '门店', openStatus: 'needs_reauth', todayEnter: 3 }),
  ]
  open({ prepare: (it) => it.answer(channelApi.list, accounts) })

  const panel = await screen.findByRole('region', { name: '渠道账号状态' })
  const rows = (await within(panel).findAllByRole('row')).slice(1)
  expect(rows[0]!.textContent).toContain('门店')
  expect(within(rows[0]!).getByRole('link', { name: '去处理门店' }).getAttribute('href')).toContain(second)
  expect(within(rows[0]!).getByText('3')).toBeTruthy()
  expect(rows[1]!.textContent).toContain('92')
})

test('knowledge is added to a missed question on the page', async () => {
  const miss = sample(HomeMiss, { relationId: first, question: '能开发票吗', times: 7 })
  const { user, server } = open({ prepare: (it) => it.answer(homeApi.misses, [miss]) })
  server.answer(knowledgeApi.settleMiss, sample(Miss))
  await user.click(await screen.findByRole('button', { name: '补充知识：能开发票吗' }))

  await user.type(await screen.findByLabelText('答案'), '可以开')
  server.answer(homeApi.misses, [])
  await user.click(screen.getByRole('button', { name: '保存' }))

  expect(await screen.findByText('暂无未学会的问题')).toBeTruthy()
  expect(server.calls(knowledgeApi.settleMiss)).toEqual([
    { body: expect.objectContaining({ relationId: first, id: miss.id, action: 'answer', answer: '可以开' }) },
  ])
})

test('the guide goes when the agent does not want it, and comes back if that fails', async () => {
  const steps = HOME_STEPS.map((key) => ({ key, done: key === 'bind', path: '/channel' }))
  const { user, server, toasts } = open({ prepare: (it) => it.answer(homeApi.guide, steps) })
  server.refuse(homeApi.dismiss, 'forbidden')
  await screen.findByText('已完成 1/6')

  await user.click(screen.getByRole('button', { name: '不再显示' }))
  await expect.poll(() => toasts).toHaveLength(1)
  await screen.findByText('已完成 1/6')

  server.answer(homeApi.dismiss, true)
  server.answer(homeApi.guide, [])
  await user.click(screen.getByRole('button', { name: '不再显示' }))
  await expect.poll(() => screen.queryByText('新手引导')).toBeNull()
  expect(server.calls(homeApi.dismiss).at(-1)).toEqual({ body: { guide: true } })
})

test('a guide whose steps are all done is not shown', async () => {
  const steps = HOME_STEPS.map((key) => ({ key, done: true, path: '/channel' }))
  const { server } = open({ prepare: (it) => it.answer(homeApi.guide, steps) })

  await screen.findByText('待我回复')
  await expect.poll(() => server.calls(homeApi.guide)).toHaveLength(1)
  expect(screen.queryByText('新手引导')).toBeNull()
})

test('a dismissed notice gives way to the next one', async () => {
  const [newer, older] = [
    sample(HomeNotice, { id: 'b', title: '新功能' }),
    sample(HomeNotice, { id: 'a', title: '夜间维护' }),
  ]
  const { user, server } = open({ prepare: (it) => it.answer(homeApi.notice, [newer, older]) })
  server.answer(homeApi.dismiss, () => {
    server.answer(homeApi.notice, [older])
    return true as const
  })
  await screen.findByText('新功能')

  await user.click(screen.getByRole('button', { name: '不再提示' }))

  expect(await screen.findByText('夜间维护')).toBeTruthy()
  expect(screen.queryByText('新功能')).toBeNull()
  expect(server.calls(homeApi.dismiss)).toEqual([{ body: { noticeId: 'b' } }])
})

/** An event at `from`, and all that waits for a time until `until`. */
function liveThrough(cache: QueryClient, from: number, until: number) {
  vi.useFakeTimers({ now: from, toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  onHomeEvent(cache, { type: 'agent_status_change', agentId: wei.id, status: 1, at: '', operatorId: null })
  vi.advanceTimersByTime(until - from)
  vi.useRealTimers()
}

test('an event refreshes the page two seconds later', async () => {
  const { server, cache } = open()
  await screen.findByText('待我回复')
  server.answer(homeApi.todo, { ...todo, unassigned: 77 })

  liveThrough(cache, 0, 2_000)

  expect(await screen.findByText('77')).toBeTruthy()
})

test('the next events refresh lists again, and figures not within half a minute', async () => {
  const { server, cache } = open()
  await screen.findByText('待我回复')
  const calls = () => [server.calls(homeApi.todo).length, server.calls(homeApi.overview).length]

  liveThrough(cache, 0, 2_000)
  await expect.poll(calls).toEqual([2, 2])
  liveThrough(cache, 2_000, 31_000)
  await expect.poll(calls).toEqual([3, 2])
})

test('what no event tells is asked for again every 30 s: steps of the guide and notices', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'], shouldAdvanceTime: true })
  const { server } = open()
  await screen.findByText('待我回复')
  const calls = () => [server.calls(homeApi.guide).length, server.calls(homeApi.notice).length]
  expect(calls()).toEqual([1, 1])

  vi.advanceTimersByTime(30_000)
  vi.useRealTimers()

  await expect.poll(calls).toEqual([2, 2])
})

test('figures of the chosen range are shown with their change, and the range is in the address', async () => {
  const { user, server, address } = open()
  expect(await screen.findByRole('button', { name: /进线客户.*186.*↑11.38%.*较昨日/ })).toBeTruthy()
  expect(screen.getByText('60.22%')).toBeTruthy()

  await user.click(screen.getByText('近7天'))

  expect(address()).toBe('/home?range=recent7Days')
  await expect.poll(() => server.calls(homeApi.overview).at(-1)?.query).toEqual({ range: 'recent7Days' })
  expect(await screen.findByText(/较前7天/)).toBeTruthy()
})
