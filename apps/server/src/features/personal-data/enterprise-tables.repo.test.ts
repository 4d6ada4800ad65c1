import { getTableName } from 'drizzle-orm'
import { getTableConfig } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { ENTERPRISE_TABLES } from './enterprise-tables.repo.ts'

test('every table of an enterprise is deleted or kept, children before parents', () => {
  const order = ENTERPRISE_TABLES.map(({ table }) => table)
  const wrong = order.flatMap((table, at) =>
    getTableConfig(table)
      .foreignKeys.map((key) => key.reference().foreignTable)
      .filter((parent) => parent !== table && order.indexOf(parent) >= 0 && order.indexOf(parent) < at)
      .map((parent) => `${getTableName(table)} → ${getTableName(parent)}`),
  )

  expect(order.length).toBeGreaterThan(50)
  expect(wrong).toEqual([])
})
