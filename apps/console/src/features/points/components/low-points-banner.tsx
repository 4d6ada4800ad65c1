import { POINTS_DIALOG_TEXTS } from '@ruwu/domain'
import { Banner, Button } from '@ruwu/ui'
import { useSeeNotice } from '../points.mutations.ts'
import { useEntAccount } from '../points.queries.ts'
import { texts } from '../texts.ts'
import { RechargeButton } from './recharge-button.tsx'

/** On every page of a 通知人, until it was seen: points are often found to be low at night, when no console is open. */
export function LowPointsBanner() {
  const { data: account } = useEntAccount()
  const see = useSeeNotice()
  if (!account?.notice) return null
  return (
    <Banner
      title={texts.lowPoints}
      text={account.notice}
      action={
        <>
          <Button variant="link" busy={see.isPending} onClick={() => see.mutate()}>
            {POINTS_DIALOG_TEXTS.understood}
          </Button>
          <RechargeButton variant="link" onLeave={() => see.mutate()} />
        </>
      }
    />
  )
}
