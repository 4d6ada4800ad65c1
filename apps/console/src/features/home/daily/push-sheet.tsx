import { type DailyPush, homeDailyApi, ROBOT_TYPES, type RobotType } from '@ruwu/contract'
import { DAILY_TARGET_LABELS } from '@ruwu/domain'
import { ErrorBlock, SideSheet, SkeletonRows, toast } from '@ruwu/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Checkbox, Input, Switch } from 'antd'
import { Link } from 'react-router'
import { call } from '../../../api/call.ts'
import { messageOf } from '../../../api/errors.ts'
import { showError } from '../../../api/show-error.ts'
import { ClockPicker } from '../../../form/clock-picker.tsx'
import { DraftButtons } from '../../../form/draft-buttons.tsx'
import { Field, FieldGroup, FieldStack } from '../../../form/field.tsx'
import { MutationButton } from '../../../form/mutation-button.tsx'
import { useDraftForm } from '../../../form/use-draft-form.ts'
import { useCan } from '../../permission/index.ts'
import { dailyKeys } from './daily.queries.ts'
import { draftOf, problemsOfPush, type PushDraft, pushOf, urlField } from './push-draft.ts'
import { texts } from './texts.ts'
import styles from './push-sheet.module.css'

/** 推送设置: the agent's own subscription. */
export function PushSheet({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useQuery({ queryKey: dailyKeys.push, queryFn: () => call(homeDailyApi.getPush) })
  if (data) return <PushForm push={data} onClose={onClose} />
  return (
    <SideSheet title={texts.push} onClose={onClose}>
      {error ? <ErrorBlock message={messageOf(error)} onRetry={refetch} /> : <SkeletonRows rows={4} disc={false} />}
    </SideSheet>
  )
}

/** 开放接口, where the enterprise's own systems subscribe. */
const WEBHOOK_PATH = '/setting?drawer=open'

const fieldId = (name: string) => `daily-push-${name}`
const isSame = (one: PushDraft, other: PushDraft) => JSON.stringify(one) === JSON.stringify(other)

function PushForm({ push, onClose }: { push: DailyPush; onClose: () => void }) {
  const cache = useQueryClient()
  const canEditWebhooks = useCan('enterprise:settingsEdit')
  const save = useMutation({
    mutationFn: (draft: PushDraft) => call(homeDailyApi.savePush, { body: pushOf(draft) }),
    onSuccess: (saved) => {
      cache.setQueryData(dailyKeys.push, saved)
      toast.success(texts.pushSaved)
    },
  })
  const { draft, errors, isDirty, change, submit, close } = useDraftForm<DailyPush, PushDraft>({
    kept: push,
    draftOf,
    blank: draftOf(push),
    isSame,
    check: problemsOfPush,
    save: (typed) => save.mutateAsync(typed),
    isSaving: save.isPending,
    onClose,
  })
  return (
    <SideSheet
      title={texts.push}
      onClose={() => void close()}
      footer={<DraftButtons isDirty={isDirty} isSaving={save.isPending} onCancel={close} onSave={submit} />}
    >
      <FieldStack>
        <FieldGroup label={texts.pushEnabled} hint={texts.pushHint}>
          <Switch aria-label={texts.pushEnabled} checked={draft.enabled} onChange={(enabled) => change({ enabled })} />
        </FieldGroup>
        <Field id={fieldId('time')} label={texts.pushTime} error={errors['time']}>
          {(control) => (
            <ClockPicker
              {...control}
              className={styles.time}
              minuteStep={5}
              value={draft.time}
              onChange={(time) => change({ time })}
            />
          )}
        </Field>
        <FieldGroup label={texts.pushTargets} error={errors['targets']}>
          <Checkbox checked={draft.isSite} onChange={(event) => change({ isSite: event.target.checked })}>
            {DAILY_TARGET_LABELS[0]}
          </Checkbox>
        </FieldGroup>
        {ROBOT_TYPES.map((type) => (
          <RobotField
            key={type}
            type={type}
            url={draft.urls[type]}
            error={errors[urlField(draft, type)]}
            id={fieldId(`robot-${type}`)}
            onChange={(url) => change({ urls: { ...draft.urls, [type]: url } })}
          />
        ))}
      </FieldStack>
      {canEditWebhooks && (
        <p className={styles.webhook}>
          {texts.webhookHint} <Link to={WEBHOOK_PATH}>{texts.webhookLink}</Link>
        </p>
      )}
    </SideSheet>
  )
}

type RobotFieldProps = {
  type: RobotType
  url: string
  error: string | undefined
  id: string
  onChange: (url: string) => void
}

function RobotField({ type, url, error, id, onChange }: RobotFieldProps) {
  const test = useMutation({
    mutationFn: () => call(homeDailyApi.testPush, { body: { type, url: url.trim() } }),
    onSuccess: () => toast.success(texts.tested),
    onError: showError,
  })
  const label = DAILY_TARGET_LABELS[type]
  return (
    <Field id={id} label={label} error={error} hint={texts.robotHint}>
      {(control) => (
        <span className={styles.robot}>
          <Input
            {...control}
            inputMode="url"
            placeholder="https://"
            value={url}
            onChange={(event) => onChange(event.target.value)}
          />
          <MutationButton
            aria-label={texts.testRobot(label)}
            mutation={test}
            disabled={!url.trim()}
            onClick={() => test.mutate()}
          >
            {texts.test}
          </MutationButton>
        </span>
      )}
    </Field>
  )
}
