import { Segmented } from 'antd'
import type { ReactNode } from 'react'
import { FieldGroup } from '../../../form/field.tsx'

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
