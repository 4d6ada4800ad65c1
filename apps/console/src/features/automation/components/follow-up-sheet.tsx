import type { FollowUpCard } from '@ruwu/contract'
import { Switch } from 'antd'
import { Field, FieldGroup } from '../../../form/field.tsx'
import { withStep } from '../follow-up-draft.ts'
import { texts } from '../texts.ts'
import { fieldId, useFollowUpForm } from '../use-follow-up-form.ts'
import { CardSheet } from './card-sheet.tsx'
import { QuietFields } from './quiet-fields.tsx'
import { StepFields } from './step-fields.tsx'
import styles from './follow-up-sheet.module.css'

/** The settings of 沉默跟进. */
export function FollowUpSheet({ card, onClose }: { card: FollowUpCard; onClose: () => void }) {
  const form = useFollowUpForm(card, onClose)
  const { draft, errors, change } = form
  return (
    <CardSheet title={texts.followUp} width="lg" form={form}>
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
      <QuietFields
        quiet={draft.quiet}
        hint={texts.quietHint}
        error={errors['quiet.to']}
        onChange={(quiet) => change({ quiet })}
      />
      <FieldGroup label={texts.rules}>
        <ul className={styles.rules}>
          {texts.ruleLines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </FieldGroup>
    </CardSheet>
  )
}
