import { PageHead, TabNav } from '@ruwu/ui'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { runtimeConfig } from '../../../browser/runtime-config.ts'
import { useCan } from '../../permission/index.ts'
import { texts } from '../texts.ts'
import { POINT_PATH } from '../use-open-points.ts'
import styles from './point-frame.module.css'

/** Orders stay readable where nothing can be bought any more. */
function useTabs() {
  const canBuy = useCan('pointManagement:purchase')
  const isOffered = runtimeConfig().payMethods.length > 0
  return [
    { path: POINT_PATH, label: texts.title },
    ...(isOffered && canBuy ? [{ path: `${POINT_PATH}/purchase`, label: texts.purchase }] : []),
    { path: `${POINT_PATH}/order-list`, label: texts.orders },
    { path: `${POINT_PATH}/bill-list`, label: texts.bills },
  ]
}

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
            {useTabs().map(({ path, label }) => (
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
