import type { EntId } from '@ruwu/contract'
import { COUPON_TEXTS, couponDiscount, couponObstacle, DEFAULT_TIME_ZONE, formatDay, zonedTime } from '@ruwu/domain'
import type { Queryable } from '../../db/database.ts'
import { countAgainst, countTry, undoTry } from '../../platform/auth/throttle.repo.ts'
import { UserFacingError } from '../../platform/http/errors.ts'
import { lockLimits } from '../enterprise/index.ts'
import { countUses, type CouponRow, findCoupon, holdCoupon } from './coupon.repo.ts'
import type { OrderColumns } from './order.repo.ts'

/** Codes of an enterprise that there are not: they are words, and could be guessed. */
const GUESSES = { most: 20, windowMs: 3_600_000 }

const refuse = (text: string) => new UserFacingError('refused', text)

/** Undefined for a code that is not offered; such a question counts as a guess, the same one once. Not in a transaction, whose end could undo the count. */
export async function askForCoupon(
  db: Queryable,
  entId: EntId,
  code: string,
  now: Date,
): Promise<CouponRow | undefined> {
  const key = `coupon:${entId}`
  await countAgainst(db, [[key, GUESSES]], now)
  const coupon = await findCoupon(db, code)
  const isOffered = coupon !== undefined && coupon.endedAt === null
  // Asked again for another package, a wrong code tells nothing new.
  if (isOffered || (await countTry(db, `${key}:${code}`, GUESSES, now)).count > 1) await undoTry(db, key)
  return isOffered ? coupon : undefined
}

/** `orderNo`: of an order that there is already. */
type Priced = { entId: EntId; amount: number; orderNo?: string }

/** What a coupon takes off an order of the enterprise, or why nothing. */
export async function tryCoupon(
  db: Queryable,
  coupon: CouponRow | undefined,
  { amount, ...buyer }: Priced,
  now: Date,
): Promise<{ valid: boolean; discount: number; msg: string }> {
  const uses = coupon ? await countUses(db, coupon, buyer) : { used: 0, usedHere: 0 }
  const today = formatDay(zonedTime(now, DEFAULT_TIME_ZONE))
  const msg = couponObstacle(coupon, { amount, today, ...uses })
  return { valid: msg === '', discount: coupon && !msg ? couponDiscount(coupon, amount) : 0, msg }
}

/** For an order that is made in this transaction, under `lockLimits`: its discount. Refused where the coupon is not valid any more. */
export async function useCoupon(db: Queryable, code: string, priced: Priced, now: Date): Promise<number> {
  const { discount, msg } = await tryCoupon(db, await holdCoupon(db, code), priced, now)
  if (msg) throw refuse(msg)
  return discount
}

type Revived = Pick<OrderColumns, 'entId' | 'orderNo' | 'status' | 'couponCode' | 'amount' | 'discount'>

/** Why a locked order may not be taken up again at its price, or empty: the use of a cancelled one was given back. */
export async function reviveObstacle(db: Queryable, order: Revived, now: Date): Promise<string> {
  const { entId, orderNo, status, couponCode, amount, discount } = order
  if (status !== 'cancelled' || couponCode === null) return ''
  await lockLimits(db, entId)
  const priced = { entId, orderNo, amount: amount + discount }
  return (await tryCoupon(db, await holdCoupon(db, couponCode), priced, now)).msg
}

/** Before the transaction of an order. */
export async function checkCode(db: Queryable, entId: EntId, code: string, now: Date): Promise<void> {
  if (!(await askForCoupon(db, entId, code, now))) throw refuse(COUPON_TEXTS.unknown)
}
