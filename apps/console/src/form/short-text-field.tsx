import { INPUT_PLACEHOLDER, lengthCounter } from '@ruwu/domain'
import { Input } from 'antd'
import { Field } from './field.tsx'

type ShortTextFieldProps = {
  id: string
  label: string
  required?: boolean
  error?: string | undefined
  max: number
  value: string
  /** The first field of a dialog or sheet. */
  isFirst?: boolean
  onChange: (value: string) => void
  onEnter?: () => void
}

/** One line of text, such as a name, with its length once it comes near the limit. */
export const ShortTextField = (props: ShortTextFieldProps) => (
  <Field id={props.id} label={props.label} required={props.required} error={props.error}>
    {(control) => (
      <Input
        {...control}
        data-autofocus={props.isFirst || undefined}
        placeholder={INPUT_PLACEHOLDER}
        value={props.value}
        suffix={lengthCounter(props.value, props.max) ?? <span />}
        onChange={({ target }) => props.onChange(target.value)}
        onPressEnter={props.onEnter}
      />
    )}
  </Field>
)
