import { Checkbox, InputNumber } from 'antd'
import { Field } from '../../../form/field.tsx'
import { texts } from '../texts.ts'
import { fieldId, type FieldsProps } from '../use-rule-form.ts'
import styles from './limit-fields.module.css'

const numbers = [
  { name: 'maxPerCustomer', label: texts.most, unit: texts.times, least: 1, most: 5 },
  { name: 'intervalHours', label: texts.interval, unit: texts.hours, least: 1, most: 720 },
  { name: 'dailyMax', label: texts.dailyMax, unit: texts.cardsUnit, least: 0, most: 100_000 },
] as const

/** Frequency limits per customer and per rule. */
export function LimitFields({ draft, errors, onChange }: FieldsProps) {
  return (
    <>
      <div className={styles.grid}>
        {numbers.map(({ name, label, unit, least, most }) => (
          <Field
            key={name}
            id={fieldId(name)}
            label={label}
            error={errors[name]}
            hint={name === 'dailyMax' ? texts.unlimited : undefined}
          >
            {(control) => (
              <InputNumber
                {...control}
                className={styles.number}
                min={least}
                max={most}
                precision={0}
                suffix={unit}
                value={draft[name]}
                onChange={(value) => onChange({ [name]: value ?? least })}
              />
            )}
          </Field>
        ))}
      </div>
      <Checkbox checked={draft.skipWithLead} onChange={(event) => onChange({ skipWithLead: event.target.checked })}>
        {texts.skipWithLead}
      </Checkbox>
    </>
  )
}
