import { Button, Dialog } from '@ruwu/ui'
import { texts } from '../texts.ts'
import { FileImage } from './upload-tray.tsx'
import styles from './paste-dialog.module.css'

type PasteDialogProps = { images: readonly File[]; onCancel: () => void; onSend: () => void }

/** Pasted images are confirmed before sending. */
export function PasteDialog({ images, onCancel, onSend }: PasteDialogProps) {
  return (
    <Dialog
      title={texts.pasteTitle(images.length)}
      onCancel={onCancel}
      footer={
        <>
          <Button onClick={onCancel}>{texts.cancel}</Button>
          <Button variant="primary" data-autofocus onClick={onSend}>
            {texts.send}
          </Button>
        </>
      }
    >
      <div className={styles.images}>
        {images.map((image, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- pasted pictures often have the same name
          <FileImage key={`${index} ${image.name}`} file={image} alt={texts.pastedImage(index + 1)} />
        ))}
      </div>
    </Dialog>
  )
}
