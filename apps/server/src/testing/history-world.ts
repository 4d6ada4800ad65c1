import type { RelationId, StatisticsFilter } from '@ruwu/contract'
import { seededRandom } from '@ruwu/testkit'
import { eq, sql } from 'drizzle-orm'
import { enterprise } from '../db/schema/index.ts'
import type { Caller } from '../platform/http/caller.ts'
import { addCrowd } from './customer-crowd.ts'
import { openAccount } from './platform.ts'
import { randomFacts } from './random-facts.ts'
import { world } from './world.ts'

export const HISTORY_FROM = new Date('2026-03-26T00:00:00Z')
const TO = new Date('2026-04-01T00:00:00Z')

export type HistoryWorld = Awaited<ReturnType<typeof historyWorld>>

/** Random facts of six days of twelve customers of two accounts. */
export async function historyWorld(timeZone: string, seed: number) {
  const here = await world()
  const { db, clock, zhao, lin, wei } = here
  const { entId } = zhao
  await db.sql.update(enterprise).set({ timezone: timeZone }).where(eq(enterprise.id, entId))
  const accounts = [await openAccount(here, { entId }), await openAccount(here, { entId, source: 'redbook' })]
  const random = seededRandom(seed)
  const agents = [lin, wei].map(({ id, name }) => ({ id, name, createdAt: clock.now() }))
  const named = accounts.map((account) => ({ ...account, name: '云杉家居' }))
  const { ids } = await addCrowd(db, { entId, agents, accounts: named, count: 12, now: clock.now(), random })
  const { rows } = await db.sql.execute<{ id: string; relationId: RelationId }>(
    sql`select replace(id::text, '-', '') as id, replace(relation_id::text, '-', '') as "relationId" from customer where ent_id = ${entId}`,
  )
  const customers = ids.map((id) => ({ id, relationId: rows.find((row) => row.id === id)!.relationId }))
  clock.set(new Date('2026-04-01T12:00:00Z'))
  const facts = randomFacts(db, { entId, agentIds: [lin.id, wei.id], customers, from: HISTORY_FROM, to: TO, random })
  const caller: Caller = {
    entId,
    agentId: zhao.id,
    sessionId: '',
    ip: '',
    permissions: new Set(),
    masksPhones: false,
    customerScope: 'all',
    accountScope: null,
  }
  return { ...here, entId, accounts, facts, caller, rollups: here.reception.work.rollups }
}

/** No condition but the days. */
export const EVERYTHING = {
  range: 'custom' as const,
  from: '2026-03-26',
  to: '2026-04-01',
  sources: [],
  subSourceIds: [],
  agentIds: [],
  tagIds: [],
  receptionTypes: [],
} satisfies Partial<StatisticsFilter>
