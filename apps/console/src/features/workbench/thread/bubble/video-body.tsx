import { CirclePlay, Play } from 'lucide-react'
import { useStoredFile } from '../../../../stored-file/use-stored-file.ts'
import { texts } from '../texts.ts'
import { clockOf } from './time-text.ts'
import styles from './media-body.module.css'
import type { MessageBody } from './message-body.ts'

type VideoBodyProps = { body: Extract<MessageBody, { kind: 'video' }>; onOpen: () => void }

/** A cover; the video is downloaded when it is opened. */
export function VideoBody({ body: { url, state, seconds, cover, isPublished }, onOpen }: VideoBodyProps) {
  if (isPublished)
    return (
      <span className={styles.row}>
        <CirclePlay size={18} strokeWidth={1.75} aria-hidden="true" />
        {texts.publishedVideo}
      </span>
    )
  if (state !== 'ready')
    return <span className={styles.row}>{state === 'failed' ? texts.mediaGone : texts.mediaComing}</span>
  return (
    <button
      type="button"
      className={styles.video}
      aria-label={texts.openMedia(texts.video)}
      disabled={!url}
      onClick={onOpen}
    >
      {cover && <Cover url={cover} />}
      <Play size={22} fill="currentColor" aria-hidden="true" />
      {seconds !== undefined && <time>{clockOf(seconds)}</time>}
    </button>
  )
}

function Cover({ url }: { url: string }) {
  const file = useStoredFile(url)
  return typeof file === 'object' && <img src={file.src} alt="" draggable={false} referrerPolicy="no-referrer" />
}
