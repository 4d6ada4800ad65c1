import { Button, ErrorBlock, Panel, SkeletonRows } from '@ruwu/ui'
import { useState } from 'react'
import { messageOf } from '../../api/errors.ts'
import { runtimeConfig } from '../../browser/runtime-config.ts'
import { useCan } from '../role/index.ts'
import { LotList } from './components/lot-list.tsx'
import { PointCards } from './components/point-cards.tsx'
import { PointFrame } from './components/point-frame.tsx'
import { PointRules } from './components/point-rules.tsx'
import { PointsSettingSheet } from './components/points-setting-sheet.tsx'
import styles from './point-page.module.css'
import { useDemoRecharge } from './points.mutations.ts'
import { useEntAccount, usePointLots } from './points.queries.ts'
import { texts } from './texts.ts'

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
