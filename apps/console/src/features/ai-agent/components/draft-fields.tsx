import { INPUT_PLACEHOLDER } from '@ruwu/domain'
import { Segmented, Switch, Select } from 'antd'
import type { ReactNode, ComponentProps } from 'react'
import { FieldGroup } from '../../../form/field.tsx'
import styles from './draft-fields.module.css'

type ChoicesProps<T extends string> = {
  label: string
  values: readonly T[]
  labels: Record<T, string>
  value: T
  hint?: ReactNode
  onChange: (value: T) => void
}

/** Radio group. */
export function Choices<T extends string>({ label, values, labels, value, hint, onChange }: ChoicesProps<T>) {
  return (
    <FieldGroup label={label} hint={hint}>
      <Segmented<T>
        aria-label={label}
        options={values.map((it) => ({ value: it, label: labels[it] }))}
        value={value}
        onChange={onChange}
      />
    </FieldGroup>
  )
}

type SwitchFieldProps = { label: string; text: string; checked: boolean; onChange: (checked: boolean) => void }

/** A switch with a description of its effect. */
export function SwitchField({ label, text, checked, onChange }: SwitchFieldProps) {
  return (
    <FieldGroup label={label}>
      <label className={styles.switch}>
        <Switch checked={checked} onChange={onChange} />
        {text}
      </label>
    </FieldGroup>
  )
}

type KeywordSelectProps = Omit<ComponentProps<typeof Select<string[]>>, 'mode' | 'value' | 'onChange'> & {
  keywords: string[]
  onChange: (keywords: string[]) => void
}

/** Free-text list of keywords. */
export function KeywordSelect({ keywords, onChange, ...rest }: KeywordSelectProps) {
  return (
    <Select<string[]>
      placeholder={INPUT_PLACEHOLDER}
      tokenSeparators={[',', '，', '、', ' ']}
      {...rest}
      mode="tags"
      className={styles.words}
      open={false}
      suffixIcon={null}
      value={keywords}
      onChange={onChange}
    />
  )
}
