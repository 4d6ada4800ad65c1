import type { Database } from '../db/database.ts'
import { StartError } from '../platform/start-error.ts'
import { type FailedCall, listFailed, retryFailed } from './stored-call.repo.ts'

const LISTED = 100

const USAGE = `用法：
  npm run calls -- failed              列出处理失败的平台来电（最近 ${LISTED} 条）
  npm run calls -- retry <编号…|all>   重新处理`

/** Runs the operator's command about failed platform calls; returns the text to print. */
export async function manageCalls(db: Database, [verb, ...words]: readonly string[], now: Date): Promise<string> {
  if (verb === 'failed' && words.length === 0) {
    const calls = await listFailed(db.sql, LISTED)
    return calls.length === 0 ? '没有处理失败的来电' : calls.map(line).join('\n')
  }
  const isAll = words[0] === 'all' && words.length === 1
  if (verb === 'retry' && (isAll || (words.length > 0 && words.every((word) => /^\d{1,15}$/.test(word)))))
    return `将重新处理 ${await retryFailed(db.sql, isAll ? undefined : words.map(Number), now)} 条`
  throw new StartError(USAGE)
}

/** Without the content: it may hold a customer's contacts. */
const line = ({ id, source, events, attempts, error, receivedAt }: FailedCall): string =>
  [
    id,
    receivedAt.toISOString(),
    source,
    events.map(({ kind }) => String(kind)).join('+'),
    `${attempts} 次`,
    error ?? '',
  ].join('\t')
