import { webhookApi, type Webhook, WEBHOOK_EVENTS } from '@ruwu/contract'
import { WEBHOOK_EVENT_LABELS } from '@ruwu/domain'
import { SideSheet } from '@ruwu/ui'
import { Checkbox, Input, Switch } from 'antd'
import { call } from '../../api/call.ts'
import { DraftButtons } from '../../form/draft-buttons.tsx'
import { Field, FieldGroup, FieldStack } from '../../form/field.tsx'
import { problemsOf } from '../../form/problems.ts'
import { useDraftForm } from '../../form/use-draft-form.ts'
import { texts } from './texts.ts'
import { type SaveBody, useSaveWebhook } from './webhook.queries.ts'
import styles from './webhook.module.css'

type Draft = Pick<Webhook, 'url' | 'events' | 'enabled'>

const BLANK: Draft = { url: '', events: [], enabled: true }
const eventOptions = WEBHOOK_EVENTS.map((value) => ({ value, label: WEBHOOK_EVENT_LABELS[value] }))
const fieldId = (name: string) => `webhook-${name}`

const draftOf = ({ url, events, enabled }: Webhook): Draft => ({ url, events, enabled })
const bodyOf = (draft: Draft, base: Webhook | undefined): SaveBody => ({
  ...draft,
  ...(base && { id: base.id, version: base.version }),
})

type WebhookFormProps = {
  /** Undefined when creating. */
  webhook: Webhook | undefined
  /** A new subscription has a secret, which is shown once. */
  onSecret: (secret: string) => void
  onClose: () => void
}

export function WebhookForm({ webhook, onSecret, onClose }: WebhookFormProps) {
  const saving = useSaveWebhook()
  const { draft, errors, isDirty, isSaving, change, submit, close } = useDraftForm<Webhook, Draft>({
    kept: webhook,
    draftOf,
    blank: BLANK,
    isSame: (one, other) => JSON.stringify(one) === JSON.stringify(other),
    check: (draft, base) => problemsOf(webhookApi.save.body.safeParse(bodyOf(draft, base))),
    save: async (draft, base) => {
      const { secret } = await saving.mutateAsync(bodyOf(draft, base))
      if (secret) onSecret(secret)
    },
    isSaving: saving.isPending,
    readLatest: async ({ id }) => (await call(webhookApi.list)).find((it) => it.id === id),
    fieldId,
    onClose,
  })
  return (
    <SideSheet
      title={webhook ? texts.editTitle : texts.create}
      width="lg"
      onClose={close}
      footer={<DraftButtons isDirty={isDirty} isSaving={isSaving} onCancel={close} onSave={submit} />}
    >
      <FieldStack>
        <Field id={fieldId('url')} label={texts.url} required error={errors.url} hint={texts.urlHint}>
          {(control) => (
            <Input
              {...control}
              data-autofocus
              inputMode="url"
              placeholder={texts.urlPlaceholder}
              value={draft.url}
              onChange={(event) => change({ url: event.target.value })}
            />
          )}
        </Field>
        <FieldGroup label={texts.events} required error={errors.events} hint={texts.eventsHint}>
          <Checkbox.Group
            className={styles.events}
            options={eventOptions}
            value={draft.events}
            onChange={(events) => change({ events: WEBHOOK_EVENTS.filter((event) => events.includes(event)) })}
          />
        </FieldGroup>
        <FieldGroup label={texts.enabled} hint={texts.enabledHint}>
          <Switch aria-label={texts.enabled} checked={draft.enabled} onChange={(enabled) => change({ enabled })} />
        </FieldGroup>
      </FieldStack>
    </SideSheet>
  )
}
