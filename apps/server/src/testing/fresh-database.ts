import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { inject } from 'vitest'
import { TEMPLATE } from './global-setup.ts'

export type FreshDatabase = { url: string; drop(): Promise<void> }

/** A database of its own, copied from the migrated template. */
export async function freshDatabase(): Promise<FreshDatabase> {
  const base = inject('postgresUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  await asAdmin(base, `create database ${name} template ${TEMPLATE} strategy file_copy`)
  const url = new URL(base)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => asAdmin(base, `drop database if exists ${name} with (force)`) }
}

async function asAdmin(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
