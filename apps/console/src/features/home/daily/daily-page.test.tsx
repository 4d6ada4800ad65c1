import {
  Agent,
  agentApi,
  channelApi,
  DailyReport,
  exportApi,
  homeDailyApi,
  HomeMiss,
  leadApi,
  LeadPageRow,
  type Permission,
} from '@ruwu/contract'
import { allPermissions, METRIC_CATALOGUE } from '@ruwu/domain'
import { act, fireEvent, screen, within } from '@testing-library/react'
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
    misses: [{ ...sample(HomeMiss, { question: '能开发票吗' }), isOpen: true }],
    bads: [],
    badTotal: 0,
  },
  leads: [sample(LeadPageRow, { customerName: '小满', value: '138****6666', kind: 'phone' })],
  leadTotal: 1,
  attention: [
    {
      kind: 'sendFailed',
      customerId,
      customerName: '老陶',
      messageId,
      at: '2026-03-15T02:00:00.000Z',
      reason: null,
    },
  ],
  attentionTotals: { unanswered: 0, sendFailed: 1, heldBack: 0, negative: 0 },
  wordHits: [],
  wordHitTotal: 0,
  points: [{ item: 'ai_reply', points: 52 }],
})

const statistics = { path: '/bi', title: '数据统计', load: () => Promise.reject(new Error('not opened')) }

function open(prepare: (server: FakeServer) => void = () => {}, permissions: Permission[] = allPermissions()) {
  const server = createFakeServer()
  server.answer(agentApi.list, [lin])
  server.answer(channelApi.simpleList, [])
  server.answer(homeDailyApi.report, ({ query }) => ({ ...report, date: query.date, compare: query.compare }))
  prepare(server)
  return renderConsole(<DailyPage />, { server, path: '/home/daily?date=2026-03-15', permissions, pages: [statistics] })
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

const BI = 'range=custom&from=2026-03-15&to=2026-03-15'

test.each([
  ['指标', '186', `/bi?tab=session&${BI}&metric=enterCustomers`],
  ['指标', '167', '/bi?tab=session&range=custom&from=2026-03-14&to=2026-03-14&metric=enterCustomers'],
  ['客服排行', '23', `/bi?tab=session&${BI}&agentIds=${lin.id}&metric=received`],
  ['客服排行', '90%', `/bi?tab=session&${BI}&agentIds=${lin.id}&metric=replyIn3m`],
  ['AI 表现', '70%', `/bi?tab=session&${BI}&metric=aiAloneRate`],
  ['AI 表现', '3', `/bi?tab=session&${BI}&reason=keyword&metric=handoffRate`],
])('in %s the figure %s opens what it counted', async (block, figure, expected) => {
  open()
  await screen.findByText('进线 186 位客户。')

  const link = within(screen.getByRole('region', { name: block })).getByRole('link', { name: figure })

  expect(decodeURIComponent(link.getAttribute('href')!)).toBe(expected)
})

test('a ranking is ordered by its headers, and another day keeps the order', async () => {
  const wei = {
    ...report.agents[0]!,
    agentId: sampleId() as typeof lin.id,
    name: '卫青禾',
    received: 9,
    leadCustomers: 8,
  }
  const { user, address } = open((server) =>
    server.answer(homeDailyApi.report, { ...report, agents: [report.agents[0]!, wei] }),
  )
  await screen.findByText('进线 186 位客户。')
  const ranking = within(screen.getByRole('region', { name: '客服排行' }))
  const names = () => ranking.getAllByRole('rowheader').map((cell) => cell.textContent)
  expect(names()).toEqual(['林小满', '卫青禾'])
  expect(ranking.getByRole('columnheader', { name: '接待客户' }).getAttribute('aria-sort')).toBe('descending')

  await user.click(ranking.getByRole('button', { name: '留资' }))
  expect(names()).toEqual(['卫青禾', '林小满'])
  await user.click(screen.getByRole('button', { name: '前一天' }))

  expect(address()).toBe('/home/daily?date=2026-03-14&sort=-agent.leadCustomers')
})

const block = (name: RegExp | string) => within(screen.getByRole('region', { name }))

test('figures are ordered by their change and leads by their time, each with its name in the address', async () => {
  const metrics: DailyReport['metrics'] = [
    { name: 'enterCustomers', value: 10, base: 20, changeRate: -50, avg7d: 10 },
    { name: 'goodRate', value: -1, base: -1, changeRate: null, avg7d: -1 },
    { name: 'leads', value: 3, base: 2, changeRate: 50, avg7d: 3 },
  ]
  const leads = [
    sample(LeadPageRow, {
      customerName: '晚到',
      kind: 'phone',
      value: '138****6666',
      createdAt: '2026-03-15T08:00:00.000Z',
    }),
    sample(LeadPageRow, {
      customerName: '早到',
      kind: 'wechat',
      value: 't***9',
      createdAt: '2026-03-15T02:00:00.000Z',
    }),
  ]
  const { user, address } = open((server) => server.answer(homeDailyApi.report, { ...report, metrics, leads }))
  await screen.findByText('进线 186 位客户。')
  const namesOf = (name: string) =>
    block(name)
      .getAllByRole('rowheader')
      .map((cell) => cell.textContent)
  expect(namesOf('指标')).toEqual(['进线客户', '好评率', '线索数'])

  await user.click(block('指标').getByRole('button', { name: '变化' }))
  expect([address(), namesOf('指标')]).toEqual([
    '/home/daily?date=2026-03-15&sort=-metric.change',
    ['线索数', '进线客户', '好评率'],
  ])

  const rows = () =>
    block(/^线索清单/)
      .getAllByRole('row')
      .slice(1)
      .map((row) =>
        within(row)
          .getAllByRole('cell')
          .map((cell) => cell.textContent),
      )
  expect(rows().map(([customer, , , phone, wechat]) => [customer, phone, wechat])).toEqual([
    ['晚到', '138****6666', '无'],
    ['早到', '无', 't***9'],
  ])
  await user.click(block(/^线索清单/).getByRole('button', { name: '时间' }))
  expect(address()).toBe('/home/daily?date=2026-03-15&sort=lead.createdAt')
  expect(rows().map(([customer]) => customer)).toEqual(['早到', '晚到'])
})

test('a figure of the AI says how it is counted', async () => {
  open()
  const label = await screen.findByRole('button', { name: '独立接待率' })

  fireEvent.keyDown(document, { key: 'Tab' })
  act(() => label.focus())

  expect((await screen.findByRole('tooltip')).textContent).toBe(METRIC_CATALOGUE.aiAloneRate.definition)
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

test('while another day is read the old one stays with a bar, its links, and is not copied', async () => {
  const { user, server, toasts } = open()
  await screen.findByText('进线 186 位客户。')
  const held = server.hold(homeDailyApi.report)

  await user.click(screen.getByRole('button', { name: '前一天' }))

  await expect.poll(() => server.calls(homeDailyApi.report)).toHaveLength(2)
  const panels = screen.getAllByRole('region', { name: /总结|指标|时段|排行|AI 表现|线索清单|需关注|积分消耗/ })
  expect(panels.map((panel) => panel.getAttribute('aria-busy'))).toEqual(Array.from({ length: 9 }, () => 'true'))
  const link = block('指标').getByRole('link', { name: '186' })
  expect(decodeURIComponent(link.getAttribute('href')!)).toBe(`/bi?tab=session&${BI}&metric=enterCustomers`)
  const copy = screen.getByRole('button', { name: '复制为文字' })
  await user.click(copy)
  expect(toasts).toEqual([])

  held.release()
  await expect.poll(() => copy.getAttribute('aria-busy')).toBeNull()
  expect(block('指标').getByRole('link', { name: '186' }).getAttribute('href')).toContain('from=2026-03-14')
})

test('需关注 says why an automatic message was not sent, and which words were found in whose messages', async () => {
  const heldBack = { ...report.attention[0]!, kind: 'heldBack' as const, reason: '欢迎语未发送：渠道账号已过期' }
  const owner = { subSourceId: sampleId() as never, accountName: '旗舰店' }
  const wordHits: DailyReport['wordHits'] = [
    {
      ...owner,
      agentId: lin.id,
      agentName: '林小满',
      hits: 3,
      words: [
        { word: '最好', hits: 2 },
        { word: '第一', hits: 1 },
      ],
    },
    { ...owner, agentId: null, agentName: null, hits: 1, words: [{ word: '最好', hits: 1 }] },
  ]
  open((server) => server.answer(homeDailyApi.report, { ...report, attention: [heldBack], wordHits, wordHitTotal: 2 }))

  const item = (await screen.findByText('自动消息未发送')).closest('li')
  expect(item?.textContent).toContain('欢迎语未发送：渠道账号已过期')
  const rows = within(screen.getByRole('region', { name: '违禁词命中' })).getAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    '旗舰店 · 林小满最好 2 次、第一 1 次3 次',
    '旗舰店 · 自动消息最好 1 次1 次',
  ])
})

test('a contact that is copied with the text around it is reported', async () => {
  const { server } = open((it) => it.answer(leadApi.copied, true))
  const cell = await screen.findByText('138****6666')

  window.getSelection()?.selectAllChildren(cell.closest('tr')!)
  fireEvent.copy(cell)

  await expect.poll(() => server.calls(leadApi.copied)).toEqual([{ body: { leadId: report.leads[0]!.leadId } }])
})

test('the report is copied as text', async () => {
  const { user, toasts } = open()
  await screen.findByText('进线 186 位客户。')
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()

  await user.click(screen.getByRole('button', { name: '复制为文字' }))

  await expect.poll(() => toasts).toEqual(['success: 已复制日报文字'])
  expect(write.mock.calls[0]?.[0]).toContain('进线客户：186（较前一日 ↑11.38%）')
})

test('a list that is cut says so', async () => {
  open((server) =>
    server.answer(homeDailyApi.report, {
      ...report,
      leadTotal: 140,
      attentionTotals: { ...report.attentionTotals, unanswered: 0, sendFailed: 1200 },
    }),
  )

  const leads = await screen.findByRole('region', { name: /线索清单/ })
  expect(within(leads).getByText('共 140 条，列出最近 1 条')).toBeTruthy()
  expect(
    within(screen.getByRole('region', { name: '需关注' })).getByText(/发送失败 共 1,200 条，列出最近 1 条/),
  ).toBeTruthy()
})

test('the report is exported with its filter', async () => {
  const { user, server } = open((it) => it.answer(exportApi.create, { exportId: sampleId() as never }))
  await screen.findByText('进线 186 位客户。')
  await user.click(screen.getByRole('button', { name: '导出' }))
  const dialog = await screen.findByRole('dialog', { name: '导出日报' })
  expect(within(dialog).getByText('日期：2026-03-15，对比：前一日')).toBeTruthy()
  await user.click(within(dialog).getByRole('button', { name: '导出' }))

  await expect.poll(() => server.calls(exportApi.create).length).toBe(1)
  expect(server.calls(exportApi.create)[0]?.body).toMatchObject({
    type: 'daily',
    format: 'xlsx',
    filters: { date: '2026-03-15', compare: 'prevDay' },
  })
})

test('who may not export sees no 导出', async () => {
  open(undefined, ['statistics:viewPage'])
  await screen.findByText('进线 186 位客户。')
  expect(screen.queryByRole('button', { name: '导出' })).toBeNull()
})

test('a report that cannot be read can be asked for again', async () => {
  const { user, server } = open((it) => it.refuse(homeDailyApi.report, 'forbidden'))
  await screen.findByText('加载失败')

  server.answer(homeDailyApi.report, report)
  await user.click(screen.getByRole('button', { name: '重试' }))

  expect(await screen.findByText('进线 186 位客户。')).toBeTruthy()
})
