import { AgentId, RelationId, SessionPageBody, StatisticsFilter } from '@ruwu/contract'
import { expect, test } from 'vitest'
import {
  drillPath,
  isFiltered,
  leadList,
  readFilter,
  readLeadBody,
  readSessionBody,
  readTab,
  tabPath,
  withFilter,
  withoutFilters,
} from './statistics-url.ts'

const query = (text: string) => new URLSearchParams(text)
const account = RelationId.parse('a'.repeat(32))
const agent = AgentId.parse('b'.repeat(32))

test('without anything set the filter is the default of the contract', () => {
  expect(readFilter(query(''))).toEqual(StatisticsFilter.parse({}))
  expect(readTab(query('tab=nowhere'))).toBe('overview')
})

test('what is chosen is written, defaults are left out, and reading gives it back', () => {
  const change = { sources: ['redbook' as const], subSourceIds: [account], compare: false, traffic: 'ad' as const }
  const written = withFilter(query('tab=agent&page=3'), change)

  expect(String(written)).toBe(`tab=agent&sources=redbook&subSourceIds=${account}&traffic=ad&compare=false`)
  expect(readFilter(written)).toEqual({ ...StatisticsFilter.parse({}), ...change })
  expect(String(withFilter(written, { sources: [], subSourceIds: [], compare: true, traffic: undefined }))).toBe(
    'tab=agent',
  )
})

test.each([
  ['range=today', 'hour'],
  ['range=yesterday&granularity=day', 'day'],
  ['range=recent30Days', 'day'],
  ['range=recent30Days&granularity=hour', 'day'],
  ['range=recent30Days&granularity=week', 'week'],
  ['range=custom&from=2026-03-01&to=2026-03-02&granularity=hour', 'hour'],
  ['range=custom&from=2026-03-01&to=2026-03-03&granularity=hour', 'day'],
])('%s is shown by the %s', (text, expected) => {
  expect(readFilter(query(text)).granularity).toBe(expected)
})

test('a longer span gives up hours, and days go with their custom range', () => {
  const hours = withFilter(query(''), { range: 'today' })
  expect(String(hours)).toBe('range=today')
  expect(readFilter(withFilter(hours, { range: 'month' })).granularity).toBe('day')

  const custom = withFilter(query(''), { range: 'custom', from: '2026-03-01', to: '2026-03-05' })
  expect(String(custom)).toBe('range=custom&from=2026-03-01&to=2026-03-05')
  expect(String(withFilter(custom, { range: 'recent7Days' }))).toBe('')
})

test('an unreadable value counts as not set', () => {
  const filter = readFilter(query('sources=redbook,ebay&agentIds=x&traffic=free&range=never&compare=perhaps'))
  expect(filter).toEqual({ ...StatisticsFilter.parse({}), sources: ['redbook'] })
})

test('another tab keeps the filter and leaves order, page and drill-down', () => {
  expect(tabPath(query(`tab=session&agentIds=${agent}&metric=leads&hour=3&sort=-at&page=2`), 'agent')).toBe(
    `/bi?agentIds=${agent}&tab=agent`,
  )
  expect(tabPath(query(`tab=channel&by=ad&agentId=${agent}`), 'overview')).toBe('/bi')
})

test('a figure opens 会话明细 with its filter', () => {
  const path = drillPath(query(`tab=agent&sort=-replies&sources=douyin`), 'received', { filter: { agentIds: [agent] } })
  expect(path).toBe(`/bi?tab=session&sources=douyin&agentIds=${agent}&metric=received`)

  const body = readSessionBody(query(path.slice(4)))
  expect(body).toMatchObject({ sources: ['douyin'], agentIds: [agent], metric: 'received' })
  expect(SessionPageBody.parse(body)).toEqual(body)
})

test('a cell of the heat map is a weekday and an hour; others are ignored', () => {
  const body = readSessionBody(query('metric=enterCustomers&weekday=7&hour=0&bucket=in1h'))
  expect(body).toMatchObject({ weekday: 7, hour: 0 })
  expect(body.bucket).toBeUndefined()
  expect(readSessionBody(query('weekday=8&hour=24')).weekday).toBeUndefined()
})

test('a status narrows the leads', () => {
  expect(readLeadBody(query('tab=lead&status=new&sort=createdAt'))).toMatchObject({
    status: 'new',
    sort: { field: 'createdAt', order: 'asc' },
  })
})

test('清空 takes the filters away and leaves tab and order', () => {
  const before = query('tab=agent&sort=-replies&range=today&sources=douyin&compare=false')
  expect(isFiltered(before)).toBe(true)
  expect(String(withoutFilters(before))).toBe('tab=agent&sort=-replies&compare=false')
  expect(isFiltered(withoutFilters(before))).toBe(false)
  expect(isFiltered(query(`tab=channel&by=ad&agentId=${agent}`))).toBe(false)
})

test.each([
  ['the whole week', 'tab=lead', '/chat/lead?range=recent7Days', true],
  [
    'account, status and days',
    `tab=lead&subSourceIds=${account}&status=new&range=custom&from=2026-03-01&to=2026-03-07`,
    `/chat/lead?status=new&subSourceIds=${account}&range=custom&from=2026-03-01&to=2026-03-07`,
    true,
  ],
  ['customers who left a contact', 'tab=session&metric=leadCustomers', '/chat/lead?range=recent7Days', false],
  ['a figure of something else', 'tab=session&metric=received', undefined],
  ['a filter that the list has not', 'tab=lead&sources=douyin', undefined],
  ['agents who answered, who need not be the owners', `tab=lead&agentIds=${agent}`, undefined],
  ['one hour', 'tab=session&metric=leads&hour=3', undefined],
])('the leads behind a figure: %s', (_what, from, to, isSame?: boolean) => {
  expect(leadList(query(from))).toEqual(to && { to, isSame })
})
