import { expect, test } from 'vitest'
import { entry } from '../../testing/sample-views.ts'
import { JOURNAL_KEPT, readableBody, shownEntries, withEntries } from './journal.ts'

const ALL = { direction: 'all', source: 'all', text: '' } as const
const numbers = (entries: { n: number }[]): number[] => entries.map((it) => it.n)

test('entries that left the newest ones stay, and none is shown twice', () => {
  expect(numbers(withEntries([entry(1), entry(2)], [entry(2), entry(3)]))).toEqual([1, 2, 3])
})

test('the oldest go when there are too many', () => {
  const known = Array.from({ length: JOURNAL_KEPT }, (_, index) => entry(index + 1))

  const kept = withEntries(known, [entry(JOURNAL_KEPT + 1)])

  expect(kept).toHaveLength(JOURNAL_KEPT)
  expect(kept[0]?.n).toBe(2)
})

test('after a reset the numbers begin again and the old entries are gone', () => {
  expect(numbers(withEntries([entry(8), entry(9)], [entry(1)]))).toEqual([1])
  expect(withEntries([entry(8)], [])).toEqual([])
})

test('an answer that came later replaces the entry', () => {
  const [shown] = withEntries([entry(1, { answer: null })], [entry(1)])

  expect(shown?.answer?.status).toBe(200)
})

test('the newest come first', () => {
  expect(numbers(shownEntries([entry(1), entry(2)], ALL))).toEqual([2, 1])
})

test.each([
  [{ ...ALL, direction: 'in' }, [2]],
  [{ ...ALL, source: 'redbook' }, [3]],
  [{ ...ALL, text: 'IM_RECEIVE' }, [4, 1]],
  [{ ...ALL, text: '28003070' }, [2]],
  [{ ...ALL, text: 'hook.duplicate' }, [4]],
] as const)('%o shows %o', (filter, shown) => {
  const entries = [
    entry(1),
    entry(2, { direction: 'in', name: 'msg', body: '{}', answer: { status: 200, body: '{"error_code":28003070}' } }),
    entry(3, { source: 'redbook', name: 'send', body: '{}' }),
    entry(4, { notes: ['hook.duplicate'] }),
  ]

  expect(numbers(shownEntries(entries, filter))).toEqual(shown)
})

test('JSON is indented, anything else stays as it came', () => {
  expect(readableBody('{"a":1}')).toBe('{\n  "a": 1\n}')
  expect(readableBody('<html>')).toBe('<html>')
})
