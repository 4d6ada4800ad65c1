import type { CertifyInfo } from '@ruwu/contract'
import { formatDateTime } from '@ruwu/domain'
import { Button, cx } from '@ruwu/ui'
import { CircleCheck, CircleX, Clock } from 'lucide-react'
import { useTimeZone } from '../enterprise/index.ts'
import { texts } from './texts.ts'
import styles from './certify.module.css'

const VIEWS = {
  pending: { icon: Clock, title: texts.pending, hint: texts.pendingHint, look: styles.pending },
  passed: { icon: CircleCheck, title: texts.passed, hint: texts.passedHint, look: styles.passed },
  rejected: { icon: CircleX, title: texts.rejected, hint: '', look: styles.rejected },
} as const

type CertifyResultProps = { info: CertifyInfo; onAgain: (() => void) | undefined }

/** What was submitted, as far as it is shown, and the reviewer's decision. */
export function CertifyResult({ info, onAgain }: CertifyResultProps) {
  const timeZone = useTimeZone()
  if (info.status === 'none') return null
  const { icon: Icon, title, hint, look } = VIEWS[info.status]
  const time = (instant: string | null) => instant && formatDateTime(instant, timeZone)
  const facts = [
    [texts.subjectName, info.subjectName],
    [texts.creditCode, info.creditCode],
    [texts.submittedAt, time(info.submittedAt)],
    [texts.reviewedAt, time(info.reviewedAt)],
  ] as const
  return (
    <div className={styles.result}>
      <Icon className={cx(styles.icon, look)} size={44} strokeWidth={1.5} aria-hidden="true" />
      <h2>{title}</h2>
      {hint && <p>{hint}</p>}
      {info.status === 'rejected' && (
        <p className={styles.reason} role="alert">
          {texts.reason}：{info.reason}
        </p>
      )}
      <dl className={styles.facts}>
        {facts.map(
          ([label, value]) =>
            value && (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      {info.status === 'rejected' && onAgain && (
        <Button variant="primary" size="lg" onClick={onAgain}>
          {texts.resubmit}
        </Button>
      )}
    </div>
  )
}
