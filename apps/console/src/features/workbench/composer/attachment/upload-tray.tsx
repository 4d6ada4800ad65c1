import type { CustomerId } from '@ruwu/contract'
import { cx, IconButton } from '@ruwu/ui'
import { RotateCw, X } from 'lucide-react'
import { useCallback } from 'react'
import { texts } from '../texts.ts'
import type { UploadItem } from './create-upload-queue.ts'
import { uploadQueue, useUploads } from './upload-queue.ts'
import styles from './upload-tray.module.css'

/** Running and failed uploads with progress, cancel and retry. */
export function UploadTray({ customerId }: { customerId: CustomerId }) {
  const items = useUploads(customerId)
  if (items.length === 0) return null
  return (
    <ul className={styles.tray} aria-label={texts.uploads}>
      {items.map((item) => (
        <Upload key={item.id} item={item} />
      ))}
    </ul>
  )
}

function Upload({ item }: { item: UploadItem }) {
  const { id, file, state, progress, reason } = item
  const percent = Math.round(progress * 100)
  const statusText =
    state === 'failed'
      ? texts.uploadFailed(reason)
      : state === 'waiting'
        ? texts.uploadWaiting
        : texts.uploading(file.name, percent)
  return (
    <li className={cx(state === 'failed' && styles.failed)} title={statusText}>
      <FileImage file={file} alt={file.name} />
      {state === 'failed' ? (
        <>
          <span className="sr-only" role="alert">
            {statusText}
          </span>
          <IconButton
            className={styles.retry}
            label={texts.retryUpload(file.name)}
            onClick={() => uploadQueue.retry(item)}
          >
            <RotateCw size={16} aria-hidden="true" />
          </IconButton>
        </>
      ) : (
        <progress max={100} value={percent} aria-label={statusText} />
      )}
      <IconButton
        className={styles.cancel}
        label={texts.cancelUpload(file.name)}
        onClick={() => uploadQueue.cancel(id)}
      >
        <X size={13} aria-hidden="true" />
      </IconButton>
    </li>
  )
}

/** Preview of a local file. */
export function FileImage({ file, alt }: { file: File; alt: string }) {
  const show = useCallback(
    (image: HTMLImageElement) => {
      const url = URL.createObjectURL(file)
      image.src = url
      return () => URL.revokeObjectURL(url)
    },
    [file],
  )
  return <img ref={show} alt={alt} />
}
