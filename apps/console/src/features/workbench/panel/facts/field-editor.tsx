import type { CustomerField, FieldValue } from '@ruwu/contract'
import { fieldProblem, fieldText, isEmptyValue, requiredText } from '@ruwu/domain'
import { toast } from '@ruwu/ui'
import { DatePicker, Select, type GetRef } from 'antd'
import dayjs from 'dayjs'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { texts } from '../texts.ts'
import styles from './field-editor.module.css'
import { TextEditor } from '../text-editor.tsx'

const DAY_FORMAT = 'YYYY-MM-DD'

type FieldEditorProps = {
  field: CustomerField
  value: FieldValue | undefined
  max: number
  onSave: (value: FieldValue) => void
  onClose: () => void
}

/** The editor for a field's type. */
export function FieldEditor(props: FieldEditorProps) {
  const { field, value, max, onSave, onClose } = props
  switch (field.type) {
    case 'date':
      return <DateEditor {...props} />
    case 'single':
    case 'multiple':
      return <OptionEditor {...props} />
    case 'text':
    case 'number':
    case 'phone':
    case 'wechat':
    case 'city':
      return (
        <TextEditor
          label={field.name}
          value={fieldText(value)}
          max={max}
          tooLong={texts.tooLong(max)}
          problemOf={(next) => missing(field, next) ?? fieldProblem(field, next)}
          onSave={onSave}
          onClose={onClose}
        />
      )
  }
}

const missing = ({ required, name, type }: CustomerField, value: FieldValue) =>
  required && isEmptyValue(value)
    ? requiredText(name, ['date', 'single', 'multiple'].includes(type) ? 'select' : 'input')
    : undefined

/** Esc closes the editor only, not the drawer around it. */
const onEscape = (close: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Escape') return
  event.preventDefault()
  close()
}

/** An empty required field is reported and not saved. */
function keep({ field, onSave, onClose }: FieldEditorProps, next: FieldValue) {
  const problem = missing(field, next)
  if (problem) toast.warning(problem)
  else onSave(next)
  onClose()
}

/** Focuses the control on mount. */
function useFocused<T extends { focus: () => void }>() {
  const ref = useRef<T>(null)
  useEffect(() => ref.current?.focus(), [])
  return ref
}

function DateEditor(props: FieldEditorProps) {
  const { field, value, onClose } = props
  const box = useFocused<GetRef<typeof DatePicker>>()
  const day = dayjs(fieldText(value))
  return (
    <DatePicker
      className={styles.control}
      ref={box}
      size="small"
      open
      aria-label={field.name}
      value={day.isValid() ? day : null}
      onChange={(next) => keep(props, next?.format(DAY_FORMAT) ?? '')}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      onKeyDown={onEscape(onClose)}
    />
  )
}

/** A single choice is saved at once, a multiple choice when the list closes. */
function OptionEditor(props: FieldEditorProps) {
  const { field, value, onClose } = props
  const before = Array.isArray(value) ? value : value ? [value] : []
  const [chosen, setChosen] = useState(before)
  const box = useFocused<GetRef<typeof Select>>()
  const isMany = field.type === 'multiple'
  const finish = () => {
    if (isMany && chosen.join('\n') !== before.join('\n')) keep(props, chosen)
    else onClose()
  }
  return (
    <Select
      className={styles.control}
      ref={box}
      size="small"
      defaultOpen
      allowClear
      mode={isMany ? 'multiple' : undefined}
      maxTagCount="responsive"
      aria-label={field.name}
      value={isMany ? chosen : chosen[0]}
      options={field.options.map((option) => ({ value: option, label: option }))}
      onChange={(next: string | string[] | undefined) => {
        if (isMany) setChosen(Array.isArray(next) ? next : [])
        else keep(props, typeof next === 'string' ? next : '')
      }}
      onOpenChange={(isOpen) => !isOpen && finish()}
      onInputKeyDown={onEscape(onClose)}
    />
  )
}
