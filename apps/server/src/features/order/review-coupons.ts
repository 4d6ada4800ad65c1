import { CouponCode } from '@ruwu/contract'
import { couponDiscount, couponText, formatMoney, formatNumber, POINT_PACKAGES } from '@ruwu/domain'
import type { Database } from '../../db/database.ts'
import { writeOperatorAudit } from '../../platform/audit.repo.ts'
import type { Clock } from '../../platform/clock.ts'
import { StartError } from '../../platform/start-error.ts'
import { type CouponRow, endCoupon, insertCoupon, listCoupons } from './coupon.repo.ts'
import { readAmount, timeOf } from './enter-recharge.ts'

const USAGE = `用法：
  npm run orders -- coupon list                             优惠码、用过的次数与优惠的金额
  npm run orders -- coupon create <优惠码> <减免> <截止日> [--least=金额] [--uses=次数] [--each=次数]
                                                            减免为 10% 或 100.00；--least 订单满多少可用，减金额时须大于它；
                                                            --uses 一共可用的次数，不写为不限；--each 每个企业的次数，不写为 1
  npm run orders -- coupon end <优惠码>                       停用，已经下的订单不受影响；没有用过的可以重新建立`

type CouponDeps = { db: Database; clock: Clock }

/** The operator's side of 优惠码; returns the text to print. */
export async function reviewCoupons({ db, clock }: CouponDeps, args: readonly string[]): Promise<string> {
  const [verb, typedCode = '', off = '', lastDay = '', ...rest] = args.filter((each) => !each.startsWith('--'))
  if (verb === 'list' && args.length === 1)
    return (await listCoupons(db.sql)).map(describe).join('\n') || '还没有优惠码'
  const { data: code, error } = CouponCode.safeParse(typedCode)
  if (verb === 'end' && code && args.length === 2) {
    await db.transaction(async ({ sql }) => {
      const endedAt = clock.now()
      if (!(await endCoupon(sql, code, endedAt))) throw new StartError(`没有优惠码 ${code}，或者已经停用`)
      await writeOperatorAudit(sql, { action: 'coupon.end', object: code, detail: '' }, endedAt)
    })
    return `优惠码 ${code} 已停用`
  }
  if (verb !== 'create' || !off || !lastDay || rest.length > 0) throw new StartError(USAGE)
  if (!code) throw new StartError(error?.issues[0]?.message ?? USAGE)
  const { least = '', uses = '', each = '1' } = readOptions(args)
  const now = clock.now()
  const row = {
    code,
    ...readDiscount(off),
    leastAmount: least ? readAmount(least) : 0,
    lastDay: readLastDay(lastDay, now),
    usesMax: uses ? readTimes(uses) : null,
    usesEach: readTimes(each),
    createdAt: now,
    endedAt: null,
  }
  if (row.amountOff !== null && row.amountOff >= row.leastAmount)
    throw new StartError('减金额的优惠码须用 --least 写明订单满多少可用，并且大于减免的金额')
  const terms = termsOf({ ...row, used: 0, discounts: 0 })
  await db.transaction(async ({ sql }) => {
    if (!(await insertCoupon(sql, row))) throw new StartError(`优惠码 ${code} 已经有了`)
    await writeOperatorAudit(sql, { action: 'coupon.create', object: code, detail: terms }, now)
  })
  return `已建立 ${code}  ${terms}${exampleOf(row)}`
}

/** What it does to the dearest package: a discount that was mistyped is noticed. */
function exampleOf(row: CouponRow): string {
  const { name, amount } = POINT_PACKAGES.at(-1)!
  const left = amount - couponDiscount(row, amount)
  return amount < row.leastAmount ? '' : `\n例如 ${name} ${formatMoney(amount)}，优惠后 ${formatMoney(left)}`
}

const OPTION = /^--(least|uses|each)=(.+)$/

function readOptions(args: readonly string[]): { least?: string; uses?: string; each?: string } {
  const options = args.filter((each) => each.startsWith('--')).map((each) => OPTION.exec(each))
  const names = options.map((each) => each?.[1])
  if (names.includes(undefined) || new Set(names).size < names.length) throw new StartError(USAGE)
  return Object.fromEntries(options.map((each) => [each?.[1], each?.[2]]))
}

function readDiscount(typed: string): Pick<CouponRow, 'percent' | 'amountOff'> {
  if (!typed.endsWith('%')) return { percent: null, amountOff: readAmount(typed) }
  const percent = Number(typed.slice(0, -1))
  if (!Number.isInteger(percent) || percent < 1 || percent > 99) throw new StartError('减免的比例须为 1% 到 99% 的整数')
  return { percent, amountOff: null }
}

function readLastDay(typed: string, now: Date): string {
  const end = new Date(/^\d{4}-\d\d-\d\d$/.test(typed) ? `${typed}T23:59:59+08:00` : Number.NaN)
  if (!(end > now) || !timeOf(end).startsWith(typed))
    throw new StartError(`截止日 ${typed} 不是今后的日期，格式为 2026-12-31`)
  return typed
}

const TIMES_MAX = 1_000_000

function readTimes(typed: string): number {
  const times = Number(typed)
  if (!Number.isInteger(times) || times < 1 || times > TIMES_MAX)
    throw new StartError(`次数须为 1 到 ${formatNumber(TIMES_MAX)} 的整数`)
  return times
}

type UsedCoupon = CouponRow & { used: number; discounts: number }

const describe = (row: UsedCoupon): string => `${row.code}  ${termsOf(row)}`

const termsOf = (row: UsedCoupon): string =>
  [
    couponText(row),
    `截止 ${row.lastDay}`,
    `每个企业 ${formatNumber(row.usesEach)} 次`,
    `已用 ${formatNumber(row.used)}${row.usesMax === null ? '' : ` / ${formatNumber(row.usesMax)}`} 次`,
    ...(row.discounts > 0 ? [`共优惠 ${formatMoney(row.discounts)}`] : []),
    ...(row.endedAt ? ['已停用'] : []),
  ].join('  ')
