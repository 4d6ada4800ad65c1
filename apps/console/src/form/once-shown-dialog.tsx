import { Button, Dialog, toast } from '@ruwu/ui'
import { Input } from 'antd'
import { texts } from './texts.ts'
import styles from './once-shown-dialog.module.css'

type OnceShownProps = { title: string; hint: string; label: string; value: string; onClose: () => void }

/** A generated password or secret; it is shown only once. */
export function OnceShownDialog({ title, hint, label, value, onClose }: OnceShownProps) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(value)
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
          value={value}
          className={styles.value}
          onFocus={(event) => event.target.select()}
        />
        <Button data-autofocus onClick={copy}>
          {texts.copy}
        </Button>
      </div>
    </Dialog>
  )
}
