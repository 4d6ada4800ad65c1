import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { World } from '../world/world.ts'

export type Side = 'wechat' | 'alipay'

/** An order that our server asked a payment side to collect. */
export type Trade = {
  side: Side
  orderNo: string
  /** In cents. */
  amount: number
  description: string
  notifyUrl: string
  expireAt: number
  state: 'open' | 'paid' | 'closed'
  transactionId: string
  paidAt: number
}

/** A notification, signed when it is sent: our server refuses old ones. */
export type Announce = (trade: Trade) => { headers: Record<string, string>; body: string }

const TRIES = 5
const RETRY_MS = 2_000

/** The orders of both payment sides, and the keys that our server's installation has made for them. */
export class PaymentDesk {
  readonly world: World
  /** Signs answers and notifications. */
  readonly platformKey: KeyObject
  /** Verifies what our server has signed. */
  readonly merchantKey: KeyObject
  private readonly trades = new Map<string, Trade>()
  private readonly announcers = new Map<Side, Announce>()

  constructor(world: World, folder: string) {
    const read = (name: string) => readFileSync(path.join(folder, name), 'utf8')
    this.world = world
    this.platformKey = createPrivateKey(read('platform.pem'))
    this.merchantKey = createPublicKey(read('merchant.pem'))
  }

  announceBy(side: Side, announce: Announce): void {
    this.announcers.set(side, announce)
  }

  find(side: Side, orderNo: string): Trade | undefined {
    const trade = this.trades.get(`${side}:${orderNo}`)
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
    this.trades.set(`${asked.side}:${asked.orderNo}`, trade)
    return trade
  }

  /** The code is scanned and paid. */
  pay(trade: Trade): void {
    if (trade.state !== 'open') return
    const now = this.world.now()
    Object.assign(trade, { state: 'paid', paidAt: now, transactionId: `4200${now}${trade.orderNo.slice(-10)}` })
    void this.notify(trade)
  }

  /** Until our server accepts it. The path is the one it asked for, the host the one that webhooks go to. */
  private async notify(trade: Trade): Promise<void> {
    const url = this.world.options.webhookTarget + new URL(trade.notifyUrl).pathname
    for (let tries = 0; tries < TRIES; tries += 1) {
      const { headers, body } = this.announcers.get(trade.side)!(trade)
      const answer = await fetch(url, { method: 'POST', headers, body }).catch(() => undefined)
      if (answer?.ok) return
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref())
    }
  }

  /** The page on which a visitor of the demo pays. */
  payUrl({ side, orderNo }: Trade): string {
    return `${this.world.publicUrl}/pay/${side}/${orderNo}`
  }
}
