import { getTableName } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { CONVERSATION_TABLES } from './conversation-tables.repo.ts'
import { PERSON_TABLES } from './person-tables.repo.ts'

test('what happens to an old conversation is said of every table that can hold something of a customer', () => {
  const names = CONVERSATION_TABLES.map(({ table }) => getTableName(table))

  expect(new Set(names)).toEqual(new Set(PERSON_TABLES.map(({ table }) => getTableName(table))))
  expect(names).toHaveLength(new Set(names).size)
})

test('what stays has its reason, and what goes is found by a condition', () => {
  const undecided = CONVERSATION_TABLES.filter(({ rows, erase }) =>
    typeof erase === 'object' && 'keep' in erase ? erase.keep.length < 15 : rows === undefined,
  )

  expect(undecided).toEqual([])
})
