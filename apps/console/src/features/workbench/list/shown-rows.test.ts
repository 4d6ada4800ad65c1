import type { CustomerId, CustomerItem } from '@ruwu/contract'
import { LongList, type CustomerList } from '@ruwu/domain'
import { afterEach, expect, test, vi } from 'vitest'
import { nearest, nextShown, NO_CUSTOMERS, NO_ROWS, type Shown, type ShownInput } from './shown-rows.ts'

afterEach(() => vi.restoreAllMocks())

const rows = new Map<string, CustomerItem>()
/** One object for each customer, as lists keep what did not change. */
function row(id: string): CustomerItem {
  const item = rows.get(id) ?? ({ customerId: id } as CustomerItem)
  rows.set(id, item)
  return item
}
const page = (letters: string) => Array.from(letters, row)
const id = (letter: string) => letter as CustomerId
const ids = (letters: string) => new Set(Array.from(letters, id))

const listOf = (items: LongList<CustomerItem>, left = ''): CustomerList => ({
  items,
  end: null,
  offList: new Map(page(left).map((item) => [item.customerId, { customer: item, seat: item }])),
})
const list = (letters: string, left = '') => listOf(LongList.from(page(letters)), left)

const show = (shown: Shown, shownList: CustomerList, input: Partial<ShownInput> = {}, visible = '') =>
  nextShown(
    shown,
    { list: shownList, listName: 'all', openId: undefined, isHeld: visible !== '', gone: NO_CUSTOMERS, ...input },
    () => [...ids(visible)],
  )
const drawn = (shown: Shown) => [...shown.ids].join('')

test('rows follow the list at the top, and stay while one reads', () => {
  const before = show(NO_ROWS, list('abcd'))

  const [atTop, held] = [show(before, list('dabc')), show(before, list('dabc'), {}, 'bc')]

  expect([drawn(before), drawn(atTop), drawn(held)]).toEqual(['abcd', 'dabc', 'abcd'])
  expect([atTop.held, held.held]).toEqual([0, 1])
})

test('one that left is leaving until its time is over, whatever page comes meanwhile', () => {
  const fewer = list('acd', 'b')
  const longer = listOf(fewer.items.append(page('ef')), 'b')

  const leaving = show(show(NO_ROWS, list('abcd')), fewer)
  const later = show(leaving, longer)
  const over = show(later, longer, { gone: ids('b') })

  expect([drawn(leaving), drawn(later), drawn(over)]).toEqual(['abcd', 'abcdef', 'acdef'])
  expect([leaving, later, over].map((shown) => [...shown.leaving].join(''))).toEqual(['b', 'b', ''])
  expect(later.leaving).toBe(leaving.leaving)
})

test('one that left with the same news that brought a page is leaving as well', () => {
  const before = show(NO_ROWS, list('abcd'))

  const after = show(before, list('acdef', 'b'))

  expect([drawn(after), [...after.leaving].join('')]).toEqual(['abcdef', 'b'])
})

test('whom one talks to stays, and goes when one turns to another', () => {
  const fewer = list('acd', 'b')
  const longer = listOf(fewer.items.append(page('ef')), 'b')

  const stays = show(show(NO_ROWS, list('abcd')), fewer, { openId: id('b'), gone: ids('b') })
  const later = show(stays, longer, { openId: id('b'), gone: ids('b') })
  const over = show(later, longer, { openId: id('a'), gone: ids('b') })

  expect([drawn(stays), drawn(later), drawn(over)]).toEqual(['abcd', 'abcdef', 'acdef'])
  expect([stays.leaving.size, later.leaving.size]).toEqual([0, 0])
})

test('nothing stays from another list', () => {
  const leaving = show(show(NO_ROWS, list('abcd')), list('acd', 'b'))

  const other = show(leaving, list('xy', 'b'), { listName: 'mine' })

  expect([drawn(other), other.leaving.size, other.kept.size]).toEqual(['xy', 0, 0])
})

test('a refetch with equal rows keeps the rendered rows', () => {
  const before = show(NO_ROWS, list('abcd'))
  rows.clear()

  expect(show(before, list('abcd')).ids).toBe(before.ids)
})

test.each<[how: string, visible: string]>([
  ['at the top', ''],
  ['further down', 'n4990'],
])('a page behind a long list is added without a copy, %s', (_, visible) => {
  const long = listOf(LongList.from(Array.from({ length: 5000 }, (_row, no) => row(`n${no}`))))
  const longer = listOf(long.items.append(page('abc')), 'x')
  const isHeld = visible !== ''
  const before = nextShown(NO_ROWS, inputOf(long, isHeld), () => [])
  const made = (['slice', 'concat'] as const).map((how) => vi.spyOn(Array.prototype, how))

  const drawnInVain = nextShown(before, inputOf(longer, isHeld), () => [id(visible)])
  const after = nextShown(before, inputOf(listOf(longer.items.append(page('d'))), isHeld), () => [id(visible)])

  const copies = made.flatMap((spy) => spy.mock.results.map(({ value }) => (value as unknown[]).length))
  vi.restoreAllMocks()
  expect(Math.max(...copies)).toBeLessThan(10)
  expect([drawnInVain, after].map(({ ids: { length } }) => length)).toEqual([5003, 5004])
  expect(after.ids.slice(4999).join(' ')).toBe('n4999 a b c d')
})

const inputOf = (shownList: CustomerList, isHeld: boolean): ShownInput => ({
  list: shownList,
  listName: 'all',
  openId: undefined,
  isHeld,
  gone: NO_CUSTOMERS,
})

test.each([
  ['a', 'a', 1],
  ['a', 'a', 3],
  ['ab', 'a', 2],
  ['abc', 'c', 0],
])('in %j the row %j is found from place %i', (letters, wanted, place) => {
  expect(nearest(list(letters).items, id(wanted), place)).toBe(row(wanted))
})

test('a row that is not in the list is not found', () => {
  expect(nearest(list('abc').items, id('d'), 4)).toBeUndefined()
})
