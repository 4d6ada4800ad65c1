import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Trade } from '../world/state.ts'
import type { World } from '../world/world.ts'

export type { Trade }
export type Side = Trade['side']

/** A notification, signed when it is sent: our server refuses old ones. */
export type Announce = (trade: Trade) => { headers: Record<string, string>; body: string }

/** By the whole answer: 支付宝 is told in the body, with status 200 in any case. */
type IsAccepted = (status: number, body: string) => boolean

type RefundRequest = { transactionId: string; refundNo: string; amount: number }

const TRIES = 5
const RETRY_MS = 2_000

/** The orders of both payment sides, and the keys that our server's installation has made for them. */
export class PaymentDesk {
  readonly world: World
  /** Signs answers and notifications. */
  readonly platformKey: KeyObject
  /** Verifies what our server has signed. */
  readonly merchantKey: KeyObject
  private readonly announcers = new Map<Side, { announce: Announce; isAccepted: IsAccepted }>()

  constructor(world: World, folder: string) {
    const read = (name: string) => readFileSync(path.join(folder, name), 'utf8')
    this.world = world
    this.platformKey = createPrivateKey(read('platform.pem'))
    this.merchantKey = createPublicKey(read('merchant.pem'))
  }

  announceBy(side: Side, announce: Announce, isAccepted: IsAccepted): void {
    this.announcers.set(side, { announce, isAccepted })
  }

  /** Part of the state, so that they outlive a restart. */
  private get trades(): Record<string, Trade> {
    return (this.world.state.trades ??= {})
  }

  find(side: Side, orderNo: string): Trade | undefined {
    const trade = this.trades[`${side}:${orderNo}`]
    if (trade?.state === 'open' && this.world.now() >= trade.expireAt) trade.state = 'closed'
    return trade
  }

  /** The same order again is the same trade; undefined when it can no longer be paid. */
  open(
    asked: Pick<Trade, 'side' | 'orderNo' | 'amount' | 'description' | 'notifyUrl' | 'expireAt'>,
  ): Trade | undefined {
    const known = this.find(asked.side, asked.orderNo)
    if (known) return known.state === 'open' && known.amount === asked.amount ? known : undefined
    const trade: Trade = { ...asked, state: 'open', transactionId: '', paidAt: 0 }
    this.trades[`${asked.side}:${asked.orderNo}`] = trade
    return trade
  }

  /** The code is scanned and paid. */
  pay(trade: Trade): void {
    if (trade.state !== 'open') return
    const now = this.world.now()
    Object.assign(trade, { state: 'paid', paidAt: now, transactionId: `4200${now}${trade.orderNo.slice(-10)}` })
    void this.notify(trade)
  }

  /** Paid trades of a side. */
  paid(side: Side): Trade[] {
    return Object.values(this.trades).filter((trade) => trade.side === side && trade.state === 'paid')
  }

  /** All of it goes back, once; the same number again is the same refund. Undefined: not paid, or paid back by another number. */
  refund(side: Side, { transactionId, refundNo, amount }: RefundRequest): Trade | undefined {
    const trade = this.paid(side).find((each) => each.transactionId === transactionId && each.amount === amount)
    if (!trade || (trade.refundNo ?? refundNo) !== refundNo) return undefined
    trade.refundedAt ??= this.world.now()
    return Object.assign(trade, { refundNo })
  }

  findRefund(side: Side, refundNo: string): Trade | undefined {
    return this.paid(side).find((trade) => trade.refundNo === refundNo)
  }

  /** Until our server accepts it. The path is the one it asked for, the host the one that webhooks go to. */
  private async notify(trade: Trade): Promise<void> {
    const url = this.world.options.webhookTarget + new URL(trade.notifyUrl).pathname
    for (let tries = 0; tries < TRIES; tries += 1) {
      const { announce, isAccepted } = this.announcers.get(trade.side)!
      const answer = await fetch(url, { method: 'POST', ...announce(trade) }).catch(() => undefined)
      if (answer && isAccepted(answer.status, await answer.text())) return
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref())
    }
  }

  /** The page on which a visitor of the demo pays. */
  payUrl({ side, orderNo }: Trade): string {
    return `${this.world.publicUrl}/pay/${side}/${orderNo}`
  }
}
