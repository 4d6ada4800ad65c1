import type { EntId, WebhookDeliveryId } from '@ruwu/contract'
import { canRedeliver, LEAD_PUSH_TEXTS, WEBHOOK_TEXTS } from '@ruwu/domain'
import type { Queryable } from '../../db/database.ts'
import { NotFoundError, UserFacingError } from '../../platform/http/errors.ts'
import { retoldLeads } from './collect-events.ts'
import { findDelivery, repeatDelivery } from './delivery.repo.ts'
import { isPushTarget } from './push-target.repo.ts'
import { changeWebhook, lockWebhook, type WebhookKey } from './webhook.repo.ts'

/** One more attempt of a delivery that was given up: of a subscription, or of a target of 线索推送. */
export async function redeliver(
  sql: Queryable,
  entId: EntId,
  id: WebhookDeliveryId,
  { isPush, now }: { isPush: boolean; now: Date },
): Promise<WebhookKey> {
  const delivery = await findDelivery(sql, entId, id)
  const key = delivery && { entId, id: delivery.webhookId }
  const row = key && (await lockWebhook(sql, key))
  if (!row || isPush !== isPushTarget(row)) throw new NotFoundError(isPush ? '推送' : '投递')
  if (!row.enabled) throw new UserFacingError('refused', isPush ? WEBHOOK_TEXTS.targetIsOff : WEBHOOK_TEXTS.isOff)
  if (!canRedeliver(delivery)) throw new UserFacingError('refused', WEBHOOK_TEXTS.notFailed)
  // The stored body of a push may hold contacts that the card masks now, and its address may be another one since.
  const [told] = isPushTarget(row) ? await retoldLeads(sql, row, [delivery]) : [delivery]
  if (!told) throw new UserFacingError('refused', LEAD_PUSH_TEXTS.leadGone)
  if (!(await repeatDelivery(sql, told, now))) throw new UserFacingError('refused', WEBHOOK_TEXTS.notFailed)
  await changeWebhook(sql, key, { pausedUntil: null })
  return key
}
