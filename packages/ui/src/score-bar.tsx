import { cx } from './cx.ts'
import styles from './score-bar.module.css'

type ScoreBarProps = {
  /** From 0 to 1. */
  score: number
  /** Threshold mark. */
  tick?: number | undefined
  /** Text on the parts of the score. */
  note?: string | undefined
  className?: string
}

const percentOf = (part: number) => `${Math.min(1, Math.max(0, part)) * 100}%`

/** Score as bar and number; grey below the threshold. */
export function ScoreBar({ score, tick, note, className }: ScoreBarProps) {
  const isBelow = tick !== undefined && score < tick
  return (
    <span className={cx(styles.score, isBelow && styles.below, className)} title={note}>
      <span className={styles.track} aria-hidden="true">
        <span className={styles.fill} style={{ width: percentOf(score) }} />
        {tick !== undefined && <span className={styles.tick} style={{ left: percentOf(tick) }} />}
      </span>
      {note && <span className="sr-only">{note}</span>}
      <span className={styles.number}>{score.toFixed(2)}</span>
    </span>
  )
}
