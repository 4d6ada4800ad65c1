import { Button, Dialog } from '@ruwu/ui'
import { texts } from '../texts.ts'
import { FileImage } from './upload-tray.tsx'
import styles from './preview-dialog.module.css'

type PreviewDialogProps = { images: readonly File[]; onCancel: () => void; onSend: () => void }

/** Images are shown before they are sent: a wrong file is noticed here. */
export function PreviewDialog({ images, onCancel, onSend }: PreviewDialogProps) {
  return (
    <Dialog
      title={texts.previewTitle(images.length)}
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
          // oxlint-disable-next-line react/no-array-index-key -- pasted images often have the same name
          <FileImage key={`${index} ${image.name}`} file={image} alt={texts.previewOf(index + 1)} />
        ))}
      </div>
    </Dialog>
  )
}
