import type { MessageId } from '@ruwu/contract'
import { BLOCKED_TEXT, type PlatformErrorKind } from '@ruwu/domain'
import type { Database } from '../db/database.ts'
import { UserFacingError } from '../platform/http/errors.ts'
import { lockCustomer } from '../customer/customer-change.repo.ts'
import type { CustomerWriter } from '../customer/customer-writer.ts'
import { type FailedMessage, listFailedMessages } from './failed-message.repo.ts'
import { type CodesOf, readingPictures } from './picture-codes.ts'
import { findById } from './send.repo.ts'
import { sendAgain } from './send-again.ts'
import type { FindSendingAccount } from './send.service.ts'
import { closedText } from './sending-account.ts'

const RETRIED_AT_ONCE = 500
/**
 * Causes that pass, or that the operator or a new authorisation ends. Other messages are sent again only by name: the platform would
 * refuse them again, or they may have arrived.
 */
const PASSING: ReadonlySet<string | null> = new Set<PlatformErrorKind>([
  'token_expired',
  'token_invalid',
  'needs_reauth',
  'not_granted',
  'app_not_allowed',
  'credentials_wrong',
  'rate_limited',
  'ads_paused',
  'bad_request',
  'platform_down',
])

const NOT_FAILED = '已不在失败状态'

type Deps = { db: Database; writer: CustomerWriter; findAccount: FindSendingAccount; codesOf: CodesOf }
type Retried = { message: FailedMessage; /** Absent: it is on its way again. */ refused?: string }

/**
 * Queues failed messages of people again: those of `ids`, or all whose cause may have passed. Automatic ones stay failed: what they answered has moved on. Who
 * receives a customer does not change.
 */
export async function retryFailedMessages(
  deps: Deps,
  { since, ids }: { since: Date; ids?: readonly MessageId[] },
  now: Date,
): Promise<Retried[]> {
  const failed = await listFailedMessages(deps.db.sql, { since, limit: RETRIED_AT_ONCE, ...(ids ? { ids } : {}) })
  const chosen = ids ? failed : failed.filter((each) => each.senderKind === 'human' && PASSING.has(each.failKind))
  const retried: Retried[] = []
  for (const message of chosen) {
    const refused = await retry(deps, message, now)
    retried.push({ message, ...(refused ? { refused } : {}) })
  }
  return retried
}

/** Why it was not queued. */
async function retry(deps: Deps, failed: FailedMessage, now: Date): Promise<string | undefined> {
  const { db, writer, findAccount, codesOf } = deps
  const { entId, customerId, id } = failed
  if (failed.senderKind !== 'human') return '自动消息不再重发'
  try {
    return await readingPictures(() =>
      db.transaction(async (tx) => {
        const change = await lockCustomer(tx.sql, entId, customerId)
        if (!change) return NOT_FAILED
        const before = await findById(tx.sql, change, id)
        const account = await findAccount(tx.sql, entId, change.customer.relationId)
        if (!before || !account || before.status !== 2) return NOT_FAILED
        if (change.customer.isBlocked) return BLOCKED_TEXT
        const closed = closedText(account)
        if (closed) return closed
        const { agentId } = before
        await sendAgain(tx, writer, change, account, { before, agentId, isConfirmed: true, codesOf }, now)
        return undefined
      }),
    )
  } catch (error) {
    if (error instanceof UserFacingError) return error.message
    throw error
  }
}
