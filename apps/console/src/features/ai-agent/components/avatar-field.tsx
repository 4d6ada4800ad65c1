import { Button, IconButton } from '@ruwu/ui'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ImageLimit } from '../../../form/image-check.ts'
import { useImageUpload } from '../../../form/use-image-upload.ts'
import { AiAvatar } from '../../preview/index.ts'
import { texts } from '../texts.ts'

const LIMIT: ImageLimit = { types: ['image/jpeg', 'image/png'], maxBytes: 2 * 1024 * 1024 }

type AvatarFieldProps = { url: string; onChange: (url: string) => void; children: ReactNode }

/** The AI's avatar before its name field, the upload button after it. */
export function AvatarField({ url, onChange, children }: AvatarFieldProps) {
  const { input, isUploading, choose } = useImageUpload({ limit: LIMIT, isPrivate: false, onChange })
  return (
    <>
      <AiAvatar url={url} />
      {children}
      <input
        ref={input}
        className="sr-only"
        type="file"
        tabIndex={-1}
        accept={LIMIT.types.join(',')}
        aria-label={texts.avatar}
        onChange={choose}
      />
      <Button busy={isUploading} onClick={() => input.current?.click()}>
        {isUploading ? texts.uploading : texts.changeAvatar}
      </Button>
      {url && (
        <IconButton label={texts.removeAvatar} title={texts.removeAvatar} onClick={() => onChange('')}>
          <X size={15} aria-hidden="true" />
        </IconButton>
      )}
    </>
  )
}
