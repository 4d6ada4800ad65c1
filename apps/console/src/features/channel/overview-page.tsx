import type { AccountDetail } from '@ruwu/contract'
import { AccountFacts } from './components/account-facts.tsx'
import { AccountFrame } from './components/account-frame.tsx'
import { AccountHistory } from './components/account-history.tsx'
import { Checklist } from './components/checklist.tsx'
import { TodayStrip } from './components/today-strip.tsx'
import { WeekChart } from './components/week-chart.tsx'
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
