import { type ReactNode, useEffect, useState } from 'react'
import { cx } from './cx.ts'
import { texts } from './texts.ts'
import styles from './skeleton.module.css'

// A fast response must not flash grey boxes.
const SHOW_AFTER_MS = 200

/** Visible after 200 ms; announced as 加载中... */
export function Skeleton({ children, text = texts.loading }: { children: ReactNode; text?: string }) {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), SHOW_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <output className={cx(styles.skeleton, late && styles.late)}>
      <span className="sr-only">{text}</span>
      {/* Rendered from the start, to avoid layout shift. */}
      <div aria-hidden="true">{children}</div>
    </output>
  )
}

export function Bar({ width = '100%', height = 12 }: { width?: string | number; height?: number }) {
  return <span className={styles.box} style={{ width, height }} />
}

export function Disc({ size = 32 }: { size?: number }) {
  return <span className={cx(styles.box, styles.disc)} style={{ width: size, height: size }} />
}

type SkeletonRowsProps = {
  rows?: number
  height?: number
  /** Table: draws a header strip. */
  head?: boolean
  /** Draws a disc for the avatar. */
  disc?: boolean
}

/** Skeleton rows of a list. */
export function SkeletonRows({ rows = 5, height = 44, head = false, disc = true }: SkeletonRowsProps) {
  return (
    <Skeleton>
      {head && <div className={styles.head} />}
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={styles.row} style={{ height }}>
          {disc && <Disc size={28} />}
          <Bar width="18%" />
          <Bar width="30%" />
          <Bar width="22%" />
        </div>
      ))}
    </Skeleton>
  )
}

/** Loading text, for content of unknown shape. Visible after 200 ms. */
export function LoadingText({ text = texts.loading }: { text?: string }) {
  return (
    <div className={styles.place}>
      <Skeleton text={text}>
        <p className={styles.text}>{text}</p>
      </Skeleton>
    </div>
  )
}

/** A whole route in the shape of its content. */
export const PageSkeleton = ({ children }: { children: ReactNode }) => (
  <Skeleton text={texts.pageLoading}>{children}</Skeleton>
)

/** A whole route of unknown shape. */
export const PageLoading = () => <LoadingText text={texts.pageLoading} />
