import { Button, Dialog } from '@ruwu/ui'
import { type ReactNode, useState } from 'react'
import { FieldGroup } from '../../../../form/field.tsx'
import styles from '../../redirect/redirect-dialog.module.css'
import { texts } from '../../texts.ts'

type BulkChoiceDialogProps = {
  title: string
  label: string
  /** Said when nothing is chosen. */
  missing: string
  isChosen: boolean
  isBusy: boolean
  onSubmit: () => void
  onClose: () => void
  children: (status: 'error' | undefined) => ReactNode
}

/** Asks for one required choice for the selected customers. */
export function BulkChoiceDialog(props: BulkChoiceDialogProps) {
  const { title, label, missing, isChosen, isBusy, onSubmit, onClose, children } = props
  const [isTried, setIsTried] = useState(false)
  const problem = isTried && !isChosen ? missing : undefined
  const submit = () => {
    setIsTried(true)
    if (isChosen) onSubmit()
  }
  return (
    <Dialog
      title={title}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button variant="primary" busy={isBusy} onClick={submit}>
            {texts.confirm}
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        <FieldGroup label={label} required error={problem}>
          {children(problem ? 'error' : undefined)}
        </FieldGroup>
      </div>
    </Dialog>
  )
}
