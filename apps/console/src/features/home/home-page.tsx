import { HOME_RANGES } from '@ruwu/contract'
import { formatDateTimeSeconds, formatDateWithWeekday } from '@ruwu/domain'
import { buttonClass } from '@ruwu/ui'
import { Segmented } from 'antd'
import { FileText } from 'lucide-react'
import { Link } from 'react-router'
import { useMinute } from '../../browser/clock.ts'
import { useMe } from '../agent/index.ts'
import { useEnterpriseName, useTimeZone } from '../enterprise/index.ts'
import { useCan } from '../permission/index.ts'
import { AccountPanel } from './components/account-panel.tsx'
import { GuidePanel } from './components/guide-panel.tsx'
import { MissPanel } from './components/miss-panel.tsx'
import { NoticeStrip } from './components/notice-strip.tsx'
import { OverviewPanels } from './components/overview-panels.tsx'
import { PointsCard } from './components/points-card.tsx'
import { TeamPanel } from './components/team-panel.tsx'
import { TodoCards } from './components/todo-cards.tsx'
import { useTodo } from './home.queries.ts'
import { useHomeUrl } from './home-range.ts'
import styles from './home-page.module.css'
import { texts } from './texts.ts'

/** Each panel loads, fails and refreshes on its own. */
export function HomePage() {
  return (
    <div className={styles.page}>
      <HomeHead />
      <NoticeStrip />
      <GuidePanel />
      <TodoCards />
      <OverviewPanels />
      <div className={styles.columns}>
        <div>
          <TeamPanel />
          <MissPanel />
        </div>
        <div>
          <AccountPanel />
        </div>
      </div>
    </div>
  )
}

function HomeHead() {
  const me = useMe()
  const entName = useEnterpriseName()
  const timeZone = useTimeZone()
  // A page left open overnight shows the right day.
  const now = new Date(useMinute())
  const { dataUpdatedAt } = useTodo()
  const { range, setRange } = useHomeUrl()
  const canReport = useCan('statistics:viewPage')
  return (
    <header className={styles.head}>
      <div>
        <h1>{texts.hello(me?.name)}</h1>
        <p>
          {entName} · {formatDateWithWeekday(now, timeZone)}
        </p>
      </div>
      <div className={styles.tools}>
        {dataUpdatedAt > 0 && (
          <small>{texts.updatedAt(formatDateTimeSeconds(new Date(dataUpdatedAt), timeZone).slice(-8))}</small>
        )}
        {canReport && (
          <Link className={buttonClass()} to="/home/daily">
            <FileText size={15} aria-hidden="true" />
            {texts.dailyReport}
          </Link>
        )}
        <Segmented
          aria-label={texts.rangeLabel}
          value={range}
          options={HOME_RANGES.map((value) => ({ value, label: texts.ranges[value] }))}
          onChange={setRange}
        />
        <PointsCard />
      </div>
    </header>
  )
}
