import type {
  AgentId,
  CustomerId,
  EntId,
  KnowledgeId,
  MessageId,
  PointItem,
  RelationId,
  SessionId,
} from '@ruwu/contract'
import { hasPointsLeft, learningPoints, POINT_PRICES, spendPoints, totalPoints } from '@ruwu/domain'
import { findLastSession } from '../../customer/customer-change.repo.ts'
import type { Transaction } from '../../db/database.ts'
import { type AccountRow, lockAccount } from './account.repo.ts'
import { readPointsLeft } from '../../customer/points-availability.repo.ts'
import { type Cause, findUsedKeys, writeMovements } from './ledger.repo.ts'
import { changeLot, listLots, type LotRow } from './lot.repo.ts'

/** A message that costs points. */
type ChargedMessage = {
  entId: EntId
  relationId: RelationId
  customerId: CustomerId
  sessionId: SessionId | null
  messageId: MessageId
}

/** The first message of an answer. */
type ChargedAnswer = ChargedMessage & { hasImage: boolean }

type ChargedLearning = {
  entId: EntId
  /** Null: knowledge that all accounts share. */
  relationId: RelationId | null
  knowledgeId: KnowledgeId
  chars: number
  /** Hash of the text: the same text is charged once. */
  key: string
}

type AccountRef = { entId: EntId; relationId: RelationId | null }
type Charge = { item: PointItem; points: number; cause: Omit<Cause, 'type' | 'item'> }

/** Charges an answer, idempotent per message. May leave a negative balance: the answer is delivered already. */
export async function chargeAnswer(
  tx: Transaction,
  { entId, hasImage, ...charged }: ChargedAnswer,
  now: Date,
): Promise<number> {
  const items = hasImage ? (['ai_reply', 'image'] as const) : (['ai_reply'] as const)
  const charges = items.map((item) => chargeOf(item, { ...charged, key: `${item}:${charged.messageId}` }))
  return (await applyCharges(tx, { entId, relationId: charged.relationId }, charges, now, MAY_OWE)) ?? 0
}

/** Charges a follow-up written by the AI, idempotent per message. */
export const chargeFollowUp = (tx: Transaction, { entId, ...charged }: ChargedMessage, now: Date): Promise<number> =>
  chargeIfCovered(tx, entId, chargeOf('follow_up', { ...charged, key: `follow_up:${charged.messageId}` }), now)

type ChargedJudgement = Omit<ChargedMessage, 'messageId'>

/** Charges what the AI found out about a customer, once per session: the last one, when it has ended meanwhile. */
export async function chargeJudgement(
  tx: Transaction,
  { entId, ...charged }: ChargedJudgement,
  now: Date,
): Promise<number> {
  const { customerId: id } = charged
  const sessionId = charged.sessionId ?? (await findLastSession(tx.sql, { entId, id }))?.id ?? null
  const cause = { ...charged, sessionId, key: `judgement:${sessionId ?? id}` }
  return chargeIfCovered(tx, entId, chargeOf('judgement', cause), now)
}

/** Charges a reply to a comment that the AI judged, once per person and post. */
export const chargeComment = (
  tx: Transaction,
  { entId, ...cause }: ChargedJudgement & { key: string },
  now: Date,
): Promise<number> => chargeIfCovered(tx, entId, chargeOf('comment', cause), now)

/** Charges the learning of a text. False when there are too few points; then nothing is charged. */
export async function chargeLearning(tx: Transaction, charged: ChargedLearning, now: Date): Promise<boolean> {
  const { entId, relationId, knowledgeId, chars } = charged
  const cause = { relationId, key: `knowledge:${knowledgeId}:${charged.key}` }
  const charge = { item: 'knowledge' as const, points: learningPoints(chars), cause }
  return (await applyCharges(tx, { entId, relationId }, [charge], now)) !== undefined
}

type ChargedAssist = ChargedJudgement & { operatorId: AgentId; key: string }

/** Charges a model's help for an agent, once per key: 0 when it was charged before, undefined when there are too few points. */
export function chargeAssist(
  tx: Transaction,
  { entId, ...cause }: ChargedAssist,
  now: Date,
): Promise<number | undefined> {
  const { relationId } = cause
  return applyCharges(tx, { entId, relationId }, [chargeOf('assist', cause)], now)
}

const chargeOf = <C extends Charge['cause']>(item: keyof typeof POINT_PRICES, cause: C) => ({
  item,
  points: POINT_PRICES[item],
  cause,
})

/** The points charged: none when there are too few. */
const chargeIfCovered = async (
  tx: Transaction,
  entId: EntId,
  charge: Charge & { cause: { relationId: RelationId } },
  now: Date,
): Promise<number> => (await applyCharges(tx, { entId, relationId: charge.cause.relationId }, [charge], now)) ?? 0

/** 调整 by the operator. False when there are too few points; then nothing is taken. */
export async function takePoints(
  tx: Transaction,
  { entId, points, reason, key }: { entId: EntId; points: number; reason: string; key: string },
  now: Date,
): Promise<boolean> {
  const before = await lockAccount(tx.sql, entId)
  if (totalPoints(before) < points) return false
  const lots = await listLots(tx.sql, entId)
  const after = await takeFromLots(
    tx,
    { account: before, lots },
    { type: 'adjust', points, cause: { key, reason } },
    now,
  )
  if (!hasPointsLeft(after)) tx.emit(entId, { type: 'ent_points_used_up', at: now.toISOString(), operatorId: null })
  return true
}

const MAY_OWE = true

/**
 * Takes points from the lots and returns how many; undefined, and nothing is taken, when the balance would become negative and may not.
 * Emits ent_points_used_up when the AI may not answer any more. The lock and what is read under it are sent together, and so is all that
 * is written: every answer waits for it.
 */
async function applyCharges(
  tx: Transaction,
  { entId, relationId }: AccountRef,
  charges: readonly Charge[],
  now: Date,
  mayOwe = false,
): Promise<number | undefined> {
  const keys = charges.map((each) => each.cause.key)
  const [before, known, lots, left] = await Promise.all([
    lockAccount(tx.sql, entId),
    findUsedKeys(tx.sql, { entId }, keys),
    listLots(tx.sql, entId),
    // Without an account there is no daily limit of an account to count against.
    relationId === null ? undefined : readPointsLeft(tx.sql, { entId, relationId }, now),
  ])
  const due = charges.filter(({ cause, points }) => points > 0 && !known.has(cause.key))
  const points = sumOf(due)
  if (points === 0) return 0
  if (!mayOwe && totalPoints(before) < points) return undefined
  let account = before
  for (const charge of due) account = await takeFromLots(tx, { account, lots }, charge, now)
  const isUsedUp = hasPointsLeft(before) && !hasPointsLeft(account)
  if (isUsedUp || (left !== undefined && left > 0 && left <= points)) {
    tx.emit(entId, { type: 'ent_points_used_up', at: now.toISOString(), operatorId: null })
  }
  return points
}

const sumOf = (charges: readonly Charge[]) => charges.reduce((sum, each) => sum + each.points, 0)

type Taken = Omit<Charge, 'item'> & { type?: 'adjust'; item?: PointItem }

/** What is taken is taken off the given lots, too. */
async function takeFromLots(
  tx: Transaction,
  { account, lots }: { account: AccountRow; lots: LotRow[] },
  { type, item, points, cause }: Taken,
  now: Date,
): Promise<AccountRow> {
  const parts = spendPoints(lots, points)
  const takenOf = new Map(parts.map((part) => [part.lotId, part.points]))
  for (const lot of lots) lot.remain -= takenOf.get(lot.id) ?? 0
  const movements = parts.map(({ pool, lotId, points: taken }) => ({ pool, lotId, delta: -taken }))
  const [after] = await Promise.all([
    writeMovements(tx.sql, account, { type: type ?? 'consume', ...(item && { item }), ...cause }, movements, now),
    ...parts.map((part) => part.lotId && changeLot(tx.sql, account.entId, part.lotId, -part.points)),
  ])
  return after
}
