import { requiredText } from '@ruwu/domain'
import { Button, Dialog, toast } from '@ruwu/ui'
import { Input } from 'antd'
import { Download, History } from 'lucide-react'
import { type SubmitEvent, useId, useState } from 'react'
import { fieldErrorsOf } from '../../api/errors.ts'
import { showError } from '../../api/show-error.ts'
import { Field } from '../../form/field.tsx'
import { MutationButton } from '../../form/mutation-button.tsx'
import { useCreateAllExport } from './export.mutations.ts'
import { ExportsSheet } from './exports-sheet.tsx'
import { texts } from './texts.ts'
import styles from './export.module.css'

/** 导出全部数据, and 导出记录 beside it. */
export function ExportAll() {
  const [layer, setLayer] = useState<'dialog' | 'records'>()
  const close = () => setLayer(undefined)
  return (
    <>
      <span className={styles.buttons}>
        <Button onClick={() => setLayer('dialog')}>
          <Download size={15} aria-hidden="true" />
          {texts.exportAll}
        </Button>
        <Button variant="ghost" onClick={() => setLayer('records')}>
          <History size={15} aria-hidden="true" />
          {texts.records}
        </Button>
      </span>
      {layer === 'dialog' && <ExportAllDialog onClose={close} />}
      {layer === 'records' && <ExportsSheet onClose={close} />}
    </>
  )
}

/** The password is asked again: the file holds everything. */
export function ExportAllDialog({ onClose }: { onClose: () => void }) {
  const create = useCreateAllExport()
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string>()
  const formId = useId()
  const onSuccess = () => {
    toast.success(texts.started)
    onClose()
  }
  const onError = (problem: unknown) => {
    const refusal = fieldErrorsOf(problem).password
    if (refusal) setError(refusal)
    else showError(problem)
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (create.isPending) return
    if (password) create.mutate(password, { onSuccess, onError })
    else setError(requiredText(texts.password))
  }
  return (
    <Dialog
      title={texts.exportAll}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <MutationButton variant="primary" type="submit" form={formId} mutation={create}>
            {texts.start}
          </MutationButton>
        </>
      }
    >
      <form id={formId} className={styles.all} onSubmit={submit}>
        <p>{texts.exportAllWhat}</p>
        <Field id={`${formId}-password`} label={texts.password} required error={error}>
          {(control) => (
            <Input.Password
              {...control}
              data-autofocus
              autoComplete="current-password"
              value={password}
              onChange={({ target }) => {
                setPassword(target.value)
                setError(undefined)
              }}
            />
          )}
        </Field>
      </form>
    </Dialog>
  )
}
