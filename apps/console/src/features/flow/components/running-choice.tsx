import { Radio } from 'antd'
import { FieldGroup } from '../../../form/field.tsx'
import { dialogTexts as texts } from '../dialog-texts.ts'

type RunningChoiceProps = {
  /** Customers in the flow now. */
  running: number
  /** Whether they go on in the new version. */
  value: boolean
  onChange: (moveRunning: boolean) => void
}

/** What becomes of the customers in a flow whose published version changes. */
export function RunningChoice({ running, value, onChange }: RunningChoiceProps) {
  if (running === 0) return null
  return (
    <FieldGroup label={texts.running(running)} hint={value ? texts.moveHint : texts.stayHint}>
      <Radio.Group
        value={value}
        options={[
          { value: false, label: texts.stay },
          { value: true, label: texts.move },
        ]}
        onChange={({ target }) => onChange(target.value === true)}
      />
    </FieldGroup>
  )
}
