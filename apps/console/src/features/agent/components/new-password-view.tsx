import { Button, Dialog, toast } from '@ruwu/ui'
import { Input } from 'antd'
import { texts } from '../texts.ts'
import styles from './new-password-view.module.css'

type NewPasswordViewProps = { title: string; hint: string; label: string; password: string; onClose: () => void }

/** The generated password; it is shown only once. */
export function NewPasswordView({ title, hint, label, password, onClose }: NewPasswordViewProps) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(password)
      toast.success(texts.copied)
    } catch {
      toast.warning(texts.copyFailed)
    }
  }
  return (
    <Dialog
      title={title}
      onCancel={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          {texts.done}
        </Button>
      }
    >
      {hint}
      <div className={styles.row}>
        <Input
          aria-label={label}
          readOnly
          value={password}
          className={styles.password}
          onFocus={(event) => event.target.select()}
        />
        <Button data-autofocus onClick={copy}>
          {texts.copy}
        </Button>
      </div>
    </Dialog>
  )
}
