import { VIEWS_MAX } from '@ruwu/contract'
import { isTooLong } from '@ruwu/domain'
import { Button, toast } from '@ruwu/ui'
import { Input, type InputRef } from 'antd'
import { useState, type FormEvent } from 'react'
import { Field } from '../../../../form/field.tsx'
import type { AgentView } from '../../customer/customer-keys.ts'
import { texts } from '../../texts.ts'
import { useSavedViews, VIEW_NAME_MAX } from './saved-views.ts'
import styles from './save-view.module.css'

/** Saves the current filter under a name; a view of that name is replaced. */
export function SaveView({ view, onDone }: { view: AgentView; onDone: () => void }) {
  const { views, save } = useSavedViews(view.agentId)
  const problemOf = (name: string) =>
    views.length >= VIEWS_MAX && !views.some((it) => it.name === name) ? texts.viewsFull(VIEWS_MAX) : undefined
  return <NameForm problemOf={problemOf} onSave={(name) => save(name, view)} onDone={onDone} />
}

type RenameViewProps = { agentId: AgentView['agentId']; name: string; onDone: () => void }

export function RenameView({ agentId, name, onDone }: RenameViewProps) {
  const { views, rename } = useSavedViews(agentId)
  const problemOf = (next: string) =>
    next !== name && views.some((it) => it.name === next) ? texts.viewNameTaken : undefined
  return <NameForm initial={name} problemOf={problemOf} onSave={(next) => rename(name, next)} onDone={onDone} />
}

const focusFirst = (input: InputRef | null) => input?.focus()

type NameFormProps = {
  initial?: string
  problemOf: (name: string) => string | undefined
  onSave: (name: string) => void
  onDone: () => void
}

function NameForm({ initial = '', problemOf, onSave, onDone }: NameFormProps) {
  const [typed, setTyped] = useState(initial)
  const [isTried, setIsTried] = useState(false)
  const name = typed.trim()
  const problem =
    name === ''
      ? texts.viewNameMissing
      : isTooLong(name, VIEW_NAME_MAX)
        ? texts.viewNameTooLong(VIEW_NAME_MAX)
        : problemOf(name)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (problem) return
    onSave(name)
    toast.success(texts.viewSaved)
    onDone()
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <Field id="view-name" label={texts.viewName} required error={isTried ? problem : undefined}>
        {(control) => (
          <Input {...control} ref={focusFirst} value={typed} onChange={(event) => setTyped(event.target.value)} />
        )}
      </Field>
      <div className={styles.buttons}>
        <Button size="sm" onClick={onDone}>
          {texts.cancel}
        </Button>
        <Button size="sm" variant="primary" type="submit">
          {texts.save}
        </Button>
      </div>
    </form>
  )
}
