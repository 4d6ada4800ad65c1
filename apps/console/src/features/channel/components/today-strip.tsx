import type { AccountDetail } from '@ruwu/contract'
import { formatNumber } from '@ruwu/domain'
import { Panel } from '@ruwu/ui'
import { useChannelSetting } from '../channel.queries.ts'
import { texts } from '../texts.ts'
import styles from './today-strip.module.css'

/** Today's counters; first contacts beside the platform's quota. */
export function TodayStrip({ account }: { account: AccountDetail }) {
  const { todayEnter, customers, quotaToday } = account
  const most = useChannelSetting(account.relationId).data?.limits.strangersPerDay
  const note = most === undefined ? undefined : most === 0 ? texts.strangersNone : texts.ofMost(formatNumber(most))
  return (
    <Panel className={styles.strip}>
      <dl>
        <Tile label={texts.todayEnter} value={todayEnter} unit={texts.people} />
        <Tile label={texts.customers} value={customers} unit={texts.people} />
        <Tile label={texts.todaySent} value={quotaToday.used} unit={texts.messages} />
        <Tile label={texts.todayStrangers} value={quotaToday.strangers} unit={texts.people} note={note} />
      </dl>
    </Panel>
  )
}

function Tile({ label, value, unit, note }: { label: string; value: number; unit: string; note?: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {formatNumber(value)}
        <small>{unit}</small>
        {note && <span>{note}</span>}
      </dd>
    </div>
  )
}
