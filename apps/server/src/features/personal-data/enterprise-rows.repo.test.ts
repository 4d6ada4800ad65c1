import { getTableConfig } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { EXPORTED_TABLES } from './enterprise-rows.repo.ts'
import { ENTERPRISE_TABLES } from './enterprise-tables.repo.ts'

test('no table of sign-ins and no column with a secret is exported; every other table is', () => {
  const names = EXPORTED_TABLES.map(({ name }) => name)
  for (const secret of ['auth_session', 'agent_totp', 'recovery_code', 'oauth_token', 'chat_token', 'model_setting'])
    expect(names).not.toContain(secret)
  const exported = EXPORTED_TABLES.flatMap(({ table, name, omit }) =>
    getTableConfig(table)
      .columns.filter((column) => !omit.includes(column.name))
      .map((column) => `${name}.${column.name}`),
  )
  expect(exported.filter((column) => /password|secret|tokens$|_hash$|\.hash$/.test(column))).toEqual([])
  expect(names.length).toBeGreaterThan(ENTERPRISE_TABLES.length / 2)
})
