import type { OutboxView, Source } from '../views.ts'
import type { DeliveryDraft, Platform } from '../world/events.ts'
import type { Delivery } from '../world/state.ts'
import type { World } from '../world/world.ts'
import { countAnswer, type HookCounts, newHookCounts } from './hook-counts.ts'
import { Poster, type Posted } from './post.ts'

/** Three more tries after the first. */
const RETRY_AFTER_MS = [1_000, 5_000, 15_000] as const
/** A delivery that waits to be overtaken goes out after this long, overtaken or not. */
const REORDER_WAIT_MS = 2_000

type About = { source: Source; accountId: string | null; customerId: string | null }

const isSuccess = (posted: Posted | undefined) => posted !== undefined && posted.status >= 200 && posted.status < 300
const laneOf = ({ source, accountId, customerId }: About) => `${source}:${accountId}:${customerId}`

/** Webhooks on their way out: order, faults, tries. One conversation's deliveries go one after the other. */
export class Outbox {
  counts: HookCounts = newHookCounts()
  private readonly world: World
  private readonly platforms: Record<Source, Platform>
  private readonly poster = new Poster()
  private readonly lanes = new Map<string, Promise<void>>()
  private readonly parked = new Map<string, Delivery>()
  private readonly sending = new Set<string>()
  private readonly holds = new Map<string, number>()
  private readonly held = new Map<Delivery, () => void>()
  private readonly deliveredListeners = new Set<(delivery: Delivery) => void>()

  constructor(world: World, platforms: Record<Source, Platform>) {
    this.world = world
    this.platforms = platforms
  }

  /** Plans a delivery. Knobs decide whether it is lost, doubled, overtaken or held. */
  add(about: About, draft: DeliveryDraft, delayMs = 0): void {
    const { world } = this
    const delivery = this.newDelivery(about, draft, delayMs)
    if (world.chance('hook.drop', world.knobs.number('hook.drop', about))) {
      this.counts.dropped++
      this.record({ ...delivery, notes: ['hook.drop'] }, draft.body, {}, undefined)
      return
    }
    if (world.chance('hook.reorder', world.knobs.number('hook.reorder', about))) delivery.notes.push('hook.reorder')
    this.plan(delivery)
    if (!world.chance('hook.duplicate', world.knobs.number('hook.duplicate', about))) return
    this.counts.doubled++
    this.plan({ ...delivery, deliveryId: world.ids.uuid('delivery'), notes: ['hook.duplicate'] })
  }

  /** Delivers ahead of everything else; answers what came back at the first try. */
  addNow(about: About, draft: DeliveryDraft): Promise<Posted | undefined> {
    const delivery = this.newDelivery(about, draft, 0)
    this.world.state.outbox[delivery.deliveryId] = delivery
    return this.attempt(delivery)
  }

  /** Holds an account's deliveries, or all, until the time given; then they leave in one burst. A past time lets go. */
  hold(until: number, account?: { source: Source; accountId: string }): void {
    this.holds.set(account ? `${account.source}:${account.accountId}` : '', until)
    for (const [delivery, callOff] of this.held) {
      if (this.heldUntil(delivery) > this.world.now()) continue
      callOff()
      this.held.delete(delivery)
      this.world.clock.after(0, () => this.start(delivery))
    }
  }

  onDelivered(listener: (delivery: Delivery) => void): () => void {
    this.deliveredListeners.add(listener)
    return () => this.deliveredListeners.delete(listener)
  }

  /** Plans what a restored state still had to deliver. */
  resume(): void {
    for (const delivery of Object.values(this.world.state.outbox)) this.schedule(delivery)
  }

  views(): OutboxView[] {
    return Object.values(this.world.state.outbox).map((delivery) => ({
      deliveryId: delivery.deliveryId,
      source: delivery.source,
      name: delivery.name,
      path: delivery.path,
      attempts: delivery.attempts,
      dueAt: new Date(delivery.dueAt).toISOString(),
      state: this.sending.has(delivery.deliveryId) ? 'sending' : delivery.attempts > 0 ? 'retrying' : 'waiting',
    }))
  }

  get waiting(): number {
    return Object.keys(this.world.state.outbox).length
  }

  reset(): void {
    this.counts = newHookCounts()
    this.parked.clear()
    this.holds.clear()
    this.held.clear()
  }

  close(): void {
    this.poster.close()
  }

  private newDelivery(about: About, draft: DeliveryDraft, delayMs: number): Delivery {
    const now = this.world.now()
    this.counts.made++
    const deliveryId = this.world.ids.uuid('delivery')
    return { deliveryId, ...about, ...draft, attempts: 0, dueAt: now + delayMs, createdAt: now, notes: [] }
  }

  private plan(delivery: Delivery): void {
    this.world.state.outbox[delivery.deliveryId] = delivery
    this.schedule(delivery)
  }

  private schedule(delivery: Delivery): void {
    this.world.clock.at(delivery.dueAt, () => this.start(delivery))
  }

  private start(delivery: Delivery): void | Promise<void> {
    const heldUntil = this.heldUntil(delivery)
    if (heldUntil > this.world.now()) return this.keepBack(delivery, heldUntil)
    const lane = laneOf(delivery)
    const overtaken = this.parked.get(lane)
    if (overtaken) {
      this.parked.delete(lane)
      void this.enqueue(delivery)
      return this.enqueue(overtaken)
    }
    if (!delivery.notes.includes('hook.reorder') || delivery.attempts > 0) return this.enqueue(delivery)
    this.parked.set(lane, delivery)
    this.world.clock.after(REORDER_WAIT_MS, () => {
      if (this.parked.get(lane) !== delivery) return
      this.parked.delete(lane)
      return this.enqueue(delivery)
    })
  }

  private keepBack(delivery: Delivery, until: number): void {
    const callOff = this.world.clock.at(until, () => {
      this.held.delete(delivery)
      return this.start(delivery)
    })
    this.held.set(delivery, callOff)
  }

  private heldUntil(about: About): number {
    return Math.max(this.holds.get('') ?? 0, this.holds.get(`${about.source}:${about.accountId}`) ?? 0)
  }

  private enqueue(delivery: Delivery): Promise<void> {
    const lane = laneOf(delivery)
    const before = this.lanes.get(lane)
    const turn = this.attemptAfter(before, delivery)
    this.lanes.set(lane, turn)
    return turn.finally(() => {
      if (this.lanes.get(lane) === turn) this.lanes.delete(lane)
    })
  }

  private async attemptAfter(before: Promise<void> | undefined, delivery: Delivery): Promise<void> {
    await before
    await this.attempt(delivery)
  }

  private async attempt(delivery: Delivery): Promise<Posted | undefined> {
    const { state, options } = this.world
    const platform = this.platforms[delivery.source]
    const { body, notes } = platform.bodyOf(delivery)
    const headers = { 'content-type': 'application/json', ...platform.headersOf(delivery, body) }
    this.sending.add(delivery.deliveryId)
    const posted = await this.poster.post(options.webhookTarget + delivery.path, headers, body, options.hookTimeoutMs)
    this.sending.delete(delivery.deliveryId)
    // The world may have been reset meanwhile; then this delivery never was.
    if (state !== this.world.state) return undefined
    delivery.attempts++
    this.record({ ...delivery, notes: [...delivery.notes, ...notes] }, body, headers, posted)
    countAnswer(this.counts, posted)
    this.settle(delivery, posted)
    return posted
  }

  private settle(delivery: Delivery, posted: Posted | undefined): void {
    if (!isSuccess(posted)) {
      if (posted) this.counts.refused++
      const wait = RETRY_AFTER_MS[delivery.attempts - 1]
      if (wait !== undefined) {
        this.counts.retried++
        delivery.dueAt = this.world.now() + wait
        this.schedule(delivery)
        return
      }
      this.counts.givenUp++
    } else {
      this.counts.delivered++
      for (const listener of this.deliveredListeners) listener(delivery)
    }
    delete this.world.state.outbox[delivery.deliveryId]
  }

  private record(delivery: Delivery, body: string, headers: Record<string, string>, posted: Posted | undefined): void {
    this.world.journal.append({
      at: new Date(this.world.now()).toISOString(),
      direction: 'out',
      source: delivery.source,
      accountId: delivery.accountId,
      name: delivery.name,
      method: 'POST',
      path: delivery.path,
      headers,
      body,
      answer: posted ? { status: posted.status, body: posted.body } : null,
      attempt: delivery.attempts,
      notes: delivery.notes,
    })
  }
}
