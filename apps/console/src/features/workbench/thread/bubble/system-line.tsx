import { useLog } from '../message-log/log-context.ts'
import type { Line } from './message-line.ts'
import { clockTimeOf, timeHintOf } from './message-time.ts'
import styles from './system-line.module.css'

/** A system event of the customer, centred. */
export function SystemLine({ line, text }: { line: Line; text: string }) {
  const { timeZone } = useLog()
  return (
    <p className={styles.line} title={timeHintOf(line, timeZone)}>
      <span data-bubble="">{text}</span>
      <time dateTime={line.createdAt}>{clockTimeOf(line.createdAt, timeZone)}</time>
    </p>
  )
}
