import type { CustomerId, EntId, KnowledgeId, MessageId, PointItem, RelationId, SessionId } from '@ruwu/contract'
import { hasPointsLeft, learningPoints, POINT_PRICES, spendPoints, totalPoints } from '@ruwu/domain'
import { and, eq, gt } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { pointLot } from '../../db/schema/index.ts'
import { type AccountRow, lockAccount } from './account.repo.ts'
import { isAvailable } from './availability.repo.ts'
import { countToDay } from './day.ts'
import { type Cause, changeLot, knownKeys, writeMovements } from './ledger.repo.ts'

/** Something that was said and costs something. */
export type ChargedMessage = {
  entId: EntId
  relationId: RelationId
  customerId: CustomerId
  sessionId: SessionId | null
  messageId: MessageId
}

/** The first message of an answer. */
export type ChargedAnswer = ChargedMessage & { hasImage: boolean }

export type ChargedLearning = {
  entId: EntId
  relationId: RelationId
  knowledgeId: KnowledgeId
  chars: number
  /** Of what was learnt: the same text is paid for once. */
  key: string
}

type Of = { entId: EntId; relationId: RelationId }
type Charge = { item: PointItem; points: number; cause: Omit<Cause, 'type' | 'item'> }

/** What an answer costs, once however often it is asked for. It may leave a debt: the answer is with the customer already. */
export const chargeAnswer = (tx: Transaction, { hasImage, ...of }: ChargedAnswer, now: Date): Promise<number> =>
  chargeMessage(tx, of, hasImage ? ['ai_reply', 'image'] : ['ai_reply'], now)

/** What a follow-up costs that the AI wrote, in the same way. */
export const chargeFollowUp = (tx: Transaction, of: ChargedMessage, now: Date): Promise<number> =>
  chargeMessage(tx, of, ['follow_up'], now)

async function chargeMessage(
  tx: Transaction,
  { entId, ...of }: ChargedMessage,
  items: readonly (keyof typeof POINT_PRICES)[],
  now: Date,
): Promise<number> {
  const charges = items.map((item) => ({
    item,
    points: POINT_PRICES[item],
    cause: { ...of, key: `${item}:${of.messageId}` },
  }))
  const account = await lockAccount(tx.sql, entId)
  return settle(tx, account, { entId, relationId: of.relationId }, charges, now)
}

/** What learning a text costs. False: there are not enough points, and nothing was charged. */
export async function chargeLearning(tx: Transaction, of: ChargedLearning, now: Date): Promise<boolean> {
  const { entId, relationId, knowledgeId, chars } = of
  const points = learningPoints(chars)
  const key = `knowledge:${knowledgeId}:${of.key}`
  const account = await lockAccount(tx.sql, entId)
  if ((await knownKeys(tx.sql, account, [key])).size > 0) return true
  // Only answers that are under way may leave a debt.
  if (totalPoints(account) < points) return false
  await settle(tx, account, { entId, relationId }, [{ item: 'knowledge', points, cause: { relationId, key } }], now)
  return true
}

/** Takes the points from the lots, and says so when they are the last the AI had. */
async function settle(tx: Transaction, before: AccountRow, of: Of, charges: readonly Charge[], now: Date) {
  const known = await knownKeys(
    tx.sql,
    before,
    charges.map((each) => each.cause.key),
  )
  const due = charges.filter(({ cause, points }) => points > 0 && !known.has(cause.key))
  const points = due.reduce((sum, each) => sum + each.points, 0)
  if (points === 0) return 0
  const couldAnswer = await isAvailable(tx.sql, of.entId, of.relationId, now)
  let account = before
  for (const charge of due) account = await take(tx, account, charge, now)
  await countToDay(tx.sql, of, points, now)
  const isUsedUp = hasPointsLeft(before) && !hasPointsLeft(account)
  if (isUsedUp || (couldAnswer && !(await isAvailable(tx.sql, of.entId, of.relationId, now)))) {
    tx.emit(of.entId, { type: 'ent_points_used_up', at: now.toISOString(), operatorId: null })
  }
  return points
}

async function take(tx: Transaction, account: AccountRow, { item, points, cause }: Charge, now: Date) {
  const lots = await tx.sql
    .select()
    .from(pointLot)
    .where(and(eq(pointLot.entId, account.entId), gt(pointLot.remain, 0)))
  const parts = spendPoints(lots, points)
  for (const part of parts) if (part.lotId) await changeLot(tx.sql, account, part.lotId, -part.points)
  const movements = parts.map(({ pool, lotId, points: taken }) => ({ pool, lotId, delta: -taken }))
  return writeMovements(tx.sql, account, { type: 'consume', item, ...cause }, movements, now)
}
