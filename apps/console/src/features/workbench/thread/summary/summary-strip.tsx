import type { CustomerDetail } from '@ruwu/contract'
import { formatListTime } from '@ruwu/domain'
import { IconButton } from '@ruwu/ui'
import { LoaderCircle, ScrollText, X } from 'lucide-react'
import { messageOf } from '../../../../api/errors.ts'
import { useMinute } from '../../../../browser/clock.ts'
import { useTimeZone } from '../../../enterprise/index.ts'
import { texts } from '../texts.ts'
import { NextSteps } from './next-steps.tsx'
import styles from './summary-strip.module.css'
import type { Thread } from '../held-threads.ts'
import { useSummary } from './use-summary.ts'

const DAY_MS = 86_400_000

type SummaryStripProps = {
  customer: CustomerDetail
  thread: Thread | undefined
  /** What a summary costs. */
  points: number
}

/** Summary and next steps above the messages; says who made it, and when. */
export function SummaryStrip({ customer, thread, points }: SummaryStripProps) {
  const { summary, silence, error, isShown, isMaking, isOld, show, close } = useSummary(customer, thread, points)
  const timeZone = useTimeZone()
  const now = useMinute()
  if (!isShown) return null
  return (
    <section className={styles.strip} aria-label={texts.summary}>
      <header>
        <ScrollText size={14} aria-hidden="true" />
        <b>{silence === undefined ? texts.summary : texts.returned(Math.floor(silence / DAY_MS))}</b>
        {summary && (
          <small>
            {summary.by === 'model' ? texts.byModel : texts.byFacts(summary.problem)}
            {texts.madeAt(formatListTime(summary.madeAt, new Date(now), timeZone))}
          </small>
        )}
        <IconButton label={texts.closeSummary} title={texts.closeSummary} onClick={close}>
          <X size={16} aria-hidden="true" />
        </IconButton>
      </header>
      {summary && <p className={styles.text}>{summary.text === '' ? texts.noSummary : summary.text}</p>}
      {isMaking ? (
        <p className={styles.line} aria-live="polite">
          <LoaderCircle className={styles.spinner} size={14} aria-hidden="true" />
          {texts.makingSummary}
        </p>
      ) : error ? (
        <p className={styles.line} role="alert">
          {messageOf(error)}
          <button type="button" onClick={show}>
            {texts.retry}
          </button>
        </p>
      ) : !summary ? (
        <p className={styles.line}>
          <button type="button" onClick={show}>
            {texts.makeSummary(points)}
          </button>
        </p>
      ) : (
        <div className={styles.line}>
          <NextSteps customer={customer} summary={summary} />
          {(isOld || summary.problem !== '') && (
            <button type="button" className={styles.renew} onClick={show}>
              {isOld ? texts.renewSummary(points) : texts.makeAgain(points)}
            </button>
          )}
        </div>
      )}
    </section>
  )
}
