import type { Pool, PoolClient } from 'pg'

/**
 * Shorter than for other transactions: one batch is written at a time, so that a topic which a stopped or cut-off node holds keeps all
 * senders of every other node waiting. Nothing but the next statement is awaited within these.
 */
const STOPPED_WITHIN_SEND_MS = 1_500
const BEGIN = `begin; set local idle_in_transaction_session_timeout = ${STOPPED_WITHIN_SEND_MS}`

/**
 * A pool connection, acquired on first use and kept between statements, so that the next statement is sent without
 * waiting for the pool.
 */
export class ConnectionInUse {
  private readonly pool: Pool
  private client: PoolClient | undefined

  constructor(pool: Pool) {
    this.pool = pool
  }

  /** For a single statement. Errors other than refused data discard the connection. */
  async run<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = this.client ?? (await this.take())
    try {
      return await work(client)
    } catch (error) {
      if (!isRefusedData(error)) this.release(error as Error)
      throw error
    }
  }

  async transaction<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = this.client ?? (await this.take())
    try {
      await client.query(BEGIN)
      const result = await work(client)
      await client.query('commit')
      return result
    } catch (error) {
      await client.query('rollback').catch((rollbackError: Error) => this.release(rollbackError))
      throw error
    }
  }

  /** With an error the pool destroys the connection instead of reusing it. */
  release(error?: Error): void {
    this.client?.release(error)
    this.client = undefined
  }

  private async take(): Promise<PoolClient> {
    this.client = await this.pool.connect()
    return this.client
  }
}

/** SQLSTATE classes 22 (bad value) and 23 (constraint): the fault of one row, not of the database. */
export const isRefusedData = (error: unknown): boolean => /^2[23]/.test((error as { code?: string }).code ?? '')
