import { useEverySecond } from '../../browser/clock.ts'
import { serverTime } from '../../browser/server-clock.ts'

const two = (n: number) => String(n).padStart(2, '0')

/** The time left by the server's clock. */
export function Countdown({ until, className }: { until: Date; className?: string | undefined }) {
  const seconds = useEverySecond((now) => Math.max(0, Math.ceil((until.getTime() - serverTime(now).getTime()) / 1000)))
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return (
    <time role="timer" className={className}>
      {hours > 0 && `${two(hours)}:`}
      {two(minutes)}:{two(seconds % 60)}
    </time>
  )
}
