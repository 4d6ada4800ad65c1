import type { EntId, WebhookDeliveryId } from '@ruwu/contract'
import { canRedeliver, WEBHOOK_TEXTS } from '@ruwu/domain'
import type { Queryable } from '../../db/database.ts'
import { NotFoundError, UserFacingError } from '../../platform/http/errors.ts'
import { findDelivery, repeatDelivery } from './delivery.repo.ts'
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
  if (!row || isPush !== (row.leadPush !== null)) throw new NotFoundError(isPush ? '推送' : '投递')
  if (!row.enabled) throw new UserFacingError('refused', isPush ? WEBHOOK_TEXTS.targetIsOff : WEBHOOK_TEXTS.isOff)
  if (!canRedeliver(delivery) || !(await repeatDelivery(sql, delivery, now)))
    throw new UserFacingError('refused', WEBHOOK_TEXTS.notFailed)
  await changeWebhook(sql, key, { pausedUntil: null })
  return key
}
