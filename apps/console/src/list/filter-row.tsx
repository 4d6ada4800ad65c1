import { Button, cx } from '@ruwu/ui'
import { Select } from 'antd'
import type { ReactNode } from 'react'
import styles from './filter-row.module.css'
import { clearFilters } from './keyword-input.tsx'
import { texts } from './texts.ts'

/** Filters above a table; 清空 last, while one is set. */
export function FilterRow({ onClear, children }: { onClear: (() => void) | undefined; children: ReactNode }) {
  return (
    <search className={styles.filters}>
      {children}
      {onClear && (
        <Button variant="link" className={styles.clear} onClick={() => clearFilters(onClear)}>
          {texts.clear}
        </Button>
      )}
    </search>
  )
}

const ALL = 'all'

type FilterSelectProps<T extends string> = {
  label: string
  value: T | undefined
  options: { value: T; label: string }[]
  onChange: (value: T | undefined) => void
  onOpen?: () => void
}

/** Label and value in one control; a set filter has a darker border. */
export function FilterSelect<T extends string>({ label, value, options, onChange, onOpen }: FilterSelectProps<T>) {
  return (
    <Select<string>
      aria-label={label}
      className={value === undefined ? styles.select : `${styles.select} ${styles.set}`}
      prefix={label}
      value={value ?? ALL}
      options={[{ value: ALL, label: texts.all }, ...options]}
      popupMatchSelectWidth={false}
      onOpenChange={(isOpen) => isOpen && onOpen?.()}
      onChange={(next) => onChange(options.find((it) => it.value === next)?.value)}
    />
  )
}

type FilterMultiSelectProps<T extends string> = {
  label: string
  values: readonly T[]
  options: { value: T; label: string }[]
  onChange: (values: T[]) => void
  onOpen?: () => void
}

/** Several values in one line: 全部, the only one by its name, or their number. */
export function FilterMultiSelect<T extends string>(props: FilterMultiSelectProps<T>) {
  const { label, values, options, onChange, onOpen } = props
  const only = values.length === 1 && options.find((it) => it.value === values[0])?.label
  return (
    <Select<T[]>
      mode="multiple"
      aria-label={label}
      className={cx(styles.select, styles.several, values.length > 0 && styles.set)}
      prefix={label}
      value={[...values]}
      options={options}
      placeholder={texts.all}
      maxTagCount={0}
      maxTagPlaceholder={only || texts.items(values.length)}
      optionFilterProp="label"
      popupMatchSelectWidth={false}
      onOpenChange={(isOpen) => isOpen && onOpen?.()}
      onChange={onChange}
    />
  )
}

/** Options of a select with their labels. */
export const optionsOf = <T extends string>(values: readonly T[], labels: Record<T, string>) =>
  values.map((value) => ({ value, label: labels[value] }))
