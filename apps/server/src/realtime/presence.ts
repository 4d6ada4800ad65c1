import type { AgentId, EntId } from '@ruwu/contract'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Database, Queryable } from '../db/database.ts'
import { agentPresence } from '../db/schema/index.ts'
import type { Clock } from '../platform/clock.ts'

/** How often a node says whose sockets it holds: a lease outlives two renewals that did not come through. */
export const RENEW_EVERY_MS = 20_000
/** Whoever had a socket within this time is there; so a reload or a node that died takes nobody away at once. */
export const PRESENT_FOR_MS = 60_000
/** Whoever had none for this long has left. */
export const AWAY_AFTER_MS = 5 * 60_000

type Console = { entId: EntId; agentId: AgentId }

export type PresenceDeps = {
  db: Database
  clock: Clock
  /** Agents with an open socket on this node. */
  consoles(): Console[]
  /** Somebody's coming or going has been written. */
  onMoved?(): void
  onError(error: unknown): void
}

/** Keeps the leases of this node's agents: written when the first socket opens and the last one closes, renewed in between. */
export class Presence {
  private readonly deps: PresenceDeps
  private readonly renewal: NodeJS.Timeout
  private readonly moved = new Map<string, Console>()
  private writing: Promise<void> = Promise.resolve()

  constructor(deps: PresenceDeps) {
    this.deps = deps
    this.renewal = setInterval(() => void this.renew(), RENEW_EVERY_MS)
  }

  /** Somebody came or went just now. Those of one moment are written together: a node that stops loses all at once. */
  touch(console: Console): void {
    const isDue = this.moved.size > 0
    this.moved.set(keyOf(console), console)
    if (!isDue) this.writing = this.writing.then(nextTurn).then(() => this.writeMoved())
  }

  /** All of this node's agents in one statement. */
  async renew(): Promise<void> {
    await this.write(this.deps.consoles())
  }

  async close(): Promise<void> {
    clearInterval(this.renewal)
    await this.writing
  }

  private async writeMoved(): Promise<void> {
    const moved = [...this.moved.values()]
    this.moved.clear()
    await this.write(moved)
    this.deps.onMoved?.()
  }

  /** What could not be written is written with the next renewal. */
  private async write(consoles: readonly Console[]): Promise<void> {
    const { db, clock, onError } = this.deps
    await markSeen(db.sql, consoles, clock.now()).catch(onError)
  }
}

/** In the order of the keys, so that nodes with the same agents do not wait for each other in a circle. */
async function markSeen(db: Queryable, consoles: readonly Console[], now: Date): Promise<void> {
  const each = [...new Map(consoles.map((console) => [keyOf(console), console])).values()]
  if (each.length === 0) return
  const entIds = sql.param(each.map(({ entId }) => entId))
  const agentIds = sql.param(each.map(({ agentId }) => agentId))
  await db.execute(sql`
    insert into ${agentPresence} (ent_id, agent_id, seen_at)
    select ent_id, agent_id, ${now.toISOString()}::timestamptz
    from unnest(${entIds}::uuid[], ${agentIds}::uuid[]) as seen (ent_id, agent_id)
    order by ent_id, agent_id
    on conflict (ent_id, agent_id) do update set seen_at = excluded.seen_at
    where ${agentPresence.seenAt} < excluded.seen_at`)
}

/** When each of these agents last had a socket on any node; who never had one is absent. */
export async function lastSeenAt(
  db: Queryable,
  entId: EntId,
  agentIds: readonly AgentId[],
): Promise<ReadonlyMap<AgentId, Date>> {
  if (agentIds.length === 0) return new Map()
  const rows = await db
    .select({ agentId: agentPresence.agentId, seenAt: agentPresence.seenAt })
    .from(agentPresence)
    .where(and(eq(agentPresence.entId, entId), inArray(agentPresence.agentId, [...agentIds])))
  return new Map(rows.map(({ agentId, seenAt }) => [agentId, seenAt]))
}

export const isPresent = (seenAt: Date | undefined, now: Date): boolean =>
  seenAt !== undefined && now.getTime() - seenAt.getTime() <= PRESENT_FOR_MS

export const isAway = (seenAt: Date | undefined, now: Date): boolean =>
  seenAt === undefined || now.getTime() - seenAt.getTime() >= AWAY_AFTER_MS

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

const keyOf = ({ entId, agentId }: Console) => `${entId} ${agentId}`
