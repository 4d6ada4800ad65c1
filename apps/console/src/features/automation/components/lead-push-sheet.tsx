import { automationApi, LEAD_PUSH_FIELDS, type LeadPushCard, LeadPushInput } from '@ruwu/contract'
import { LEAD_PUSH_FIELD_LABELS, PUSH_TYPE_LABELS } from '@ruwu/domain'
import { ErrorBlock, SkeletonRows } from '@ruwu/ui'
import { Checkbox, Switch } from 'antd'
import { call } from '../../../api/call.ts'
import { messageOf } from '../../../api/errors.ts'
import { Field, FieldGroup } from '../../../form/field.tsx'
import { problemsOf } from '../../../form/problems.ts'
import { useDraftForm } from '../../../form/use-draft-form.ts'
import { useCan } from '../../permission/index.ts'
import { DeliveryLog } from '../../webhook/index.ts'
import { type TargetSecret, useRepeatPush, useSaveLeadPush } from '../automation.mutations.ts'
import { usePushes } from '../automation.queries.ts'
import { draftOf, inputOf, isSame, type LeadPushDraft } from '../lead-push-draft.ts'
import { texts } from '../texts.ts'
import { CardSheet } from './card-sheet.tsx'
import { TargetFields } from './target-fields.tsx'
import styles from './lead-push-sheet.module.css'

const fieldId = (name: string) => `lead-push-${name.replaceAll('.', '-')}`
const fieldOptions = LEAD_PUSH_FIELDS.map((value) => ({ value, label: LEAD_PUSH_FIELD_LABELS[value] }))

type LeadPushSheetProps = { card: LeadPushCard; onSecrets: (secrets: TargetSecret[]) => void; onClose: () => void }

/** Settings of 线索推送; with `automation:edit` also its delivery log. */
export function LeadPushSheet({ card, onSecrets, onClose }: LeadPushSheetProps) {
  const save = useSaveLeadPush(onSecrets)
  const canEdit = useCan('automation:edit')
  const canUnmask = useCan('customer:viewSensitive')
  const form = useDraftForm<LeadPushCard, LeadPushDraft>({
    kept: card,
    draftOf,
    blank: draftOf(card),
    isSame,
    check: (draft, base = card) => problemsOf(LeadPushInput.safeParse(inputOf(draft, base.version))),
    save: (draft, base = card) => save.mutateAsync(inputOf(draft, base.version)),
    isSaving: save.isPending,
    readLatest: async () => (await call(automationApi.more)).leadPush,
    fieldId,
    onClose,
  })
  const { draft, errors, change } = form
  return (
    <CardSheet title={texts.leadPush} width="lg" form={form}>
      <Field id={fieldId('enabled')} label={texts.enabled}>
        {({ id }) => <Switch id={id} checked={draft.enabled} onChange={(enabled) => change({ enabled })} />}
      </Field>
      <TargetFields draft={draft} card={card} errors={errors} fieldId={fieldId} onChange={change} />
      <FieldGroup label={texts.pushFields} required error={errors.fields}>
        <Checkbox.Group
          className={styles.fields}
          options={fieldOptions}
          value={draft.fields}
          onChange={(fields) => change({ fields: LEAD_PUSH_FIELDS.filter((field) => fields.includes(field)) })}
        />
      </FieldGroup>
      <Field
        id={fieldId('masked')}
        label={texts.masked}
        hint={canUnmask || !draft.masked ? texts.maskedHint : texts.maskedBound}
      >
        {({ id }) => (
          <Switch
            id={id}
            checked={draft.masked}
            {...(draft.masked && !canUnmask && { disabled: true })}
            onChange={(masked) => change({ masked })}
          />
        )}
      </Field>
      {canEdit && (
        <FieldGroup label={texts.pushLog}>
          <PushLog />
        </FieldGroup>
      )}
    </CardSheet>
  )
}

function PushLog() {
  const { data, error, refetch } = usePushes()
  const repeat = useRepeatPush()
  if (error && !data) return <ErrorBlock message={messageOf(error)} onRetry={refetch} />
  if (!data) return <SkeletonRows rows={2} disc={false} />
  return (
    <DeliveryLog
      deliveries={data}
      action={texts.repeatPush}
      onRedeliver={(id) => repeat.mutate(id)}
      redelivering={repeat.isPending ? repeat.variables : undefined}
      nameOf={({ type, targetType, host }) =>
        [PUSH_TYPE_LABELS[targetType], type === 'ping' ? texts.pushTest : host].join(' · ')
      }
    />
  )
}
