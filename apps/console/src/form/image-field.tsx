import { Button, IconButton, toast } from '@ruwu/ui'
import { ImagePlus, X } from 'lucide-react'
import { useRef, useState, type ChangeEvent } from 'react'
import { showError } from '../api/show-error.ts'
import { upload } from '../api/upload.ts'
import { imageProblem, type ImageLimit } from './image-check.ts'
import styles from './image-field.module.css'
import { StoredImage } from './stored-image.tsx'
import { texts } from './texts.ts'

type ImageFieldProps = {
  id: string
  label: string
  /** Empty: none chosen yet. */
  url: string
  limit: ImageLimit
  isPrivate: boolean
  disabled?: boolean
  describedBy?: string
  onChange: (url: string) => void
}

/** One picture: uploaded as soon as it is chosen, shown, replaced or taken away. */
export function ImageField({ id, label, url, limit, isPrivate, disabled, describedBy, onChange }: ImageFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isUploading, setIsUploading] = useState(false)

  async function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0]
    // The same file may be chosen again after a failure.
    target.value = ''
    if (!file) return
    const problem = imageProblem(file, limit)
    if (problem) return toast.warning(problem)
    setIsUploading(true)
    try {
      onChange(await upload(file, isPrivate))
    } catch (error) {
      showError(error)
    } finally {
      setIsUploading(false)
    }
  }

  return (
    <div className={styles.image}>
      <input
        ref={input}
        id={id}
        className="sr-only"
        type="file"
        tabIndex={-1}
        accept={limit.types.join(',')}
        aria-label={label}
        aria-describedby={describedBy}
        disabled={disabled}
        onChange={choose}
      />
      {url ? (
        <span className={styles.shown}>
          <StoredImage className={styles.picture} url={url} alt={label} />
          {!disabled && (
            <IconButton className={styles.remove} label={texts.removeImage} onClick={() => onChange('')}>
              <X size={14} aria-hidden="true" />
            </IconButton>
          )}
        </span>
      ) : (
        <button
          type="button"
          className={styles.choose}
          disabled={disabled || isUploading}
          onClick={() => input.current?.click()}
        >
          <ImagePlus size={20} strokeWidth={1.5} aria-hidden="true" />
          {isUploading ? texts.uploading : texts.chooseImage}
        </button>
      )}
      {url && !disabled && (
        <Button size="sm" busy={isUploading} onClick={() => input.current?.click()}>
          {isUploading ? texts.uploading : texts.replaceImage}
        </Button>
      )}
    </div>
  )
}
