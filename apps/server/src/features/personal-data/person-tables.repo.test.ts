import { getTableName, is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import * as schema from '../../db/schema/index.ts'
import { PERSON_TABLES } from './person-tables.repo.ts'

/** A column by which a row can belong to a customer. */
const PERSON_COLUMN = /^(?:.*_)?(?:customer|topic|session|message|lead|run)_id$|^platform_user_id$|^conversation_key$/

const tables = (Object.values(schema) as unknown[]).filter((each) => is(each, PgTable))

test('every table that can hold something of a customer is named, with what an erasure does to it', () => {
  const named = new Set(PERSON_TABLES.map(({ table }) => getTableName(table)))

  const found = tables.filter((table) => getTableConfig(table).columns.some(({ name }) => PERSON_COLUMN.test(name)))
  expect(found.length).toBeGreaterThan(30)
  expect(found.map(getTableName).filter((name) => !named.has(name))).toEqual([])
})

test('what stays has its reason, and what goes is found by a condition', () => {
  const undecided = PERSON_TABLES.filter(({ rows, erase }) =>
    typeof erase === 'object' && 'keep' in erase ? erase.keep.length < 15 : rows === undefined,
  )

  expect(undecided).toEqual([])
})
