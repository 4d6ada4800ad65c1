import { FOLLOW_UP_LIMITS, FOLLOW_UP_MODES, type FollowUpStep } from '@ruwu/contract'
import { POINT_PRICES } from '@ruwu/domain'
import { Input, InputNumber, Segmented } from 'antd'
import { clockOf, minutesOf } from '../follow-up-draft.ts'
import { texts } from '../texts.ts'
import { fieldId } from '../use-follow-up-form.ts'
import styles from './step-fields.module.css'

type StepFieldsProps = {
  step: FollowUpStep
  index: number
  errors: Record<string, string>
  onChange: (part: Partial<FollowUpStep>) => void
}

const modes = FOLLOW_UP_MODES.toReversed().map((value) => ({ value, label: texts.modes[value] }))
const MOST_HOURS = Math.floor(FOLLOW_UP_LIMITS.minutes.max / 60)

/** Delay and text of one step. */
export function StepFields({ step, index, errors, onChange }: StepFieldsProps) {
  const no = index + 1
  const clock = clockOf(step.minutes)
  const late = errors[`steps.${index}.minutes`]
  const empty = errors[`steps.${index}.text`]
  const setClock = (part: Partial<typeof clock>) => onChange({ minutes: minutesOf({ ...clock, ...part }) })
  return (
    <fieldset className={styles.step} aria-label={texts.step(no)}>
      <div className={styles.line}>
        <b>{texts.step(no)}</b>
        <span className={styles.clock}>
          {texts.after}
          <InputNumber<number>
            id={fieldId(`steps.${index}.minutes`)}
            aria-label={texts.stepHours(no)}
            aria-invalid={Boolean(late)}
            className={styles.number}
            min={0}
            max={MOST_HOURS}
            precision={0}
            status={late ? 'error' : ''}
            value={clock.hours}
            onChange={(hours) => setClock({ hours: hours ?? 0 })}
          />
          {texts.hours}
          <InputNumber<number>
            aria-label={texts.stepMinutes(no)}
            aria-invalid={Boolean(late)}
            className={styles.number}
            min={0}
            max={59}
            precision={0}
            status={late ? 'error' : ''}
            value={clock.minutes}
            onChange={(minutes) => setClock({ minutes: minutes ?? 0 })}
          />
          {texts.minutes}
          {texts.sends}
        </span>
      </div>
      {late && (
        <p className={styles.error} role="alert">
          {late}
        </p>
      )}
      <Segmented
        className={styles.mode}
        aria-label={texts.mode(no)}
        options={modes}
        value={step.mode}
        onChange={(mode) => onChange({ mode })}
      />
      {step.mode === 'ai' ? (
        <p className={styles.hint}>{texts.aiHint(POINT_PRICES.follow_up)}</p>
      ) : (
        <Input.TextArea
          id={fieldId(`steps.${index}.text`)}
          aria-label={texts.text(no)}
          aria-invalid={Boolean(empty)}
          rows={2}
          maxLength={FOLLOW_UP_LIMITS.text}
          showCount
          status={empty ? 'error' : ''}
          value={step.text}
          onChange={({ target }) => onChange({ text: target.value })}
        />
      )}
      {empty && (
        <p className={styles.error} role="alert">
          {empty}
        </p>
      )}
    </fieldset>
  )
}
