import { type CouponAnswer, CouponCode } from '@ruwu/contract'
import { formatMoney } from '@ruwu/domain'
import { Button } from '@ruwu/ui'
import { Input } from 'antd'
import { type FormEvent, useId, useState } from 'react'
import { messageOf } from '../../api/errors.ts'
import type { useCoupon } from './order.queries.ts'
import { texts } from './texts.ts'
import styles from './purchase-page.module.css'

type CouponFieldProps = {
  typed: string
  onType: (typed: string) => void
  /** With the code that is to be used. */
  onUse: (code: string) => void
  /** Of the code that is used. */
  asked: ReturnType<typeof useCoupon>
  /** False without a valid choice, for which a code could be asked. */
  canUse: boolean
}

/** 优惠码: typed, and used by the button; its effect is told below it and in the summary. */
export function CouponField({ typed, onType, onUse, asked, canUse }: CouponFieldProps) {
  const id = useId()
  const [formatError, setFormatError] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { data: code, error } = CouponCode.safeParse(typed)
    setFormatError(error?.issues[0]?.message ?? '')
    if (code && canUse) onUse(code)
  }
  const { data, error, isFetching } = asked
  const problem = formatError || (error ? messageOf(error) : data && !data.valid ? data.msg : '')
  return (
    <form className={styles.coupon} onSubmit={submit}>
      <label htmlFor={id}>{texts.coupon}</label>
      <div className={styles.couponRow}>
        <Input
          id={id}
          autoComplete="off"
          maxLength={20}
          placeholder={texts.couponPlaceholder}
          value={typed}
          status={problem ? 'error' : ''}
          onChange={(event) => {
            setFormatError('')
            onType(event.target.value)
          }}
        />
        <Button type="submit" busy={isFetching} disabled={typed.trim() === '' || !canUse}>
          {texts.applyCoupon}
        </Button>
      </div>
      {problem ? (
        <small role="alert">{problem}</small>
      ) : data?.valid ? (
        <small className={styles.couponUsed}>{effectOf(data)}</small>
      ) : (
        typed.trim() !== '' && <small>{texts.couponHint}</small>
      )}
    </form>
  )
}

const effectOf = ({ discount }: CouponAnswer) => texts.couponUsed(formatMoney(discount))
