import type { Webhook, WebhookId } from '@ruwu/contract'
import { WEBHOOK_TEXTS, WEBHOOKS_MAX } from '@ruwu/domain'
import { Button, Empty, ErrorBlock, SkeletonRows } from '@ruwu/ui'
import { Webhook as WebhookIcon } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../api/errors.ts'
import { OnceShownDialog } from '../../form/once-shown-dialog.tsx'
import { texts } from './texts.ts'
import { WebhookCard } from './webhook-card.tsx'
import { WebhookForm } from './webhook-form.tsx'
import { useWebhooks } from './webhook.queries.ts'
import styles from './webhook.module.css'

/** Webhook 订阅: addresses of the enterprise's own systems that are told of events. */
export function WebhookSection() {
  const [openLog, setOpenLog] = useState<WebhookId>()
  const { data, error, refetch } = useWebhooks({ isLogOpen: openLog !== undefined })
  const [edited, setEdited] = useState<Webhook | 'new'>()
  const [secret, setSecret] = useState('')
  const isFull = data !== undefined && data.length >= WEBHOOKS_MAX
  return (
    <section aria-labelledby="webhooks">
      <header className={styles.head}>
        <h3 id="webhooks">
          {texts.title} {data && <small>{texts.count(data.length)}</small>}
        </h3>
        <Button
          size="sm"
          disabled={!data || isFull}
          title={isFull ? WEBHOOK_TEXTS.tooMany : undefined}
          onClick={() => setEdited('new')}
        >
          {texts.create}
        </Button>
        <p>{texts.hint}</p>
      </header>
      {error && !data ? (
        <ErrorBlock message={messageOf(error)} onRetry={refetch} />
      ) : !data ? (
        <SkeletonRows rows={2} disc={false} />
      ) : data.length === 0 ? (
        <Empty icon={WebhookIcon} text={texts.none} />
      ) : (
        <ul className={styles.list}>
          {data.map((webhook) => (
            <WebhookCard
              key={webhook.id}
              webhook={webhook}
              isLogOpen={webhook.id === openLog}
              onLog={(isOpen) => setOpenLog(isOpen ? webhook.id : undefined)}
              onEdit={() => setEdited(webhook)}
              onSecret={setSecret}
            />
          ))}
        </ul>
      )}
      {edited && (
        <WebhookForm
          webhook={edited === 'new' ? undefined : edited}
          onSecret={setSecret}
          onClose={() => setEdited(undefined)}
        />
      )}
      {secret && (
        <OnceShownDialog
          title={texts.secretTitle}
          hint={texts.secretHint}
          label={texts.secret}
          value={secret}
          onClose={() => setSecret('')}
        />
      )}
    </section>
  )
}
