import {
  Agent,
  agentApi,
  channelApi,
  DailyReport,
  homeDailyApi,
  HomeMiss,
  LeadPageRow,
  type Permission,
} from '@ruwu/contract'
import { allPermissions } from '@ruwu/domain'
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createFakeServer, type FakeServer } from '../../../testing/fake-server.ts'
import { renderConsole } from '../../../testing/render.tsx'
import { sample, sampleId } from '../../../testing/sample.ts'
import { DailyPage } from './daily-page.tsx'

const lin = sample(Agent, { name: '林小满', enabled: true })
const customerId = sampleId() as DailyReport['attention'][number]['customerId']
const messageId = sampleId() as NonNullable<DailyReport['attention'][number]['messageId']>

const report = sample(DailyReport, {
  date: '2026-03-15',
  summary: ['进线 186 位客户。', '没有未回复的会话。', '当日没有 AI 接待的会话。'],
  metrics: [{ name: 'enterCustomers', value: 186, base: 167, changeRate: 11.377, avg7d: 150.5 }],
  hours: Array.from({ length: 24 }, (_, h) => ({ h, enter: h, unanswered: 0 })),
  agents: [
    {
      agentId: lin.id,
      name: '林小满',
      received: 23,
      humanFirstMedian: 32,
      replyIn3m: 0.9,
      leadCustomers: 4,
      transferOut: 1,
    },
  ],
  ai: {
    replies: 12,
    aloneRate: 0.7,
    handoffs: [{ reason: 'keyword', count: 3 }],
    misses: [sample(HomeMiss, { question: '能开发票吗' })],
    bads: [],
  },
  leads: [sample(LeadPageRow, { customerName: '小满', value: '138****6666', kind: 'phone' })],
  attention: [{ kind: 'sendFailed', customerId, customerName: '老陶', messageId, at: '2026-03-15T02:00:00.000Z' }],
  points: [{ item: 'ai_reply', points: 52 }],
})

function open(prepare: (server: FakeServer) => void = () => {}, permissions: Permission[] = allPermissions()) {
  const server = createFakeServer()
  server.answer(agentApi.list, [lin])
  server.answer(channelApi.simpleList, [])
  server.answer(homeDailyApi.report, ({ query }) => ({ ...report, date: query.date, compare: query.compare }))
  prepare(server)
  return renderConsole(<DailyPage />, { server, path: '/home/daily?date=2026-03-15', permissions })
}

test('the nine blocks show the report, and its rows open the conversation', async () => {
  open()

  expect(await screen.findByText('进线 186 位客户。')).toBeTruthy()
  const row = within(screen.getByRole('region', { name: '指标' })).getAllByRole('row')[1]!
  expect(row.textContent).toBe('进线客户186167↑11.38%150.5')
  for (const title of ['总结', '时段', '客服排行', '账号排行', 'AI 表现', '线索清单', '需关注', '积分消耗'])
    expect(screen.getByRole('region', { name: title })).toBeTruthy()
  expect(screen.getByText('客户要求人工')).toBeTruthy()
  expect(screen.getByText(/138\*\*\*\*6666/)).toBeTruthy()
  expect(screen.getByRole('link', { name: '老陶' }).getAttribute('href')).toBe(
    `/chat?customerId=${customerId}&messageId=${messageId}`,
  )
})

test('day and comparison are in the address', async () => {
  const { user, server, address } = open()
  await screen.findByText('进线 186 位客户。')

  await user.click(screen.getByRole('button', { name: '前一天' }))
  await user.click(screen.getByText('上周同日'))

  expect(address()).toBe('/home/daily?date=2026-03-14&compare=lastWeekDay')
  await expect
    .poll(() => server.calls(homeDailyApi.report).at(-1)?.query)
    .toMatchObject({
      date: '2026-03-14',
      compare: 'lastWeekDay',
    })
})

test('the report is copied as text', async () => {
  const { user, toasts } = open()
  await screen.findByText('进线 186 位客户。')
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()

  await user.click(screen.getByRole('button', { name: '复制为文字' }))

  await expect.poll(() => toasts).toEqual(['success: 已复制日报文字'])
  expect(write.mock.calls[0]?.[0]).toContain('进线客户：186（较前一日 ↑11.38%）')
})

test('a report that cannot be read can be asked for again', async () => {
  const { user, server } = open((it) => it.refuse(homeDailyApi.report, 'forbidden'))
  await screen.findByText('加载失败')

  server.answer(homeDailyApi.report, report)
  await user.click(screen.getByRole('button', { name: '重试' }))

  expect(await screen.findByText('进线 186 位客户。')).toBeTruthy()
})
