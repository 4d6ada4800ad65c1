import { emitHint } from '../../customer/agent-hint.ts'
import type { Transaction } from '../../db/database.ts'
import { listHolders } from '../agent/index.ts'
import type { WebhookRow } from './webhook.repo.ts'

/** Hints at something lost to those who can mend the subscription. Its address is told without path and query. */
export async function tellHolders(
  tx: Transaction,
  { entId, url }: Pick<WebhookRow, 'entId' | 'url'>,
  textOf: (host: string) => string,
  now: Date,
): Promise<void> {
  const to = await listHolders(tx.sql, entId, 'enterprise:settingsEdit')
  const text = textOf(new URL(url).host)
  emitHint(tx, { entId }, { hintType: 'webhook_failed', text, level: 'warn', to }, now)
}
