import type { CustomerId } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { isAsking, NO_CRITERIA, searchBody } from './search-criteria.ts'

const customerId = 'c'.repeat(32) as CustomerId
const zone = 'Asia/Shanghai'

test.each([
  [{}, false],
  [{ keyword: '  ' }, false],
  [{ keyword: '量房' }, true],
  [{ type: 'image' as const }, true],
  [{ to: '2026-03-16' }, true],
])('with %o one asks: %s', (some, asks) => {
  expect(isAsking({ ...NO_CRITERIA, ...some })).toBe(asks)
})

test('the last day counts whole, on the clock of the enterprise', () => {
  const criteria = { keyword: ' 量房 ', type: 'note' as const, from: '2026-03-14', to: '2026-03-16' }

  expect(searchBody(customerId, criteria, zone)).toEqual({
    customerId,
    keyword: '量房',
    messageType: 'note',
    from: '2026-03-13T16:00:00.000Z',
    to: '2026-03-16T16:00:00.000Z',
  })
})

test('what is not set is not asked for', () => {
  expect(searchBody(customerId, { ...NO_CRITERIA, keyword: '柜' }, zone)).toEqual({ customerId, keyword: '柜' })
})
