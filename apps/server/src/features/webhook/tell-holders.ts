import { emitHint } from '../../customer/agent-hint.ts'
import type { Transaction } from '../../db/database.ts'
import { listHolders } from '../agent/index.ts'
import type { WebhookRow } from './webhook.repo.ts'

/** Sends a hint to agents with `enterprise:settingsEdit`. Of the URL only the host is shown: path and query may hold secrets. */
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
