import { formatDateWithWeekday } from '@ruwu/domain'
import { useMinute } from '../../browser/clock.ts'
import { useMe } from '../agent/index.ts'
import { useEnterpriseName, useTimeZone } from '../enterprise/index.ts'
import { TeamPanel } from './components/team-panel.tsx'
import styles from './home-page.module.css'
import { texts } from './texts.ts'

export function HomePage() {
  const me = useMe()
  const entName = useEnterpriseName()
  const timeZone = useTimeZone()
  // A page left open overnight shows the right day.
  const now = new Date(useMinute())
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{texts.hello(me?.name)}</h1>
        <p>
          {entName} · {formatDateWithWeekday(now, timeZone)}
        </p>
      </header>
      <TeamPanel />
    </div>
  )
}
