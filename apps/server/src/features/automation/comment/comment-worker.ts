import type { CommentSetting, Source } from '@ruwu/contract'
import { COMMENT_INTENT, COMMENT_TEXTS, commentHasKeyword } from '@ruwu/domain'
import type { FastifyBaseLogger } from 'fastify'
import type { ChannelSource } from '../../../channels/source.ts'
import type { TokenKeeper } from '../../../channels/token-keeper.ts'
import { PlatformError } from '../../../channels/platform-error.ts'
import type { CustomerWriter } from '../../../customer/customer-writer.ts'
import { isAvailable } from '../../../customer/points-availability.repo.ts'
import type { Database, Transaction } from '../../../db/database.ts'
import type { TagJudge } from '../../../engine/index.ts'
import { type InboundService, STALE_MS } from '../../../inbound/index.ts'
import type { AutomaticSender, FindSendingAccount } from '../../../outbound/index.ts'
import type { Clock } from '../../../platform/clock.ts'
import { findSetting } from '../setting.repo.ts'
import { answerComment, CommentLost, type Outcome, prepareReply, unknownOutcome } from './answer-comment.ts'
import { claimComment, type CommentRow, dropComment, release, retryLater } from './comment.repo.ts'

/** Longer than a judgement and the platform's call take. */
const LEASE_MS = 60_000
const JUDGE_LIMIT_MS = 10_000
/** Tries before a comment is given up, while the platform asks to come later. */
const TRIES_MAX = 3
const RETRY_MS = 30_000
/** After errors of our own, which are in the log of the process. */
const GIVE_UP_AFTER = 6

export type CommentDeps = {
  db: Database
  clock: Clock
  log: FastifyBaseLogger
  writer: CustomerWriter
  automatic: AutomaticSender
  findAccount: FindSendingAccount
  judge: TagJudge
  inbound: Pick<InboundService, 'applyComment'>
  find(source: Source): ChannelSource | undefined
  keeper: TokenKeeper
}

/** 意向评论: judges comments and answers those that show intent, each person once per post. */
export function createCommentWorker(deps: CommentDeps) {
  const { db, clock, log, judge, keeper, find } = deps

  async function showsIntent({ entId, relationId, text }: CommentRow, setting: CommentSetting): Promise<boolean> {
    if (setting.mode === 'keyword') return commentHasKeyword(text, setting.keywords)
    if (!(await isAvailable(db.sql, entId, relationId, clock.now()))) return false
    const question = { id: 'intent', aiPrompt: COMMENT_INTENT }
    return (await judge.judge({ entId, texts: [text], tags: [question], limitMs: JUDGE_LIMIT_MS })).length > 0
  }

  async function handle(row: CommentRow): Promise<void> {
    // The node stopped during the platform's call, which is not repeated: it may have been answered.
    if (row.answeredAt) return db.transaction((tx) => answerComment(tx, deps, row, unknownOutcome(row)))
    const isGivenUp = row.tries > GIVE_UP_AFTER
    if (isGivenUp && row.customerId !== null) {
      const outcome = { result: 'failed' as const, reason: COMMENT_TEXTS.givenUp, mayBeAnswered: false }
      return db.transaction((tx) => answerComment(tx, deps, row, outcome))
    }
    const setting = (await findSetting(db.sql, row.entId, 'comment'))?.setting
    const isWanted =
      setting?.enabled === true &&
      !isGivenUp &&
      clock.now().getTime() - row.at.getTime() < STALE_MS &&
      (row.customerId !== null || (await showsIntent(row, setting)))
    if (!isWanted) return dropComment(db.sql, row)
    const prepared = await db
      .transaction((tx) => prepareReply(tx, deps, row, setting))
      .catch((error: unknown) => {
        if (error instanceof CommentLost) return 'lost' as const
        throw error
      })
    if (prepared === 'lost') return release(db.sql, row)
    if (!prepared) return undefined
    const { source, text, ...begun } = prepared
    const outcome = await reply(row, source, text)
    return outcome === 'later'
      ? retryLater(db.sql, row, new Date(clock.now().getTime() + RETRY_MS))
      : db.transaction((tx: Transaction) => answerComment(tx, deps, row, { ...begun, setting, text, ...outcome }))
  }

  async function reply(row: CommentRow, source: Source, text: string): Promise<Outcome | 'later'> {
    let isCalled = false
    try {
      const channel = find(source)
      if (!channel) throw new PlatformError('app_not_allowed')
      const account = await keeper.ready(row.entId, row.relationId)
      isCalled = true
      await channel.replyToComment(account, { commentId: row.commentId, postId: row.postId }, text)
      return { result: 'sent', reason: '', mayBeAnswered: true }
    } catch (error) {
      if (!(error instanceof PlatformError)) {
        if (isCalled) throw error
        log.error({ err: error, commentId: row.commentId }, 'the reply to a comment could not be prepared')
        return 'later'
      }
      if (error.retry === 'later' && row.tries < TRIES_MAX) return 'later'
      return { result: 'failed', reason: error.finalMessage, mayBeAnswered: error.retry === 'await_echo' }
    }
  }

  return {
    /** True when there may be more. Any number may run at the same time. */
    async run(onClaim?: () => void): Promise<boolean> {
      const now = clock.now()
      const row = await claimComment(db.sql, now, new Date(now.getTime() + LEASE_MS))
      if (row) onClaim?.()
      // An error of one comment does not stop the others; its lease ends before the next try.
      if (row)
        await handle(row).catch((error: unknown) =>
          log.error({ err: error, commentId: row.commentId }, 'a comment could not be answered'),
        )
      return row !== undefined
    },
  }
}
