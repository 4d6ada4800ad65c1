import type { DeliveryState, WebhookDelivery } from '@ruwu/contract'
import {
  canRedeliver,
  deliveryStateLabel,
  formatDateTimeSeconds,
  formatNumber,
  WEBHOOK_EVENT_LABELS,
} from '@ruwu/domain'
import { Button, StatusLabel, type Tone } from '@ruwu/ui'
import { useTimeZone } from '../enterprise/index.ts'
import { texts } from './texts.ts'
import { useRedeliver } from './webhook.queries.ts'
import styles from './webhook.module.css'

const TONES: Record<DeliveryState, Tone> = { waiting: 'warning', done: 'success', failed: 'error' }

/** 最近投递, newest first. */
export function DeliveryLog({ deliveries }: { deliveries: readonly WebhookDelivery[] }) {
  return (
    <div className={styles.log}>
      <small>{deliveries.length > 0 ? texts.logHint : texts.noLog}</small>
      <ol>
        {deliveries.map((delivery) => (
          <Delivery key={delivery.id} delivery={delivery} />
        ))}
      </ol>
    </div>
  )
}

function Delivery({ delivery }: { delivery: WebhookDelivery }) {
  const timeZone = useTimeZone()
  const redeliver = useRedeliver()
  const { type, state, attempts, at, createdAt, status, ms, error, nextAt } = delivery
  const took = ms === null ? undefined : formatNumber(ms)
  return (
    <li>
      <span className={styles.what}>
        <StatusLabel tone={TONES[state]}>{deliveryStateLabel(delivery)}</StatusLabel>
        {WEBHOOK_EVENT_LABELS[type]}
      </span>
      <span className={styles.when}>
        {attempts > 0 && <span>{texts.attempts(attempts)}</span>}
        {took !== undefined && <span>{status === null ? texts.took(took) : texts.answered(status, took)}</span>}
        <time dateTime={at ?? createdAt}>{formatDateTimeSeconds(at ?? createdAt, timeZone)}</time>
      </span>
      {error && (
        <small>
          {error}
          {nextAt && ` · ${texts.retryAt(formatDateTimeSeconds(nextAt, timeZone))}`}
        </small>
      )}
      {canRedeliver(delivery) && (
        <Button variant="link" busy={redeliver.isPending} onClick={() => redeliver.mutate(delivery.id)}>
          {texts.redeliver}
        </Button>
      )}
    </li>
  )
}
