import type { AccountDetail } from '@ruwu/contract'
import { formatNumber } from '@ruwu/domain'
import { Panel, cx } from '@ruwu/ui'
import { Check } from 'lucide-react'
import { Link } from 'react-router'
import { accountPath, type AccountTab } from './account-url.ts'
import { useChannelSetting } from './channel.queries.ts'
import { AccountFacts } from './components/account-facts.tsx'
import { AccountFrame } from './components/account-frame.tsx'
import { AccountHistory } from './components/account-history.tsx'
import { WeekChart } from './components/week-chart.tsx'
import { useCan } from '../permission/index.ts'
import { texts } from './texts.ts'
import styles from './overview-page.module.css'

export const OverviewPage = () => <AccountFrame tab="index">{(account) => <Overview account={account} />}</AccountFrame>

function Overview({ account }: { account: AccountDetail }) {
  return (
    <div className={styles.grid}>
      <TodayStrip account={account} />
      <div className={styles.column}>
        <WeekChart series={account.series} />
        <AccountHistory relationId={account.relationId} />
      </div>
      <div className={styles.column}>
        <AccountFacts account={account} />
        <Checklist account={account} />
      </div>
    </div>
  )
}

/** Today's counters; first contacts beside the platform's quota. */
function TodayStrip({ account }: { account: AccountDetail }) {
  const { todayEnter, customers, quotaToday } = account
  const most = useChannelSetting(account.relationId).data?.limits.strangersPerDay
  const note = most === undefined ? undefined : most === 0 ? texts.strangersNone : texts.ofMost(formatNumber(most))
  return (
    <Panel className={styles.strip}>
      <dl>
        <Tile label={texts.todayEnter} value={todayEnter} unit={texts.people} />
        <Tile label={texts.customers} value={customers} unit={texts.people} />
        <Tile label={texts.todaySent} value={quotaToday.used} unit={texts.messages} />
        <Tile
          label={texts.todayStrangers}
          hint={texts.todayStrangersHint}
          value={quotaToday.strangers}
          unit={texts.people}
          note={note}
        />
        <Tile
          label={texts.todayHeldBack}
          hint={texts.todayHeldBackHint}
          value={quotaToday.heldBack}
          unit={texts.messages}
        />
      </dl>
    </Panel>
  )
}

type TileProps = { label: string; hint?: string; value: number; unit: string; note?: string }

function Tile({ label, hint, value, unit, note }: TileProps) {
  return (
    <div title={hint}>
      <dt>{label}</dt>
      <dd>
        {formatNumber(value)}
        <small>{unit}</small>
        {note && <span>{note}</span>}
      </dd>
    </div>
  )
}

type Step = AccountDetail['checklist'][number]['key']

/** Plans are shared by accounts. */
const PLAN_PATH = '/automation/reception'

/** The page of a step, when it is one of the account's own. */
const places: Partial<Record<Step, { tab: AccountTab; search?: string }>> = {
  knowledge: { tab: 'ai-agent', search: '?tab=knowledge' },
  publish: { tab: 'ai-agent' },
  card: { tab: 'card-manage' },
  agent: { tab: 'setting' },
}

/** Setup steps still missing. */
function Checklist({ account }: { account: AccountDetail }) {
  const { checklist } = account
  const canEdit = useCan('channelAccount:settingsEdit')
  const canPlan = useCan('automation:edit')
  const done = checklist.filter((it) => it.done).length
  return (
    <Panel title={texts.checklist} note={`${done}/${checklist.length}`}>
      <ul className={styles.list}>
        {checklist.map(({ key, done }) => {
          const place = places[key]
          return (
            <li key={key} className={cx(done && styles.done)}>
              <span className={styles.sign}>{done && <Check size={12} strokeWidth={3} aria-hidden="true" />}</span>
              {texts.checkNames[key]}
              {!done && key === 'plan' && canPlan ? (
                <Link to={PLAN_PATH}>{texts.goDo}</Link>
              ) : !done && place && canEdit ? (
                <Link to={accountPath(account, place.tab) + (place.search ?? '')}>{texts.goDo}</Link>
              ) : (
                <small>{done ? texts.done : texts.undone}</small>
              )}
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}
