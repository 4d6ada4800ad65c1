import { CUSTOM_POINTS, OrderRequest, type PointPackage } from '@ruwu/contract'
import { formatMoney, formatNumber, orderPrice, POOL_DAYS } from '@ruwu/domain'
import { Button, cx, Empty, ErrorBlock, Panel, SkeletonRows } from '@ruwu/ui'
import { InputNumber } from 'antd'
import { Coins } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../api/errors.ts'
import { PointFrame } from '../points/index.ts'
import { AgreeField } from './agree-field.tsx'
import { CouponField } from './coupon-field.tsx'
import { useCoupon, usePackages } from './order.queries.ts'
import { PackageChoice } from './package-choice.tsx'
import { texts } from './texts.ts'
import { useSubmitOrder } from './use-submit-order.ts'
import styles from './purchase-page.module.css'

/** 购买积分. */
export function PurchasePage() {
  const { data: packages, error, refetch } = usePackages()
  return (
    <PointFrame>
      {packages && packages.length > 0 ? (
        <Purchase packages={packages} />
      ) : (
        <Panel>
          {packages ? (
            <Empty icon={Coins} text={texts.noPackages} />
          ) : error ? (
            <ErrorBlock message={messageOf(error)} onRetry={refetch} />
          ) : (
            <SkeletonRows rows={3} disc={false} />
          )}
        </Panel>
      )}
    </PointFrame>
  )
}

/** `custom` is the number of one's own. */
const CUSTOM = 'custom'

function Purchase({ packages }: { packages: PointPackage[] }) {
  const [choice, setChoice] = useState((packages.find(({ recommended }) => recommended) ?? packages[0])?.id ?? CUSTOM)
  const [typed, setTyped] = useState<number | null>(CUSTOM_POINTS.min)
  const asked = OrderRequest.safeParse(choice === CUSTOM ? { points: typed } : { packageId: choice })
  return (
    <div className={styles.split}>
      <Panel title={texts.packages} note={texts.validNote(POOL_DAYS.orderPoints, POOL_DAYS.bonusOrderPoints)}>
        <div className={styles.choices} role="radiogroup" aria-label={texts.packages}>
          {packages.map((each) => (
            <PackageChoice
              key={each.id}
              each={each}
              isChosen={choice === each.id}
              onChoose={() => setChoice(each.id)}
            />
          ))}
          <label className={cx(styles.choice, styles.custom, choice === CUSTOM && styles.chosen)}>
            <span>
              <input
                type="radio"
                name="package"
                className="sr-only"
                checked={choice === CUSTOM}
                onChange={() => setChoice(CUSTOM)}
              />
              {texts.custom}
            </span>
            <InputNumber
              className={styles.number}
              aria-label={texts.custom}
              {...CUSTOM_POINTS}
              precision={0}
              value={typed}
              status={choice === CUSTOM && !asked.success ? 'error' : ''}
              onFocus={() => setChoice(CUSTOM)}
              onChange={setTyped}
            />
            <small role={choice === CUSTOM && !asked.success ? 'alert' : undefined}>{texts.customHint}</small>
          </label>
        </div>
      </Panel>
      <Summary request={asked.success ? asked.data : undefined} />
    </div>
  )
}

/** What is ordered; the server computes the price again by the same rule. */
function Summary({ request }: { request: OrderRequest | undefined }) {
  const [isAgreed, setIsAgreed] = useState(false)
  const [typed, setTyped] = useState('')
  const [code, setCode] = useState('')
  const coupon = useCoupon(request && code ? { ...request, code } : undefined)
  const { submit, isSubmitting } = useSubmitOrder()
  const price = request && orderPrice(request)
  const discount = coupon.data?.discount ?? 0
  // Neither ordered at another price than the one that is shown, nor without a code that was typed.
  const isReady = isAgreed && !coupon.isFetching && (typed.trim() === '' || code !== '')
  return (
    <Panel title={texts.summary}>
      <div className={styles.summary}>
        <dl>
          <dt>{texts.points}</dt>
          <dd>{price ? formatNumber(price.points) : '--'}</dd>
          <dt>{texts.bonusPoints}</dt>
          <dd>{price ? formatNumber(price.bonusPoints) : '--'}</dd>
          <dt>{texts.validity}</dt>
          <dd>{texts.days(POOL_DAYS.orderPoints)}</dd>
          {price !== undefined && price.bonusPoints > 0 && (
            <>
              <dt>{texts.bonusValidity}</dt>
              <dd>{texts.days(POOL_DAYS.bonusOrderPoints)}</dd>
            </>
          )}
          {discount > 0 && (
            <>
              <dt>{texts.discount}</dt>
              <dd>-{formatMoney(discount)}</dd>
            </>
          )}
          <dt>{texts.due}</dt>
          <dd className={styles.due}>{formatMoney(price && price.amount - discount)}</dd>
        </dl>
        <CouponField
          typed={typed}
          onType={(next) => {
            setTyped(next)
            setCode('')
          }}
          onUse={(next) => (next === code ? void coupon.refetch() : setCode(next))}
          asked={coupon}
          canUse={request !== undefined}
        />
        <AgreeField isAgreed={isAgreed} onChange={setIsAgreed} />
        <Button
          variant="primary"
          size="lg"
          busy={isSubmitting}
          disabled={!price || !isReady}
          onClick={() => request && submit(discount > 0 ? { ...request, couponCode: code } : request)}
        >
          {texts.submit}
        </Button>
      </div>
    </Panel>
  )
}
