import { cx } from '@ruwu/ui'
import { ImageOff } from 'lucide-react'
import { useState } from 'react'
import { useStoredFile } from '../../../../stored-file/use-stored-file.ts'
import { texts } from '../texts.ts'
import { fitPicture, type Size } from './fit-picture.ts'
import styles from './media-body.module.css'
import type { MessageBody } from './message-body.ts'

type ImageBodyProps = { body: Extract<MessageBody, { kind: 'image' }>; alt: string; onOpen: () => void }

/** Sizes of loaded images, so that an image scrolled back into view causes no layout shift. */
const sizes = new Map<string, Size>()

export function ImageBody({ body, alt, onOpen }: ImageBodyProps) {
  const { url, width, height, isEmoticon } = body
  const [, setLoaded] = useState('')
  const own = width && height ? { width, height } : sizes.get(url)
  const size = fitPicture(own, isEmoticon)
  if (body.state === 'failed') return <MediaGone size={size} />
  if (body.state === 'loading')
    return (
      <span className={styles.waiting} style={size}>
        <span className="sr-only">{alt}</span>
      </span>
    )
  const learn = ({ naturalWidth, naturalHeight }: HTMLImageElement) => {
    if (own || naturalWidth === 0) return
    sizes.set(url, { width: naturalWidth, height: naturalHeight })
    setLoaded(url)
  }
  return (
    <button
      type="button"
      className={cx(styles.picture, isEmoticon && styles.sticker)}
      style={size}
      aria-label={texts.openMedia(alt)}
      onClick={onOpen}
    >
      <Picture url={url} size={size} onLoad={learn} />
    </button>
  )
}

type PictureProps = { url: string; size: Size; onLoad: (image: HTMLImageElement) => void }

function Picture({ url, size, onLoad }: PictureProps) {
  const file = useStoredFile(url)
  if (file === 'failed') return <MediaGone size={size} />
  return file ? (
    <img src={file.src} alt="" draggable={false} onLoad={({ currentTarget }) => onLoad(currentTarget)} />
  ) : (
    <span className={styles.waiting} />
  )
}

function MediaGone({ size }: { size: Size }) {
  return (
    <span className={styles.gone} style={size}>
      <ImageOff size={20} strokeWidth={1.5} aria-hidden="true" />
      {texts.mediaGone}
    </span>
  )
}
