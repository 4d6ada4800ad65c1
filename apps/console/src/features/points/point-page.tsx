import { Button, confirm, Dialog, ErrorBlock, Panel, SkeletonRows } from '@ruwu/ui'
import { useState } from 'react'
import { messageOf } from '../../api/errors.ts'
import { runtimeConfig } from '../../browser/runtime-config.ts'
import { OpenOrders, PurchasePanel } from '../order/index.ts'
import { useCan } from '../permission/index.ts'
import { PointCards } from './components/point-cards.tsx'
import { PointFrame } from './components/point-frame.tsx'
import { PointRules } from './components/point-rules.tsx'
import { PointsSettingSheet } from './components/points-setting-sheet.tsx'
import { LotList, TodayPanel } from './components/side-panels.tsx'
import { Spending } from './components/spending.tsx'
import { useDemoRecharge } from './points.mutations.ts'
import { useEntAccount, usePointLots } from './points.queries.ts'
import { texts } from './texts.ts'
import styles from './point-page.module.css'

/** 积分中心. */
export function PointPage() {
  const { data: account, error, refetch } = useEntAccount()
  const { data: lots } = usePointLots()
  const canBuy = useCan('pointManagement:purchase')
  const { demo, payMethods } = runtimeConfig()
  const isOffered = payMethods.length > 0
  const [open, setOpen] = useState<'setting' | 'rules'>()
  const close = () => setOpen(undefined)
  return (
    <PointFrame
      actions={
        <>
          <Button variant="ghost" onClick={() => setOpen('rules')}>
            {texts.rules}
          </Button>
          {canBuy && <Button onClick={() => setOpen('setting')}>{texts.setting}</Button>}
        </>
      }
    >
      {account ? (
        <PointCards account={account} lots={lots} />
      ) : (
        <Panel>
          {error ? <ErrorBlock message={messageOf(error)} onRetry={refetch} /> : <SkeletonRows rows={2} disc={false} />}
        </Panel>
      )}
      <div className={styles.split}>
        <Spending />
        <div className={styles.side}>
          {canBuy && isOffered && <PurchasePanel />}
          {canBuy && (demo || !isOffered) && <Recharge />}
          <OpenOrders />
          <TodayPanel />
          <LotList />
        </div>
      </div>
      {open === 'setting' && <PointsSettingSheet onClose={close} />}
      {open === 'rules' && <RulesDialog onClose={close} />}
    </PointFrame>
  )
}

/** The demo's button charges nothing; the panel says so unless real money can be paid beside it. Outside the demo: that nothing can be bought. */
function Recharge() {
  const recharge = useDemoRecharge()
  const { demo, payMethods, isPaySimulated } = runtimeConfig()
  const ask = async () => {
    if (await confirm({ title: texts.demoAsk, content: texts.demoEffect })) recharge.mutate()
  }
  return (
    <Panel label={texts.recharge} className={styles.recharge}>
      <p>{demo && isPaySimulated ? texts.demoNote : payMethods.length > 0 ? texts.offered : texts.noWay}</p>
      {demo && (
        <Button variant="primary" busy={recharge.isPending} onClick={ask}>
          {texts.demoRecharge}
        </Button>
      )}
    </Panel>
  )
}

function RulesDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      wide
      title={texts.rules}
      onCancel={onClose}
      footer={
        <Button variant="primary" data-autofocus onClick={onClose}>
          {texts.close}
        </Button>
      }
    >
      <div className={styles.rules}>
        <PointRules withWhen />
        <p>{texts.rulesNote}</p>
      </div>
    </Dialog>
  )
}
