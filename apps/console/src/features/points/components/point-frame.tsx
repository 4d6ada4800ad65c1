import { PageHead, TabNav } from '@ruwu/ui'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { texts } from '../texts.ts'
import { POINT_PATH } from '../use-open-points.ts'
import styles from './point-frame.module.css'

const tabs = [
  { path: POINT_PATH, label: texts.title },
  { path: `${POINT_PATH}/bill-list`, label: texts.bills },
]

/** Header of the points pages. */
export function PointFrame({ actions, children }: { actions?: ReactNode; children: ReactNode }) {
  const { pathname } = useLocation()
  return (
    <>
      <PageHead
        title={texts.points}
        actions={actions}
        tabs={
          <TabNav label={texts.nav}>
            {tabs.map(({ path, label }) => (
              <li key={path}>
                <Link to={path} aria-current={pathname === path ? 'page' : undefined}>
                  {label}
                </Link>
              </li>
            ))}
          </TabNav>
        }
      />
      <div className={styles.page}>{children}</div>
    </>
  )
}
