import { Client } from 'pg'
import { vi } from 'vitest'
import type { Database } from '../db/database.ts'

/**
 * Texts of the statements that are sent to this database meanwhile, with those that begin and end transactions. Work that an earlier test
 * of the same worker has left behind may still use another database.
 */
export async function statementsOf({ pool }: Pick<Database, 'pool'>, work: () => Promise<unknown>): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>('select current_database() as name')
  const query = vi.spyOn(Client.prototype, 'query')
  const isHere = (client: unknown) => (client as { database?: string }).database === rows[0]?.name
  try {
    await work()
    return query.mock.calls.filter((_, n) => isHere(query.mock.contexts[n])).map(([config]) => textOf(config))
  } finally {
    query.mockRestore()
  }
}

const textOf = (config: unknown): string =>
  typeof config === 'string' ? config : String((config as { text?: string }).text)
