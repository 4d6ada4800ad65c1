import type { CommentSetting, Source } from '@ruwu/contract'
import { BLOCKED_TEXT, COMMENT_NAMES, COMMENT_TEXTS } from '@ruwu/domain'
import { appendLine, type CustomerRow } from '../../../customer/customer-change.ts'
import { lockCustomers } from '../../../customer/customer-change.repo.ts'
import type { Transaction } from '../../../db/database.ts'
import type { AutomationOutput } from '../../../db/schema/index.ts'
import { checkCommentText, closedText, countWordHits, type Expected, whyHeldByLimits } from '../../../outbound/index.ts'
import { chargeComment } from '../../points/index.ts'
import { addLog } from '../log.repo.ts'
import { beginReply, type CommentRow, dropComment, endComment, readPlatformId } from './comment.repo.ts'
import type { CommentDeps } from './comment-worker.ts'

/** `mayBeAnswered`: the platform has the reply, or did not say. */
export type Outcome = { result: 'sent' | 'failed' | 'blocked'; reason: string; mayBeAnswered: boolean }

type Prepared = { source: Source; text: string; expected: Expected; startedAt: Date }

/** A reply with its outcome; `setting` is absent when the node stopped meanwhile. */
type Answered = Outcome & Partial<Pick<Prepared, 'text' | 'expected' | 'startedAt'>> & { setting?: CommentSetting }

export const unknownOutcome = (row: CommentRow): Answered => ({
  result: 'failed',
  reason: COMMENT_TEXTS.unknown,
  mayBeAnswered: true,
  ...(row.answeredAt && { startedAt: row.answeredAt }),
})

/** Rolls back what was prepared for a comment that was replaced, or claimed by another node. */
export class CommentLost extends Error {
  override name = 'CommentLost'
}

/**
 * The person becomes a customer, the comment a line of the thread, and the reply passes the limits and the guard. Undefined: nothing is
 * to be sent, which is logged. Throws CommentLost.
 */
export async function prepareReply(
  tx: Transaction,
  deps: CommentDeps,
  row: CommentRow,
  setting: CommentSetting,
): Promise<Prepared | undefined> {
  const startedAt = deps.clock.now()
  const { entId, relationId, authorId } = row
  const account = await deps.findAccount(tx.sql, entId, relationId)
  const accountId = await readPlatformId(tx.sql, row)
  if (!account || accountId === undefined) {
    await dropComment(tx.sql, row)
    return undefined
  }
  // A second try of the same comment adds no second line; a comment that replaced it is counted again.
  if (row.customerId === null || row.tries === 1)
    await deps.inbound.applyComment(tx, eventOf(row, { source: account.source, accountId }))
  const [change] = await lockCustomers(tx.sql, [{ entId, relationId, platformUserId: authorId }])
  if (!change) return undefined
  if (!(await beginReply(tx.sql, row, { customerId: change.customer.id, now: startedAt }))) throw new CommentLost()
  const { customer } = change
  const verdict = await checkCommentText(tx.sql, account, setting.reply)
  await countWordHits(tx.sql, account, { hits: verdict.hits, agentId: null }, startedAt)
  const held =
    (customer.isBlocked ? BLOCKED_TEXT : closedText(account)) ??
    (await whyHeldByLimits(tx.sql, customer, { kind: 'comment_reply', isPrompted: true }, startedAt))?.reason ??
    (verdict.action === 'send' ? undefined : (verdict.message ?? ''))
  if (held === undefined) {
    return { source: account.source, text: verdict.text, expected: expectedOf(customer), startedAt }
  }
  await answerComment(tx, deps, row, {
    result: 'blocked',
    reason: held,
    mayBeAnswered: false,
    startedAt,
    text: setting.reply,
  })
  await deps.automatic.report(tx, { entId, customerId: customer.id, kind: 'comment_reply', reason: held })
  return undefined
}

const expectedOf = ({ receptionType, receptionEpoch, lastHumanSeq: humanSeq }: CustomerRow): Expected => ({
  receptionType,
  receptionEpoch,
  humanSeq,
})

const eventOf = (row: CommentRow, account: { source: Source; accountId: string }) => ({
  ...account,
  kind: 'comment' as const,
  eventKey: row.commentId,
  occurredAt: row.at,
  commentId: row.commentId,
  postId: row.postId,
  from: { platformId: row.authorId, ...(row.authorName && { name: row.authorName }) },
  text: row.text,
})

/** Ends the comment: log, line of the thread, points, and the private message that 引导私信 asks for. */
export async function answerComment(
  tx: Transaction,
  deps: CommentDeps,
  row: CommentRow,
  { result, reason, mayBeAnswered, text = '', expected, startedAt, setting }: Answered,
): Promise<void> {
  // The customer first, as where a comment arrives.
  const [found] = await lockCustomers(tx.sql, [
    { entId: row.entId, relationId: row.relationId, platformUserId: row.authorId },
  ])
  if (!(await endComment(tx.sql, row, mayBeAnswered)) || !found) return
  const now = deps.clock.now()
  const { id: customerId, sessionId } = found.customer
  const { entId, relationId } = row
  const isJudged = setting?.mode === 'ai' && result === 'sent'
  const key = `comment:${row.relationId}:${row.postId}:${row.authorId}`
  const points = isJudged ? await chargeComment(tx, { entId, relationId, customerId, sessionId, key }, now) : 0
  const about = { entId, type: 'comment' as const, customerId, relationId, sessionId, at: now }
  const took = { durationMs: startedAt ? now.getTime() - startedAt.getTime() : 0 }
  const input = { comment: row.text, postId: row.postId }
  await addLog(tx.sql, {
    ...about,
    ...took,
    name: COMMENT_NAMES.reply,
    result,
    reason,
    points,
    input,
    ...(text && { output: outputOf(text) }),
  })
  if (result !== 'sent') return
  appendLine(found, { kind: 'comment_reply', text: COMMENT_TEXTS.replied(text) }, now)
  await deps.writer.commit(tx, [found], now)
  if (!setting?.guide.enabled || !expected) return
  const message = setting.guide.text
  const sent = await deps.automatic.send(tx, {
    entId,
    customerId,
    kind: 'comment_reply',
    content: { type: 'text', text: message },
    expected,
    name: COMMENT_NAMES.guide,
  })
  const guided =
    'messageId' in sent
      ? { result: 'sent' as const, messageId: sent.messageId }
      : { result: 'blocked' as const, reason: sent.blocked }
  // Listed after the reply, which it follows.
  const at = new Date(now.getTime() + 1)
  await addLog(tx.sql, {
    ...about,
    at,
    ...took,
    ...guided,
    name: COMMENT_NAMES.guide,
    input,
    output: outputOf(message),
  })
}

const outputOf = (text: string): AutomationOutput => ({ text, generator: null, model: '' })
