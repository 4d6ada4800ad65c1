import { Button, Dialog, toast } from '@ruwu/ui'
import { Input } from 'antd'
import { texts } from '../texts.ts'
import styles from './new-password-view.module.css'

/** The generated password; it is shown only once. */
export function NewPasswordView({ name, password, onClose }: { name: string; password: string; onClose: () => void }) {
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
      title={texts.resetDone}
      onCancel={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          {texts.done}
        </Button>
      }
    >
      {texts.resetHint(name)}
      <div className={styles.row}>
        <Input
          aria-label={texts.newPassword}
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
