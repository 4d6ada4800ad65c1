import { Switch } from 'antd'
import { FieldGroup } from '../../../form/field.tsx'
import styles from './switch-field.module.css'

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
