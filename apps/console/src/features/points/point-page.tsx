import { POINT_POOLS, type EntAccount, type PointLot, type PointPool } from '@ruwu/contract'
import {
  formatDateTime,
  formatNumber,
  POINT_POOL_LABELS,
  formatDate,
  POINTS_HEALTH_LABELS,
  pointsHealth,
  remainingDays,
  totalPoints,
} from '@ruwu/domain'
import { Button, ErrorBlock, Panel, SkeletonRows, Empty, StatusLabel } from '@ruwu/ui'
import { Coins } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { messageOf } from '../../api/errors.ts'
import { runtimeConfig } from '../../browser/runtime-config.ts'
import { useTimeZone } from '../enterprise/index.ts'
import { useCan } from '../permission/index.ts'
import { PointFrame } from './components/point-frame.tsx'
import { PointRules } from './components/point-rules.tsx'
import { PointsSettingSheet } from './components/points-setting-sheet.tsx'
import { HEALTH_TONES } from './components/points-widget.tsx'
import { useDemoRecharge } from './points.mutations.ts'
import { useEntAccount, usePointLots } from './points.queries.ts'
import { texts } from './texts.ts'
import styles from './point-page.module.css'

/** 积分中心. */
export function PointPage() {
  const { data: account, error, refetch } = useEntAccount()
  const { data: lots } = usePointLots()
  const canBuy = useCan('pointManagement:purchase')
  const [isSetting, setIsSetting] = useState(false)
  return (
    <PointFrame actions={canBuy && <Button onClick={() => setIsSetting(true)}>{texts.setting}</Button>}>
      {account ? (
        <PointCards account={account} lots={lots} />
      ) : (
        <Panel>
          {error ? <ErrorBlock message={messageOf(error)} onRetry={refetch} /> : <SkeletonRows rows={2} disc={false} />}
        </Panel>
      )}
      {canBuy && <Recharge />}
      <div className={styles.split}>
        <LotList />
        <Panel title={texts.rules}>
          <div className={styles.rules}>
            <PointRules withWhen />
            <p>{texts.rulesNote}</p>
          </div>
        </Panel>
      </div>
      {isSetting && <PointsSettingSheet onClose={() => setIsSetting(false)} />}
    </PointFrame>
  )
}

/** The demo's recharge button charges nothing, and says so. */
function Recharge() {
  const recharge = useDemoRecharge()
  return (
    <Panel label={texts.recharge} className={styles.recharge}>
      <p>{runtimeConfig().demo ? texts.demoNote : texts.noWay}</p>
      {runtimeConfig().demo && (
        <Button variant="primary" busy={recharge.isPending} onClick={() => recharge.mutate()}>
          {texts.demoRecharge}
        </Button>
      )}
    </Panel>
  )
}

/** A lot: points granted together expire together. */
function LotList() {
  const { data: lots, error, refetch } = usePointLots()
  const timeZone = useTimeZone()
  return (
    <Panel title={texts.lots}>
      {error && !lots ? (
        <ErrorBlock message={messageOf(error)} onRetry={refetch} />
      ) : !lots ? (
        <SkeletonRows rows={3} disc={false} />
      ) : lots.length === 0 ? (
        <Empty icon={Coins} text={texts.noLots} />
      ) : (
        <table className={styles.lots}>
          <thead>
            <tr>
              <th>{texts.pool}</th>
              <th>{texts.remain}</th>
              <th>{texts.expireAt}</th>
            </tr>
          </thead>
          <tbody>
            {lots.map(({ id, pool, remain, expireAt }) => (
              <tr key={id}>
                <td>{POINT_POOL_LABELS[pool]}</td>
                <td>{formatNumber(remain)}</td>
                <td>{formatDateTime(expireAt, timeZone)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  )
}

/** Balance per pool, and its nearest expiry. */
function PointCards({ account, lots }: { account: EntAccount; lots: PointLot[] | undefined }) {
  const timeZone = useTimeZone()
  const health = pointsHealth(account)
  const days = remainingDays(account)
  // Lots are sorted by expiry.
  const nearest = (pool?: PointPool) => {
    const lot = lots?.find((each) => pool === undefined || each.pool === pool)
    return lot ? texts.nearest(formatDate(lot.expireAt, timeZone)) : texts.none
  }
  return (
    <Panel label={texts.title} className={styles.cards}>
      <Card label={texts.total} value={formatNumber(totalPoints(account))}>
        <StatusLabel tone={HEALTH_TONES[health]}>{POINTS_HEALTH_LABELS[health]}</StatusLabel>
      </Card>
      {POINT_POOLS.map((pool) => (
        <Card key={pool} label={POINT_POOL_LABELS[pool]} value={formatNumber(account[pool])}>
          {nearest(pool)}
        </Card>
      ))}
      <Card label={texts.daily} value={formatNumber(account.averageDailyConsumePoints)} />
      <Card label={texts.days} value={Number.isFinite(days) ? texts.daysOf(Math.floor(days)) : texts.plenty} />
    </Panel>
  )
}

function Card({ label, value, children }: { label: string; value: string; children?: ReactNode }) {
  return (
    <div className={styles.card}>
      <span>{label}</span>
      <b>{value}</b>
      <small>{children}</small>
    </div>
  )
}
