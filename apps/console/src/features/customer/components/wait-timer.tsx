import { waitLevel, waitText } from '@ruwu/domain'
import { cx } from '@ruwu/ui'
import { Clock } from 'lucide-react'
import { useSecond } from '../../../now.ts'
import { texts } from '../texts.ts'
import styles from './wait-timer.module.css'

/** How long the customer has waited; nothing for the first minute. */
export function WaitTimer({ since }: { since: string | null }) {
  return since === null ? null : <Ticking since={since} />
}

function Ticking({ since }: { since: string }) {
  const waitedMs = useSecond() - Date.parse(since)
  const level = waitLevel(waitedMs)
  if (level === 'none') return null
  const text = waitText(waitedMs)
  return (
    <span className={cx(styles.wait, level === 'bad' && styles.bad)} title={texts.waitingFor(text)}>
      <Clock size={12} strokeWidth={2} aria-hidden="true" />
      {text}
    </span>
  )
}
