import { expect, test } from 'vitest'
import { createStatementNames } from './statement-name.ts'

const params = (count: number, from = 1) => Array.from({ length: count }, (_, index) => `$${from + index}`).join(', ')

function often(nameOf: (text: string) => string | undefined, text: string): string | undefined {
  let name: string | undefined
  for (let use = 0; use < 50; use += 1) name = nameOf(text)
  return name
}

test('a statement that recurs is named, one that is used a few times is not', () => {
  const nameOf = createStatementNames()

  expect(nameOf('select 1 where a = $1')).toBeUndefined()
  const name = often(nameOf, 'select 1 where a = $1')
  expect(name).toBeDefined()
  expect(nameOf('select 1 where a = $1')).toBe(name)
})

test.each([
  ['in', (length: number) => `select * from a where ent_id = $1 and id in (${params(length, 2)})`],
  [
    'values',
    (length: number) =>
      `insert into a values ${Array.from({ length }, (_, row) => `(${params(2, row * 2 + 1)}, default)`).join(', ')}`,
  ],
])('of a statement with a list (%s) few lengths are named, and others keep their room', (_kind, textOf) => {
  const nameOf = createStatementNames()

  const named = Array.from({ length: 300 }, (_, index) => often(nameOf, textOf(index + 1))).filter(Boolean)

  expect(named).toHaveLength(3)
  expect(often(nameOf, 'update a set b = $1')).toBeDefined()
})
