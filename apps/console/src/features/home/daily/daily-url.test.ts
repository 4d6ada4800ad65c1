import { expect, test } from 'vitest'
import { dayAfter, lastDay, listQuery, readDailyUrl, writeDailyUrl } from './daily-url.ts'

const LAST = '2026-03-15'
const id = 'a'.repeat(32)

test.each([
  ['', { date: LAST, compare: 'prevDay' }],
  ['date=2026-03-01&compare=lastWeekDay', { date: '2026-03-01', compare: 'lastWeekDay' }],
  ['date=2026-03-16', { date: LAST, compare: 'prevDay' }],
  ['date=2026-02-30&compare=other&agentId=x', { date: LAST, compare: 'prevDay' }],
  [`subSourceId=${id}&agentId=${id}`, { date: LAST, subSourceId: id, agentId: id, compare: 'prevDay' }],
])('?%s', (query, expected) => {
  const filter = readDailyUrl(new URLSearchParams(query), LAST)

  expect(filter).toEqual(expected)
  expect(readDailyUrl(writeDailyUrl(filter, LAST), LAST)).toEqual(filter)
})

test('a list of the report is a filter of 数据统计', () => {
  const filter = readDailyUrl(new URLSearchParams(`agentId=${id}`), LAST)

  expect(listQuery(filter, { tab: 'lead' })).toBe(`tab=lead&range=custom&from=${LAST}&to=${LAST}&agentIds=${id}`)
})

test('the newest report is that of yesterday in the enterprise’s time zone', () => {
  expect(lastDay(new Date('2026-03-15T17:00:00.000Z'), 'Asia/Shanghai')).toBe(LAST)
  expect(lastDay(new Date('2026-03-15T17:00:00.000Z'), 'UTC')).toBe('2026-03-14')
  expect(dayAfter('2026-03-01', -1)).toBe('2026-02-28')
})
