import { Button, Dialog } from '@ruwu/ui'
import { Input } from 'antd'
import { type ReactNode, type SubmitEvent, useId, useState } from 'react'
import { Field } from './field.tsx'
import { texts } from './texts.ts'
import styles from './typed-name-dialog.module.css'

type TypedNameDialogProps = {
  title: string
  /** What happens, and what happens later. */
  what: string
  later: string
  label: string
  /** The name to type. */
  name: string
  isRight: (typed: string) => boolean
  wrongName: string
  /** The server's refusal of the name. */
  error?: string | undefined
  /** Further fields, and whether they are filled in; asked at every attempt. */
  children?: ReactNode
  checkRest?: () => boolean
  submitText: string
  isRunning: boolean
  onSubmit: (typed: string) => void
  onClose: () => void
}

/** A change that cannot be undone, confirmed by typing the name of what goes. */
export function TypedNameDialog(props: TypedNameDialogProps) {
  const { name, isRight, children, checkRest = () => true, isRunning, onSubmit, onClose } = props
  const [typed, setTyped] = useState('')
  const [isTried, setIsTried] = useState(false)
  const formId = useId()
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setIsTried(true)
    const isRestRight = checkRest()
    if (isRight(typed) && isRestRight && !isRunning) onSubmit(typed.trim())
  }
  const error = isTried && !isRight(typed) ? props.wrongName : props.error
  return (
    <Dialog
      title={props.title}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button variant="primary" type="submit" form={formId} busy={isRunning}>
            {props.submitText}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.body} onSubmit={submit}>
        <p>{props.what}</p>
        <p className={styles.quiet}>{props.later}</p>
        <Field id={`${formId}-name`} label={props.label} required error={error} hint={texts.typeToConfirm(name)}>
          {(control) => (
            <Input {...control} autoComplete="off" value={typed} onChange={({ target }) => setTyped(target.value)} />
          )}
        </Field>
        {children}
      </form>
    </Dialog>
  )
}
