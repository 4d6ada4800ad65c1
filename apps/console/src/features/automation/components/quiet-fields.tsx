import type { QuietHours } from '@ruwu/contract'
import { Switch } from 'antd'
import { FieldGroup } from '../../../form/field.tsx'
import { QuietTimes } from '../../../form/quiet-times.tsx'
import { texts } from '../texts.ts'
import styles from './quiet-fields.module.css'

type QuietFieldsProps = {
  quiet: QuietHours
  hint: string
  error: string | undefined
  onChange: (quiet: QuietHours) => void
}

/** Quiet hours. */
export function QuietFields({ quiet, hint, error, onChange }: QuietFieldsProps) {
  return (
    <FieldGroup label={texts.quiet} error={error} hint={hint}>
      <div className={styles.line}>
        <Switch
          aria-label={texts.quiet}
          checked={quiet.enabled}
          onChange={(enabled) => onChange({ ...quiet, enabled })}
        />
        <QuietTimes quiet={quiet} onChange={onChange} />
      </div>
    </FieldGroup>
  )
}
