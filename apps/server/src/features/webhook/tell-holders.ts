import { LEAD_PUSH_TEXTS, WEBHOOK_TEXTS } from '@ruwu/domain'
import { notifyAgents } from '../../customer/notify-agents.ts'
import type { Transaction } from '../../db/database.ts'
import { listHolders } from '../agent/index.ts'
import type { WebhookRow } from './webhook.repo.ts'

type Texts = Pick<typeof WEBHOOK_TEXTS, 'lost' | 'givenUp' | 'stopped'>

/** Sends a hint to the agents who may edit the subscription or 线索推送. Of the URL only the host is shown: path and query may hold secrets. */
export async function tellHolders(
  tx: Transaction,
  { entId, url, leadPush }: Pick<WebhookRow, 'entId' | 'url' | 'leadPush'>,
  textOf: (texts: Texts, host: string) => string,
  now: Date,
): Promise<void> {
  // Each leads to the page where its kind of target is edited.
  const to = await listHolders(tx.sql, entId, leadPush ? 'automation:edit' : 'enterprise:settingsEdit')
  const text = textOf(leadPush ? LEAD_PUSH_TEXTS : WEBHOOK_TEXTS, new URL(url).host)
  await notifyAgents(
    tx,
    { entId },
    { hintType: leadPush ? 'automation' : 'webhook_failed', text, level: 'warn', to },
    now,
  )
}
