import { contextOf, fieldText, summarise } from '@ruwu/domain'
import { and, eq } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { lead } from '../../db/schema/index.ts'
import type { EngineInput } from '../../engine/index.ts'
import { nameOfCustomer, wordsOf } from '../../customer/index.ts'
import { collectedOf, fieldNamesOf, type Situation } from './situation.ts'

/** What the engine is asked, of a customer's words as they stand now. */
export async function toEngineInput(
  db: Queryable,
  situation: Situation,
  { search, readPictures, signal, now }: Pick<EngineInput, 'search' | 'readPictures' | 'signal' | 'now'>,
): Promise<EngineInput> {
  const { row, account, ai, kept, said, before, timeZone } = situation
  const { config } = ai
  const context = contextOf(said, config.advanced.turns)
  const names = fieldNamesOf(situation)
  return {
    entId: row.entId,
    config,
    account: { name: situation.accountName, source: account.source, profile: account.setting.profile },
    customer: {
      name: nameOfCustomer(row),
      hasLead: row.leadStatus !== null,
      known: knownOf(situation),
      hasDoubtfulWechat: await hasDoubtful(db, row),
    },
    guard: { settings: account.setting, words: wordsOf(account.source) },
    fieldNames: names,
    turns: context.turns,
    summary: summarise([...before, ...context.before], collectedOf(situation), names),
    memory: kept.memory,
    now,
    timeZone,
    search,
    readPictures,
    signal,
  }
}

/** What is known of the fields the AI may ask for. */
function knownOf({ row, kept, contacts }: Situation): Record<string, string> {
  const own = Object.entries(row.fields).map(([id, value]) => [id, fieldText(value)] as const)
  const known = { ...kept.memory.collected, ...contacts, ...Object.fromEntries(own) }
  return row.city === '' ? known : { ...known, city: row.city }
}

/** Said in this session: what stood in an older one was asked about then. */
async function hasDoubtful(db: Queryable, { entId, id, sessionId }: Situation['row']): Promise<boolean> {
  if (sessionId === null) return false
  const isDoubtful = and(eq(lead.state, 'ambiguous'), eq(lead.kind, 'wechat'), eq(lead.sessionId, sessionId))
  const rows = await db
    .select({ id: lead.id })
    .from(lead)
    .where(and(eq(lead.entId, entId), eq(lead.customerId, id), isDoubtful))
    .limit(1)
  return rows.length > 0
}
