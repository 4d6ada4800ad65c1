import { WEBHOOK_TEXTS, WEBHOOKS_MAX } from '@ruwu/domain'
import { Button, Empty, ErrorBlock, SkeletonRows } from '@ruwu/ui'
import { Webhook as WebhookIcon } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../api/errors.ts'
import { OnceShownDialog } from '../../form/once-shown-dialog.tsx'
import { useLastKnown } from '../../form/use-draft-form.ts'
import { texts } from './texts.ts'
import { WebhookCard } from './webhook-card.tsx'
import { WebhookForm } from './webhook-form.tsx'
import { NEW_WEBHOOK, useWebhookUrl } from './webhook-url.ts'
import { useWebhooks } from './webhook.queries.ts'
import styles from './webhook.module.css'

/** Webhook 订阅: addresses of the enterprise's own systems that are told of events. */
export function WebhookSection() {
  const { editedId, logId, edit, closeForm, showLog } = useWebhookUrl()
  const { data, error, refetch } = useWebhooks({ isLogOpen: logId !== null })
  const edited = useLastKnown(data ?? [], editedId)
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
          onClick={() => edit(NEW_WEBHOOK)}
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
              isLogOpen={webhook.id === logId}
              onLog={(isOpen) => showLog(isOpen ? webhook.id : undefined)}
              onEdit={() => edit(webhook.id)}
              onSecret={setSecret}
            />
          ))}
        </ul>
      )}
      {(edited || editedId === NEW_WEBHOOK) && (
        <WebhookForm key={editedId} webhook={edited} onSecret={setSecret} onClose={closeForm} />
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
