import { Pause, Play } from 'lucide-react'
import { useRef, useState } from 'react'
import { useStoredFile } from '../../../../stored-file/use-stored-file.ts'
import { texts } from '../texts.ts'
import { clockOf } from './time-text.ts'
import styles from './media-body.module.css'
import type { MessageBody } from './message-body.ts'

type Voice = Extract<MessageBody, { kind: 'voice' }>

/** Downloaded on first play; only one voice message plays at a time. */
export function VoiceBody({ body }: { body: Voice }) {
  const [isWanted, setIsWanted] = useState(false)
  const { state, seconds } = body
  if (state !== 'ready')
    return <span className={styles.row}>{state === 'failed' ? texts.mediaGone : texts.mediaComing}</span>
  if (isWanted) return <Player body={body} />
  return (
    <button type="button" className={styles.row} aria-label={texts.play} onClick={() => setIsWanted(true)}>
      <Play size={18} fill="currentColor" aria-hidden="true" />
      <Progress part={0} />
      <time>{seconds === undefined ? texts.voice : clockOf(seconds)}</time>
    </button>
  )
}

let playing: HTMLAudioElement | undefined

function Player({ body: { url, seconds } }: { body: Voice }) {
  const file = useStoredFile(url)
  const audio = useRef<HTMLAudioElement>(null)
  const [isPlaying, setIsPlaying] = useState(false)
  const [at, setAt] = useState(0)
  const [length, setLength] = useState(seconds ?? 0)
  const [hasFailed, setHasFailed] = useState(false)

  const start = () => {
    if (playing !== audio.current) playing?.pause()
    playing = audio.current ?? undefined
    setIsPlaying(true)
  }
  const toggle = () => {
    if (isPlaying) audio.current?.pause()
    else void audio.current?.play().catch(() => setHasFailed(true))
  }
  if (file === 'failed' || hasFailed) return <span className={styles.row}>{texts.mediaGone}</span>
  return (
    <button
      type="button"
      className={styles.row}
      aria-label={isPlaying ? texts.pause : texts.play}
      aria-busy={!file}
      onClick={toggle}
    >
      {isPlaying ? (
        <Pause size={18} fill="currentColor" aria-hidden="true" />
      ) : (
        <Play size={18} fill="currentColor" aria-hidden="true" />
      )}
      <Progress part={length > 0 ? at / length : 0} />
      <time>{clockOf(isPlaying ? at : length)}</time>
      {file && (
        // Voice messages have no captions.
        // oxlint-disable-next-line jsx-a11y/media-has-caption
        <audio
          ref={audio}
          src={file.src}
          autoPlay
          onPlay={start}
          onPause={() => setIsPlaying(false)}
          onEnded={() => setAt(0)}
          onError={() => setHasFailed(true)}
          onTimeUpdate={({ currentTarget }) => setAt(currentTarget.currentTime)}
          onLoadedMetadata={({ currentTarget }) =>
            Number.isFinite(currentTarget.duration) && setLength(currentTarget.duration)
          }
        />
      )}
    </button>
  )
}

const Progress = ({ part }: { part: number }) => (
  <span className={styles.progress} aria-hidden="true">
    <i style={{ width: `${Math.min(1, part) * 100}%` }} />
  </span>
)
