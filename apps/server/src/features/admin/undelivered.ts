import path from 'node:path'
import type { MessageId } from '@ruwu/contract'
import { SOURCE_LABELS } from '@ruwu/domain'
import { CustomerWriter } from '../../customer/customer-writer.ts'
import type { Database } from '../../db/database.ts'
import type { Installation } from '../../db/operator-command.ts'
import {
  createPictureCodes,
  type FailedMessage,
  listFailedMessages,
  listOnTheirWay,
  retryFailedMessages,
} from '../../outbound/index.ts'
import { StartError } from '../../platform/start-error.ts'
import { openStorage } from '../../platform/storage/index.ts'
import { memoryBus } from '../../realtime/index.ts'
import { findSendingAccount } from '../channel/index.ts'

type Deps = { db: Database; now: Date } & Installation

const DAY_MS = 86_400_000
const DAYS = 7
const MOST_DAYS = 90
const LISTED = 200
const SENDERS: Record<string, string> = { human: '客服', ai: 'AI', flow: '自动化' }

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS)

/** What was not delivered, and whether anything has been waiting. Without the content: it may hold a customer's contacts. */
export async function listUndelivered({ db, now }: Deps, days = String(DAYS)): Promise<string> {
  if (!/^\d{1,2}$/.test(days) || Number(days) < 1 || Number(days) > MOST_DAYS)
    throw new StartError(`天数须为 1 到 ${MOST_DAYS}`)
  const failed = await listFailedMessages(db.sql, { since: daysBefore(now, Number(days)), limit: LISTED })
  const waiting = await listOnTheirWay(db.sql)
  return [
    waiting[0] ? `正在发送 ${waiting.length} 条，最早的写于 ${waiting[0].toISOString()}` : '没有等待发送的消息',
    failed.length === 0 ? `最近 ${days} 天没有发送失败的消息` : `最近 ${days} 天发送失败 ${failed.length} 条：`,
    ...failed.map(line),
    ...(failed.length === LISTED ? [`只列出最早的 ${LISTED} 条`] : []),
  ].join('\n')
}

/** Queues them again; the worker of the product sends them. */
export async function retryUndelivered({ db, now, config, dataDir }: Deps, words: readonly string[]): Promise<string> {
  const isAll = words.length === 1 && words[0] === 'all'
  if (!isAll && !words.every((word) => /^[0-9a-f]{32}$/.test(word)))
    throw new StartError('编号须为 npm run admin -- failed 列出的编号，或者 all')
  const ids = isAll ? undefined : (words as MessageId[])
  const sources = { find: () => undefined }
  const storage = await openStorage(config, path.join(dataDir, 'files'))
  const retried = await retryFailedMessages(
    {
      db,
      // This process has no subscribers; workers poll the outbox, and consoles read the change as a missed event.
      writer: new CustomerWriter({ bus: memoryBus() }),
      findAccount: (sql, entId, id) => findSendingAccount(sql, sources, entId, id),
      codesOf: createPictureCodes({ db, storage }).codesOf,
    },
    { since: daysBefore(now, isAll ? DAYS : MOST_DAYS), ...(ids ? { ids } : {}) },
    now,
  )
  const refused = retried.filter((each) => each.refused !== undefined)
  const unknown = (ids ?? []).filter((id) => !retried.some(({ message }) => message.id === id))
  return [
    `将重发 ${retried.length - refused.length} 条`,
    ...refused.map((each) => `${each.message.id}\t没有重发：${each.refused}`),
    ...unknown.map((id) => `${id}\t没有这条发送失败的消息`),
  ].join('\n')
}

const line = ({ id, failedAt, entName, source, accountName, senderKind, failKind, failMsg }: FailedMessage): string =>
  [
    id,
    failedAt.toISOString(),
    entName,
    `${SOURCE_LABELS[source]} ${accountName}`,
    SENDERS[senderKind] ?? senderKind,
    `${failMsg ?? ''}（${failKind ?? ''}）`,
  ].join('\t')
