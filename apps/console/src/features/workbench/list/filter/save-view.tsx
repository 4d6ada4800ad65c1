import { isTooLong } from '@ruwu/domain'
import { Button, toast } from '@ruwu/ui'
import { Input, type InputRef } from 'antd'
import { useState, type FormEvent } from 'react'
import { Field } from '../../../../form/field.tsx'
import type { AgentView } from '../../customer/customer-keys.ts'
import { VIEWS_MAX, VIEW_NAME_MAX } from './saved-views.ts'
import { texts } from '../../texts.ts'
import { useSavedViews } from './saved-views.ts'
import styles from './save-view.module.css'

const focusFirst = (input: InputRef | null) => input?.focus()

/** Saves the current filter under a name. */
export function SaveView({ view, onDone }: { view: AgentView; onDone: () => void }) {
  const { views, save } = useSavedViews(view.agentId)
  const [name, setName] = useState('')
  const [isTried, setIsTried] = useState(false)
  const problem = problemOf(
    name.trim(),
    views.map((it) => it.name),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (problem) return
    save(name.trim(), view)
    toast.success(texts.viewSaved)
    onDone()
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <Field id="view-name" label={texts.viewName} required error={isTried ? problem : undefined}>
        {(control) => (
          <Input {...control} ref={focusFirst} value={name} onChange={(event) => setName(event.target.value)} />
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

function problemOf(name: string, known: string[]): string | undefined {
  if (name === '') return texts.viewNameMissing
  if (isTooLong(name, VIEW_NAME_MAX)) return texts.viewNameTooLong(VIEW_NAME_MAX)
  return known.length >= VIEWS_MAX && !known.includes(name) ? texts.viewsFull(VIEWS_MAX) : undefined
}
