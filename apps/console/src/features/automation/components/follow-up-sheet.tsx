import type { FollowUpCard, FollowUpSetting } from '@ruwu/contract'
import { Button, SideSheet } from '@ruwu/ui'
import { Switch, TimePicker } from 'antd'
import dayjs from 'dayjs'
import { Field, FieldGroup, FieldStack } from '../../../form/field.tsx'
import { withStep } from '../follow-up-draft.ts'
import { texts } from '../texts.ts'
import { fieldId, useFollowUpForm } from '../use-follow-up-form.ts'
import { StepFields } from './step-fields.tsx'
import styles from './follow-up-sheet.module.css'

/** The settings of 沉默跟进. */
export function FollowUpSheet({ card, onClose }: { card: FollowUpCard; onClose: () => void }) {
  const { draft, errors, isDirty, isSaving, change, submit, close } = useFollowUpForm(card, onClose)
  return (
    <SideSheet
      title={texts.followUp}
      width="lg"
      onClose={() => void close()}
      footer={
        <>
          <Button onClick={() => void close()}>{texts.cancel}</Button>
          <Button variant="primary" busy={isSaving} disabled={!isDirty} onClick={() => void submit()}>
            {texts.save}
          </Button>
        </>
      }
    >
      <FieldStack>
        <Field id={fieldId('enabled')} label={texts.enabled}>
          {({ id }) => <Switch id={id} checked={draft.enabled} onChange={(enabled) => change({ enabled })} />}
        </Field>
        <FieldGroup label={texts.steps} error={errors['steps']}>
          <ol className={styles.steps}>
            {Array.from(draft.steps.entries(), ([index, step]) => (
              // Steps have no id and a fixed number; the index is the key.
              <li key={index}>
                <StepFields
                  step={step}
                  index={index}
                  errors={errors}
                  onChange={(part) => change({ steps: withStep(draft, index, part).steps })}
                />
              </li>
            ))}
          </ol>
        </FieldGroup>
        <QuietFields quiet={draft.quiet} error={errors['quiet.to']} onChange={(quiet) => change({ quiet })} />
        <FieldGroup label={texts.rules}>
          <ul className={styles.rules}>
            {texts.ruleLines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </FieldGroup>
      </FieldStack>
    </SideSheet>
  )
}

type Quiet = FollowUpSetting['quiet']
type QuietFieldsProps = { quiet: Quiet; error: string | undefined; onChange: (quiet: Quiet) => void }

const CLOCK = 'HH:mm'

/** Only the time of day counts; the date is arbitrary. */
const timeOf = (clock: string) => dayjs(`2000-01-01 ${clock}`)

/** Quiet hours. */
function QuietFields({ quiet, error, onChange }: QuietFieldsProps) {
  const pickTime = (end: 'from' | 'to', label: string) => (
    <TimePicker
      aria-label={label}
      format={CLOCK}
      allowClear={false}
      needConfirm={false}
      disabled={!quiet.enabled}
      value={timeOf(quiet[end])}
      onChange={(time) => time && onChange({ ...quiet, [end]: time.format(CLOCK) })}
    />
  )
  return (
    <FieldGroup label={texts.quiet} error={error} hint={texts.quietHint}>
      <div className={styles.line}>
        <Switch
          aria-label={texts.quiet}
          checked={quiet.enabled}
          onChange={(enabled) => onChange({ ...quiet, enabled })}
        />
        {pickTime('from', texts.quietFrom)}
        {texts.quietJoin}
        {pickTime('to', texts.quietTo)}
      </div>
    </FieldGroup>
  )
}
