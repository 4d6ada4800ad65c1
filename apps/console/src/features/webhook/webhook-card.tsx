import type { Webhook, WebhookDelivery } from '@ruwu/contract'
import { formatDateTime, formatNumber, WEBHOOK_EVENT_LABELS } from '@ruwu/domain'
import { Button, cardClass, Chip, confirm, cx, StatusLabel } from '@ruwu/ui'
import { Check, CircleAlert, CirclePause, Clock } from 'lucide-react'
import { showError } from '../../api/show-error.ts'
import { MutationButton } from '../../form/mutation-button.tsx'
import { RowMenu } from '../../list/row-menu.tsx'
import { useTimeZone } from '../enterprise/index.ts'
import { DeliveryLog } from './delivery-log.tsx'
import { texts } from './texts.ts'
import { useRedeliver, useRemoveWebhook, useSaveWebhook, useTestWebhook } from './webhook.queries.ts'
import styles from './webhook.module.css'

type WebhookCardProps = {
  webhook: Webhook
  isLogOpen: boolean
  onLog: (isOpen: boolean) => void
  onEdit: () => void
  onSecret: (secret: string) => void
}

export function WebhookCard({ webhook, isLogOpen, onLog, onEdit, onSecret }: WebhookCardProps) {
  const { id, url, events, enabled, version, stoppedAt, late, deliveries } = webhook
  const { host } = new URL(url)
  const timeZone = useTimeZone()
  const redeliver = useRedeliver()
  const testing = useTestWebhook()
  const renewing = useSaveWebhook()
  const removing = useRemoveWebhook()

  async function renew() {
    if (!(await confirm({ title: texts.renewTitle(host), content: texts.renewEffect, confirmText: texts.renew })))
      return
    const body = { id, url, events, version, renewSecret: true }
    renewing.mutate(body, { onSuccess: ({ secret }) => secret && onSecret(secret), onError: showError })
  }

  async function remove() {
    const options = { title: texts.removeTitle(host), content: texts.removeEffect, confirmText: texts.remove }
    if (await confirm(options)) removing.mutate(id)
  }

  return (
    <li className={cx(cardClass, styles.card)}>
      <div className={styles.address}>
        <b>{url}</b>
        <RowMenu
          label={texts.more(host)}
          title={texts.moreTitle}
          entries={{
            edit: { label: texts.edit, run: onEdit },
            renew: { label: texts.renew, run: renew },
            remove: { label: texts.remove, run: remove, danger: true },
          }}
        />
      </div>
      <div className={styles.chips}>
        {events.map((event) => (
          <Chip key={event}>{WEBHOOK_EVENT_LABELS[event]}</Chip>
        ))}
      </div>
      {stoppedAt && <p className={styles.stopped}>{texts.stoppedHint(formatDateTime(stoppedAt, timeZone))}</p>}
      <div className={styles.actions}>
        <span className={styles.states}>
          <State enabled={enabled} isStopped={stoppedAt !== null} />
          {late > 0 && (
            <StatusLabel tone="warning" icon={Clock}>
              {texts.late(formatNumber(late))}
            </StatusLabel>
          )}
        </span>
        <MutationButton size="sm" mutation={testing} onClick={() => testing.mutate(id)}>
          {texts.test}
        </MutationButton>
        <Button size="sm" aria-expanded={isLogOpen} onClick={() => onLog(!isLogOpen)}>
          {texts.log}
        </Button>
      </div>
      <TestResult isTesting={testing.isPending} ping={testing.data?.ping} />
      {isLogOpen && (
        <DeliveryLog
          deliveries={deliveries}
          onRedeliver={(delivery) => redeliver.mutate(delivery)}
          redelivering={redeliver.isPending ? redeliver.variables : undefined}
        />
      )}
    </li>
  )
}

function State({ enabled, isStopped }: { enabled: boolean; isStopped: boolean }) {
  if (enabled)
    return (
      <StatusLabel tone="success" icon={Check}>
        {texts.on}
      </StatusLabel>
    )
  return isStopped ? (
    <StatusLabel tone="error" icon={CircleAlert}>
      {texts.stopped}
    </StatusLabel>
  ) : (
    <StatusLabel tone="quiet" icon={CirclePause}>
      {texts.off}
    </StatusLabel>
  )
}

type TestResultProps = { isTesting: boolean; ping: WebhookDelivery | undefined }

/** Answer of the receiver to 测试. */
export function TestResult({ isTesting, ping }: TestResultProps) {
  const ms = formatNumber(ping?.ms ?? 0)
  return (
    <output className={styles.result}>
      {isTesting ? (
        texts.testing
      ) : !ping ? null : ping.state === 'done' && ping.status !== null ? (
        <StatusLabel tone="success" icon={Check}>
          {texts.tested(ping.status, ms)}
        </StatusLabel>
      ) : (
        <StatusLabel tone="error" icon={CircleAlert}>
          {texts.testFailed(ping.error, ms)}
        </StatusLabel>
      )}
    </output>
  )
}
