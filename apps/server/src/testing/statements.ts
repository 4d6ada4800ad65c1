import { Client } from 'pg'
import { vi } from 'vitest'

/** Texts of the statements that the process sends to the database meanwhile, with those that begin and end transactions. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const query = vi.spyOn(Client.prototype, 'query')
  try {
    await work()
    return query.mock.calls.map(([config]) => textOf(config))
  } finally {
    query.mockRestore()
  }
}

const textOf = (config: unknown): string =>
  typeof config === 'string' ? config : String((config as { text?: string }).text)
