import { expect, test } from 'vitest'
import { isFiltered, readBillFilter, toBillFilter, writeBillFilter } from './bill-filter.ts'

const ACCOUNT = 'a'.repeat(32)
const NOW = new Date('2026-03-20T02:00:00Z')

test('what is written into the address is read from it', () => {
  const search = new URLSearchParams(
    `type=consume&item=image&account=${ACCOUNT}&range=custom&from=2026-03-01&to=2026-03-16&daily=true&pageSize=50&sort=-delta`,
  )

  expect(writeBillFilter(readBillFilter(search)).toString()).toBe(search.toString())
})

test('what cannot be read counts as not set', () => {
  const filter = readBillFilter(
    new URLSearchParams('type=gift&item=tea&account=7&from=2026-02-30&to=soon&page=-1&sort=balance'),
  )

  expect(filter).toEqual({ page: 1, pageSize: 20 })
  expect(isFiltered(filter)).toBe(false)
})

test('another filter begins at its first page', () => {
  const filter = readBillFilter(new URLSearchParams('type=refund&page=3'))

  expect(writeBillFilter(filter).toString()).toBe('type=refund')
})

test('按日汇总 is asked for beside the filter, and is none itself', () => {
  const filter = readBillFilter(new URLSearchParams('daily=true'))

  expect(toBillFilter(filter, NOW, 'Asia/Shanghai')).toEqual({ daily: true })
  expect(isFiltered(filter)).toBe(false)
})

test('days are those of the enterprise, and the last one counts whole', () => {
  const filter = readBillFilter(new URLSearchParams('from=2026-03-16&to=2026-03-16'))

  expect(toBillFilter(filter, NOW, 'Asia/Shanghai')).toEqual({
    from: '2026-03-15T16:00:00.000Z',
    to: '2026-03-16T16:00:00.000Z',
  })
})
