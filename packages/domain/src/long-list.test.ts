import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { longCopies } from './customer-list/testing/long-copies.ts'
import { LongList } from './long-list.ts'

const PAGE = 100
const LONG = 5000
const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at)

test('one that grew has more, and the one before has what it had', () => {
  const before = LongList.from('abc')

  const after = before.append(['d', 'e'])

  expect([before.length, ...before]).toEqual([3, 'a', 'b', 'c'])
  expect([after.length, ...after]).toEqual([5, 'a', 'b', 'c', 'd', 'e'])
  expect([before.at(3), before.indexOf('d'), before.slice(1, 9)]).toEqual([undefined, -1, ['b', 'c']])
  expect([after.at(3), after.indexOf('d'), after.slice(-2, 2)]).toEqual(['d', 3, ['a', 'b']])
  expect([after.at(-1), after.slice(3, -1)]).toEqual([undefined, []])
})

test('two that grew from the same one know nothing of each other', () => {
  const before = LongList.from('ab')

  const [one, other] = [before.append(['c', 'd']), before.append(['c', 'x', 'y'])]

  expect([...one]).toEqual(['a', 'b', 'c', 'd'])
  expect([...other]).toEqual(['a', 'b', 'c', 'x', 'y'])
})

test('what it was made of and what it gave away may change without it', () => {
  const [made, more] = [['a'], ['b']]
  const list = LongList.from(made).append(more)

  made.push('x')
  more.push('y')
  list.slice().push('z')

  expect([...list]).toEqual(['a', 'b'])
})

test('a page is put behind a long list without a copy of it, also a second time', () => {
  const list = LongList.from(numbers(0, LONG))
  const page = numbers(LONG, LONG + PAGE)
  const longer = numbers(LONG, LONG + PAGE + 1)

  expect(longCopies(LONG, () => list.append(page))).toEqual([])
  expect(longCopies(LONG, () => list.append(page).append([1]))).toEqual([])
  expect(longCopies(LONG, () => list.append(longer))).not.toEqual([])
})

test('a change of places in a long list is one copy', () => {
  const list = LongList.from(numbers(0, LONG))

  expect(longCopies(LONG, () => list.replaced(7, 9, [8, 7]))).toEqual([LONG])
})

test.each<[one: string, other: string, sameStart: number]>([
  ['abc', 'abc', 3],
  ['abc', 'abcd', 3],
  ['abcd', 'abc', 3],
  ['abc', 'xbc', 0],
  ['abc', 'abx', 2],
  ['', 'abc', 0],
])('%s and %s begin with the same %i', (one, other, sameStart) => {
  const [list, more] = [LongList.from(one), LongList.from(other)]

  expect(list.sameStart(more)).toBe(sameStart)
  expect(list.isBeginningOf(more)).toBe(other.startsWith(one))
})

/** What is done to one of all the lists there are, and to the array it should be. */
const step = fc.record({
  which: fc.nat(),
  from: fc.nat(20),
  to: fc.nat(20),
  more: fc.array(fc.nat(2), { maxLength: 4 }),
  isAtEnd: fc.boolean(),
})

test('whatever was made of what, each is what an array would be', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const all = [{ list: LongList.from<number>([]), model: [] as number[] }]

      for (const { which, isAtEnd, more, ...places } of steps) {
        const { list, model } = all[which % all.length] as (typeof all)[number]
        const [from, to] = [places.from, places.to]
          .map((it) => Math.min(it, model.length))
          .toSorted((a, b) => a - b) as [number, number]
        all.push(
          isAtEnd
            ? { list: list.append(more), model: [...model, ...more] }
            : { list: list.replaced(from, to, more), model: model.toSpliced(from, to - from, ...more) },
        )
      }

      for (const { list, model } of all) {
        expect([list.length, ...list]).toEqual([model.length, ...model])
        for (const other of all) {
          const isBeginning = model.every((one, at) => at < other.model.length && one === other.model[at])
          expect(list.isBeginningOf(other.list)).toBe(isBeginning)
        }
      }
    }),
  )
})
