import { AI_LIMITS, SCORE_HIT } from '@ruwu/contract'
import { InputNumber } from 'antd'
import { Field, FieldRows } from '../../../form/field.tsx'
import { texts } from '../texts.ts'
import { fieldId } from '../use-agent-form.ts'
import styles from './advanced-tab.module.css'
import type { PartProps } from './config-panel.tsx'
import { SwitchField } from './draft-fields.tsx'

const numbers = [
  { name: 'mergeSec', unit: texts.seconds },
  { name: 'delaySec', unit: texts.seconds },
  { name: 'turns', unit: texts.rounds },
  { name: 'dailyReplies', unit: texts.replies },
  { name: 'dailyPoints', unit: texts.points },
] as const

/** Pace and limits. */
export function AdvancedTab({ form: { draft, errors, change } }: PartProps) {
  const { advanced } = draft
  return (
    <FieldRows>
      <Field
        id={fieldId('advanced.hitScore')}
        label={texts.hitScore}
        error={errors['advanced.hitScore']}
        hint={texts.hitScoreHint}
      >
        {(control) => (
          <InputNumber
            {...control}
            className={styles.number}
            min={0}
            max={1}
            step={0.05}
            precision={2}
            value={advanced.hitScore}
            onChange={(hitScore) => change('advanced', { hitScore: hitScore ?? SCORE_HIT })}
          />
        )}
      </Field>
      {numbers.map(({ name, unit }) => (
        <Field
          key={name}
          id={fieldId(`advanced.${name}`)}
          label={texts.advanced[name].label}
          error={errors[`advanced.${name}`]}
          hint={texts.advanced[name].hint}
        >
          {(control) => (
            <InputNumber
              {...control}
              className={styles.number}
              {...AI_LIMITS[name]}
              precision={0}
              suffix={unit}
              value={advanced[name]}
              onChange={(value) => change('advanced', { [name]: value ?? AI_LIMITS[name].min })}
            />
          )}
        </Field>
      ))}
      <SwitchField
        label={texts.images}
        text={texts.readsImages}
        checked={advanced.readsImages}
        onChange={(readsImages) => change('advanced', { readsImages })}
      />
    </FieldRows>
  )
}
