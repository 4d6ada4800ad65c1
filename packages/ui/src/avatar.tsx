import { useState } from 'react'
import styles from './avatar.module.css'
import { cx } from './cx.ts'

export type AvatarStatus = { on: boolean; text: string }

type AvatarProps = {
  name: string
  /** Address of the picture; empty or broken falls back to the first character. */
  src?: string
  size?: number
  /** Dot at the lower right; the words are read aloud and shown as a title. */
  status?: AvatarStatus
}

/** A person: a circle with a picture or the first character of the name. */
export function Avatar({ name, src, size = 32, status }: AvatarProps) {
  const [broken, setBroken] = useState('')
  const initial = Array.from(name.trim())[0] ?? '·'
  return (
    <span className={styles.avatar} style={{ width: size, height: size }}>
      {src && src !== broken ? (
        <img className={styles.picture} src={src} width={size} height={size} alt="" onError={() => setBroken(src)} />
      ) : (
        <span className={styles.initial} style={{ fontSize: Math.round(size * 0.44) }} aria-hidden="true">
          {initial}
        </span>
      )}
      {status && (
        <span className={cx(styles.dot, status.on && styles.on)} title={status.text}>
          <span className="sr-only">{status.text}</span>
        </span>
      )}
    </span>
  )
}
