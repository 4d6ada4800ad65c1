import type { CustomerDetail } from '@ruwu/contract'
import { formatNearTime } from '@ruwu/domain'
import { Button, cx } from '@ruwu/ui'
import { Hourglass } from 'lucide-react'
import { useMinute } from '../../../browser/clock.ts'
import { useTimeZone } from '../../enterprise/index.ts'
import { usePostpone } from '../customer/customer.mutations.ts'
import styles from '../header/thread-header.module.css'
import { texts } from '../texts.ts'

type PostponeStripProps = { customer: CustomerDetail; canPostpone: boolean; onPostpone: () => void }

/** Below the header: until when the conversation is put away, or that it is back. Nothing otherwise. */
export function PostponeStrip({ customer, canPostpone, onPostpone }: PostponeStripProps) {
  const { postponedUntil, returnedAt } = customer
  const timeZone = useTimeZone()
  const now = new Date(useMinute())
  const end = usePostpone()
  if (postponedUntil === null && returnedAt === null) return null
  return (
    <div className={cx(styles.countdown, styles.postponed)}>
      <p>
        <Hourglass size={13} aria-hidden="true" />
        {postponedUntil === null ? texts.returned : texts.postponedUntil(formatNearTime(postponedUntil, now, timeZone))}
      </p>
      {canPostpone && (
        <>
          <Button variant="link" size="sm" onClick={onPostpone}>
            {postponedUntil === null ? texts.postponeAgain : texts.changeTime}
          </Button>
          <Button
            variant="link"
            size="sm"
            busy={end.isPending}
            onClick={() => end.mutate({ customer, until: null, undo: postponedUntil !== null })}
          >
            {postponedUntil === null ? texts.postponeDone : texts.cancelPostpone}
          </Button>
        </>
      )}
    </div>
  )
}
