import type { CustomerDetail } from '@ruwu/contract'
import { twoDigits } from '@ruwu/domain'
import { Button, SenderGlyph } from '@ruwu/ui'
import { useSecond } from '../../../browser/clock.ts'
import { useSetAiStatus, useSetAutoEnable } from '../customer/customer.mutations.ts'
import { texts } from '../thread/texts.ts'
import styles from './thread-header.module.css'

/** Time until the AI resumes; nothing when it will not. */
export function ReturnCountdown({ customer, canEdit }: { customer: CustomerDetail; canEdit: boolean }) {
  const { autoEnableAt, receptionType } = customer
  if (autoEnableAt === null || receptionType !== 'manual') return null
  return (
    <div className={styles.countdown}>
      <p>
        <SenderGlyph name="spark" size={13} />
        <Countdown until={autoEnableAt} />
      </p>
      {canEdit && <Choices customer={customer} />}
    </div>
  )
}

function Countdown({ until }: { until: string }) {
  const now = useSecond()
  return <span role="timer">{texts.returnsIn(countdownOf(until, now))}</span>
}

function Choices({ customer }: { customer: CustomerDetail }) {
  const setAi = useSetAiStatus()
  const setAutoEnable = useSetAutoEnable()
  return (
    <>
      <Button
        variant="link"
        size="sm"
        busy={setAi.isPending}
        onClick={() => setAi.mutate({ customer, enableAi: true })}
      >
        {texts.returnNow}
      </Button>
      <Button
        variant="link"
        size="sm"
        busy={setAutoEnable.isPending}
        onClick={() => setAutoEnable.mutate({ customer })}
      >
        {texts.neverReturn}
      </Button>
    </>
  )
}

/** `mm:ss`, or `h:mm:ss`; stops at 00:00. `now` may lag behind by a tick, never ahead. */
export function countdownOf(until: string, now: number): string {
  const left = Math.max(0, Math.floor((Date.parse(until) - now) / 1000))
  const hours = Math.floor(left / 3600)
  const clock = `${twoDigits(Math.floor(left / 60) % 60)}:${twoDigits(left % 60)}`
  return hours > 0 ? `${hours}:${clock}` : clock
}
