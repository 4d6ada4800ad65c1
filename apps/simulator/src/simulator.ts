import { DouyinPlatform } from './douyin/douyin-platform.ts'
import { Outbox } from './hooks/outbox.ts'
import { RedbookPlatform } from './redbook/redbook-platform.ts'
import type { Source } from './views.ts'
import type { Platform, PlatformEvent } from './world/events.ts'
import { World } from './world/world.ts'
import type { Options } from './options.ts'

/** Messages taken in through the interface, and refused ones by code. */
export type SendCounts = { accepted: number; refused: Record<string, number> }
export const newSendCounts = (): SendCounts => ({ accepted: 0, refused: {} })

/** The world, the two platforms that speak for it, and the webhooks on their way out. */
export class Simulator {
  readonly world: World
  readonly platforms: Record<Source, Platform>
  readonly outbox: Outbox
  sends: SendCounts = newSendCounts()
  private readonly witnesses = new Set<(event: PlatformEvent) => void>()

  constructor(options: Options) {
    this.world = new World(options)
    this.platforms = { douyin: new DouyinPlatform(this.world), redbook: new RedbookPlatform(this.world) }
    this.outbox = new Outbox(this.world, this.platforms)
  }

  /** Sends a webhook to our server and notifies watchers. */
  emit(event: PlatformEvent, delayMs = 0): void {
    for (const draft of this.platforms[event.account.source].deliveriesOf(event)) {
      this.outbox.add(aboutOf(event), draft, delayMs)
    }
    this.witness(event)
  }

  /** Like `emit`, but resolves when our server has answered the first try. */
  async emitNow(event: PlatformEvent): Promise<void> {
    for (const draft of this.platforms[event.account.source].deliveriesOf(event)) {
      await this.outbox.addNow(aboutOf(event), draft)
    }
    this.witness(event)
  }

  /** Notifies watchers inside the simulator only; no webhook. */
  witness(event: PlatformEvent): void {
    for (const see of this.witnesses) see(event)
    this.world.changed()
  }

  onEvent(see: (event: PlatformEvent) => void): () => void {
    this.witnesses.add(see)
    return () => this.witnesses.delete(see)
  }

  /** Manual time: does what is due now, so that an act is delivered before its answer. */
  async settle(): Promise<void> {
    if (this.world.clock.mode === 'manual') await this.world.clock.advance(0)
  }
}

const aboutOf = (event: PlatformEvent) => ({
  source: event.account.source,
  accountId: event.account.accountId,
  customerId: 'customer' in event ? event.customer.customerId : null,
})
