import { Button, Dialog } from '@ruwu/ui'
import styles from './failures-dialog.module.css'
import { texts } from './texts.ts'

type FailuresDialogProps = { success: number; failed: { id: string; name: string; msg: string }[]; onClose: () => void }

/** The failed rows of a batch with their reasons. */
export function FailuresDialog({ success, failed, onClose }: FailuresDialogProps) {
  return (
    <Dialog
      title={texts.failedTitle(failed.length, success)}
      onCancel={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          {texts.close}
        </Button>
      }
    >
      <ul className={styles.failures}>
        {failed.map(({ id, name, msg }) => (
          <li key={id}>
            <b>{name}</b>
            {msg}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
