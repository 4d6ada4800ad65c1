import { useState, type ReactNode } from 'react'
import styles from './avatar.module.css'
import { cx } from './cx.ts'

type AvatarStatus = { on: boolean; text: string }

type AvatarProps = {
  name: string
  /** Address of the picture; empty or broken falls back to the first character. */
  src?: string
  size?: number
  /** Circle for people, rounded square for shared things. */
  shape?: 'circle' | 'square'
  /** Small icon at the lower right, with a background ring. */
  mark?: ReactNode
  /** Dot at the lower right; its label is the title and accessible name. */
  status?: AvatarStatus
}

/** Picture, or first character of the name. */
export function Avatar({ name, src, size = 32, shape = 'circle', mark, status }: AvatarProps) {
  const [broken, setBroken] = useState('')
  const initial = Array.from(name.trim())[0] ?? '·'
  return (
    <span
      className={cx(styles.avatar, shape === 'square' && styles.square, Boolean(mark ?? status) && styles.marked)}
      style={{ width: size, height: size }}
    >
      {src && src !== broken ? (
        <img className={styles.picture} src={src} width={size} height={size} alt="" onError={() => setBroken(src)} />
      ) : (
        <span className={styles.initial} style={{ fontSize: Math.round(size * 0.44) }} aria-hidden="true">
          {initial}
        </span>
      )}
      {mark && <span className={styles.mark}>{mark}</span>}
      {status && (
        <span className={cx(styles.dot, status.on && styles.on)} title={status.text}>
          <span className="sr-only">{status.text}</span>
        </span>
      )}
    </span>
  )
}
