import { burstOf, type ContactRequest, contextOf, fieldText, summarise } from '@ruwu/domain'
import { findContactRequest } from '../../customer/contact-request.repo.ts'
import { maskedCustomerName } from '../../customer/notify-agents.ts'
import type { Queryable } from '../../db/database.ts'
import type { EngineInput } from '../../engine/index.ts'
import { findBannedWords } from '../../outbound/index.ts'
import { countAnswersSince, hasAmbiguousWechat } from './situation.repo.ts'
import { collectedValues, fieldNamesById, type Situation } from './situation.ts'

/** Builds the engine's input from the customer's current situation. */
export async function toEngineInput(
  db: Queryable,
  situation: Situation,
  ways: Pick<EngineInput, 'search' | 'readPieces' | 'readPictures' | 'signal' | 'now'>,
): Promise<EngineInput> {
  const { row, account, ai, stored, messages, earlierMessages, timeZone } = situation
  const { config } = ai
  const context = contextOf(messages, config.advanced.turns)
  const names = fieldNamesById(situation)
  return {
    entId: row.entId,
    config,
    account: { name: situation.accountName, source: account.source, profile: account.setting.profile },
    customer: {
      name: maskedCustomerName(row),
      hasLead: row.leadStatus !== null,
      known: knownFields(situation),
      hasDoubtfulWechat: await hasAmbiguousWechat(db, row),
    },
    guard: { settings: account.setting, words: await findBannedWords(db, row.entId, account.source) },
    fieldNames: names,
    turns: context.turns,
    summary: summarise([...earlierMessages, ...context.before], collectedValues(situation), names),
    memory: stored.memory,
    contactRequest: await readContactRequest(db, situation),
    timeZone,
    ...ways,
  }
}

async function readContactRequest(db: Queryable, { row, messages }: Situation): Promise<ContactRequest | undefined> {
  const request = await findContactRequest(db, row)
  if (!request) return undefined
  const [first] = burstOf(messages)
  const isThisTurn = first !== undefined && request.seq > first.seq
  return { isThisTurn, answers: await countAnswersSince(db, row, request.seq) }
}

/** Known values by field key; a value stored on the customer wins over the AI's memory. */
function knownFields({ row, stored, contacts }: Situation): Record<string, string> {
  const own = Object.entries(row.fields).map(([id, value]) => [id, fieldText(value)] as const)
  const known = { ...stored.memory.collected, ...contacts, ...Object.fromEntries(own) }
  return row.city === '' ? known : { ...known, city: row.city }
}
