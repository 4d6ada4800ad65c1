import { Button, IconButton } from '@ruwu/ui'
import { ImagePlus, X } from 'lucide-react'
import { FieldError } from './field.tsx'
import styles from './image-field.module.css'
import { StoredImage } from '../stored-file/stored-image.tsx'
import { texts } from './texts.ts'
import { type ImageUploadOptions, useImageUpload } from './use-image-upload.ts'

type ImageFieldProps = ImageUploadOptions & {
  id: string
  label: string
  /** Empty without an image. */
  url: string
  disabled?: boolean
  describedBy?: string
}

/** One image: uploaded when chosen, replaceable, removable. */
export function ImageField({ id, label, url, disabled, describedBy, ...uploading }: ImageFieldProps) {
  const { limit, onChange } = uploading
  const { input, isUploading, problem, choose } = useImageUpload(uploading)
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
      {problem && <FieldError text={problem} />}
    </div>
  )
}
