import type { DeliveryState, WebhookDelivery, WebhookDeliveryId } from '@ruwu/contract'
import {
  canRedeliver,
  deliveryStateLabel,
  formatDateTimeSeconds,
  formatNumber,
  WEBHOOK_EVENT_LABELS,
} from '@ruwu/domain'
import { Button, StatusLabel, type Tone } from '@ruwu/ui'
import type { ReactNode } from 'react'
import { useTimeZone } from '../enterprise/index.ts'
import { texts } from './texts.ts'
import styles from './webhook.module.css'

const TONES: Record<DeliveryState, Tone> = { waiting: 'warning', done: 'success', failed: 'error' }

type DeliveryLogProps<Row> = {
  deliveries: readonly Row[]
  /** What a row is called; by default its event. */
  nameOf?: (row: Row) => string
  /** Name of the action on a delivery that was given up. */
  action?: string
  onRedeliver: (id: WebhookDeliveryId) => void
  /** The one that is being asked for. */
  redelivering: WebhookDeliveryId | undefined
}

const eventName = ({ type }: WebhookDelivery) => WEBHOOK_EVENT_LABELS[type]

/** 最近投递, newest first. */
export function DeliveryLog<Row extends WebhookDelivery>({
  deliveries,
  nameOf = eventName,
  action = texts.redeliver,
  onRedeliver,
  redelivering,
}: DeliveryLogProps<Row>) {
  return (
    <div className={styles.log}>
      <small>{deliveries.length > 0 ? texts.logHint : texts.noLog}</small>
      <ol>
        {deliveries.map((delivery) => (
          <Delivery key={delivery.id} delivery={delivery} name={nameOf(delivery)}>
            {canRedeliver(delivery) && (
              <Button variant="link" busy={redelivering === delivery.id} onClick={() => onRedeliver(delivery.id)}>
                {action}
              </Button>
            )}
          </Delivery>
        ))}
      </ol>
    </div>
  )
}

type DeliveryProps = { delivery: WebhookDelivery; name: string; children: ReactNode }

function Delivery({ delivery, name, children }: DeliveryProps) {
  const timeZone = useTimeZone()
  const { state, attempts, at, createdAt, status, ms, error, nextAt } = delivery
  const took = ms === null ? undefined : formatNumber(ms)
  return (
    <li>
      <span className={styles.what}>
        <StatusLabel tone={TONES[state]}>{deliveryStateLabel(delivery)}</StatusLabel>
        {name}
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
      {children}
    </li>
  )
}
