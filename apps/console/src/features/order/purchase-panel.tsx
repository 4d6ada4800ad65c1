import type { PointPackage } from '@ruwu/contract'
import { formatMoney, orderPointsText, POOL_DAYS } from '@ruwu/domain'
import { Button, ErrorBlock, Panel, SkeletonRows } from '@ruwu/ui'
import { useState } from 'react'
import { messageOf } from '../../api/errors.ts'
import { MoreLink } from '../../list/more-link.tsx'
import { AgreeField } from './agree-field.tsx'
import { usePackages } from './order.queries.ts'
import { PackageChoice } from './package-choice.tsx'
import { texts } from './texts.ts'
import { useSubmitOrder } from './use-submit-order.ts'
import styles from './purchase-panel.module.css'

/** 购买积分 beside the balance: a package; a number of one's own and coupons are on the page. */
export function PurchasePanel() {
  const { data: packages, error, refetch } = usePackages()
  return (
    <Panel
      title={texts.purchase}
      note={texts.validDays(POOL_DAYS.orderPoints)}
      actions={<MoreLink to="/point/purchase">{texts.otherWays}</MoreLink>}
    >
      {packages ? (
        <Packages packages={packages} />
      ) : error ? (
        <ErrorBlock message={messageOf(error)} onRetry={refetch} />
      ) : (
        <SkeletonRows rows={3} disc={false} />
      )}
    </Panel>
  )
}

function Packages({ packages }: { packages: PointPackage[] }) {
  const [chosenId, setChosenId] = useState<string>()
  const [isAgreed, setIsAgreed] = useState(false)
  const { submit, isSubmitting } = useSubmitOrder()
  const chosen = packages.find(({ id, recommended }) => (chosenId ? id === chosenId : recommended)) ?? packages[0]
  return (
    <div className={styles.purchase}>
      <div className={styles.packages} role="radiogroup" aria-label={texts.packages}>
        {packages.map((each) => (
          <PackageChoice
            key={each.id}
            className={styles.package}
            each={each}
            isChosen={each === chosen}
            onChoose={() => setChosenId(each.id)}
          />
        ))}
      </div>
      <AgreeField isAgreed={isAgreed} onChange={setIsAgreed} />
      {chosen && (
        <footer className={styles.foot}>
          <p>
            <small>{texts.pointsOf(orderPointsText(chosen))}</small>
            <b>{formatMoney(chosen.amount)}</b>
          </p>
          <Button
            variant="primary"
            size="lg"
            busy={isSubmitting}
            disabled={!isAgreed}
            onClick={() => submit({ packageId: chosen.id })}
          >
            {texts.submit}
          </Button>
        </footer>
      )}
    </div>
  )
}
