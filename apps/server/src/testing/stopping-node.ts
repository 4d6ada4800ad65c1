import type { Socket } from 'node:net'
import { sql } from 'drizzle-orm'
import type { PoolClient } from 'pg'
import { expect, onTestFinished } from 'vitest'
import { type NodeOptions, openNodeDatabase, startNode } from './start-node.ts'
import type { World } from './world.ts'

/** Shorter than in the product, where others wait for three seconds; longer than a busy machine needs between two statements. */
const TIMEOUT_MS = 500
const NAME = 'stopping-node'

/** Another node on the database of this world, which can be stopped within a transaction. */
export async function stoppingNode(here: World, options: NodeOptions = {}) {
  const url = new URL(here.databaseUrl)
  url.searchParams.set('application_name', NAME)
  url.searchParams.set('idle_in_transaction_session_timeout', String(TIMEOUT_MS))
  const db = openNodeDatabase(url.href, here.clock)
  let meant: RegExp | undefined
  let stopped: Socket | undefined
  db.pool.on('connect', (client) =>
    watch(client, (text, link) => {
      if (!meant?.test(text)) return
      meant = undefined
      stopped = link
      link.pause()
    }),
  )
  const node = await startNode(db, here.clock, here.bus, options)
  onTestFinished(async () => {
    stopped?.resume()
    await node.kill()
    await db.close()
  })

  return {
    ...node,
    /**
     * Begins the work and stops behind the first statement of a transaction that fits: it takes effect in the database, and the node hears
     * nothing any more. The work ends after `wake`.
     */
    async stopWithin(statement: RegExp, work: () => Promise<unknown>): Promise<{ ended: Promise<unknown> }> {
      meant = statement
      const ended = work().catch((error: unknown) => error)
      await expect.poll(async () => stopped && (await here.db.sql.execute(AT_WORK)).rowCount, { interval: 5 }).toBe(0)
      return { ended }
    },
    wake: () => stopped?.resume(),
  }
}

/** A session that waits for its node is idle, or has been ended by the timeout before this is asked. */
const AT_WORK = sql`select 1 from pg_stat_activity
  where datname = current_database() and application_name = ${NAME} and state = 'active'`

/** Hears of every statement within a transaction, when it has been sent. */
function watch(client: PoolClient, hear: (text: string, link: Socket) => void): void {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  let isWithin = false
  client.query = ((...args: unknown[]) => {
    const [first] = args
    const text = typeof first === 'string' ? first : (first as { text: string }).text
    const result = query(...args)
    if (isWithin) hear(text, stream)
    if (/^\s*(begin|commit|rollback)/i.test(text)) isWithin = /^\s*begin/i.test(text)
    return result
  }) as typeof client.query
}
