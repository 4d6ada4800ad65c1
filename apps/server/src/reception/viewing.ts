import type { AgentId, CustomerId, EntId, ViewersEvent } from '@ruwu/contract'
import type { Database } from '../db/database.ts'
import type { Clock } from '../platform/clock.ts'
import { NotFoundError } from '../platform/http/errors.ts'
import type { Bus, BusMessage, Look } from '../realtime/index.ts'
import type { Caller } from '../platform/http/caller.ts'
import { listWatcherIds } from '../customer/watchers.repo.ts'

/** Consoles report the shown customer every 20 s: two lost reports in a row do not expire an entry. */
export const FORGOTTEN_AFTER_MS = 45_000
const SWEEP_EVERY_MS = 5_000

/** One page (tab) of an agent: two pages may show two customers. */
type Page = { entId: EntId; agentId: AgentId; tab: string }

type Looking = Look & Page

type ViewingDeps = {
  db: Database
  bus: Bus
  clock: Clock
  /** To these agents' sockets on this node. */
  write(entId: EntId, agentIds: readonly AgentId[], event: ViewersEvent): void
}

/**
 * Which agents view which customer. In memory, replicated to every node by the bus; a lost message is repaired by the
 * next report.
 */
export class Viewing {
  private readonly deps: ViewingDeps
  private readonly byPage = new Map<string, Looking>()
  private readonly byCustomer = new Map<string, Set<Looking>>()
  private readonly sweeping: NodeJS.Timeout
  private readonly unsubscribe: () => void

  constructor(deps: ViewingDeps) {
    this.deps = deps
    this.unsubscribe = deps.bus.subscribe((message) => {
      if (message.kind === 'viewing') this.receive(message)
    })
    this.sweeping = setInterval(() => this.sweep(), SWEEP_EVERY_MS)
  }

  async look(
    { entId, agentId }: Caller,
    { tab, ...at }: { customerId: CustomerId | null; composing: boolean; tab: string },
  ): Promise<true> {
    const { db, bus, clock } = this.deps
    if (at.customerId === null) return this.leave({ entId, agentId }, tab)
    const receivers = await listWatcherIds(db.sql, entId, at.customerId)
    if (!receivers.includes(agentId)) {
      // The customer was passed on while the page shows it: colleagues no longer see its agent typing.
      await this.leave({ entId, agentId }, tab)
      throw new NotFoundError('客户')
    }
    const until = new Date(clock.now().getTime() + FORGOTTEN_AFTER_MS).toISOString()
    const look = { customerId: at.customerId, isComposing: at.composing, until, receivers }
    bus.publish({ kind: 'viewing', entId, agentId, tab, look })
    return true
  }

  /**
   * The page was closed. Null: page unknown, so all pages of the agent are removed; open ones return with their next
   * report.
   */
  async leave({ entId, agentId }: Pick<Caller, 'entId' | 'agentId'>, tab: string | null): Promise<true> {
    this.deps.bus.publish({ kind: 'viewing', entId, agentId, tab, look: null })
    return true
  }

  /** Removes pages whose last report has expired. */
  sweep(): void {
    const now = this.deps.clock.now().toISOString()
    const gone = [...this.byPage.values()].filter((looking) => looking.until <= now)
    for (const page of gone) this.setViewing(page, null)
  }

  close(): void {
    clearInterval(this.sweeping)
    this.unsubscribe()
  }

  private receive({ entId, agentId, tab, look }: Extract<BusMessage, { kind: 'viewing' }>): void {
    if (tab !== null) return this.setViewing({ entId, agentId, tab }, look)
    const theirs = [...this.byPage.values()].filter((each) => each.entId === entId && each.agentId === agentId)
    for (const page of theirs) this.setViewing(page, null)
  }

  /** Sets the customer that a page shows; null: none. */
  private setViewing({ entId, agentId, tab }: Page, look: Look | null): void {
    const key = keyOf(entId, agentId, tab)
    const before = this.byPage.get(key)
    const after = look ? { ...look, entId, agentId, tab } : undefined
    if (before) this.forget(key, before)
    if (after) this.remember(key, after)
    if (before && before.customerId !== after?.customerId) this.announce(before, before.receivers)
    if (!after) return
    const isNews = before?.customerId !== after.customerId || before.isComposing !== after.isComposing
    // A repeated report is answered to its own agent only, which repairs a console that missed an event.
    this.announce(after, isNews ? after.receivers : [agentId])
  }

  private remember(key: string, looking: Looking): void {
    this.byPage.set(key, looking)
    const name = keyOf(looking.entId, looking.customerId)
    this.byCustomer.set(name, (this.byCustomer.get(name) ?? new Set()).add(looking))
  }

  private forget(key: string, looking: Looking): void {
    this.byPage.delete(key)
    const name = keyOf(looking.entId, looking.customerId)
    const others = this.byCustomer.get(name)
    if (others?.delete(looking) && others.size === 0) this.byCustomer.delete(name)
  }

  private announce({ entId, customerId }: Looking, to: readonly AgentId[]): void {
    const looking = [...(this.byCustomer.get(keyOf(entId, customerId)) ?? [])]
    this.deps.write(entId, to, {
      type: 'cus_viewers',
      customerId,
      agentIds: agentsOf(looking),
      composingIds: agentsOf(looking.filter((each) => each.isComposing)),
      at: this.deps.clock.now().toISOString(),
      operatorId: null,
    })
  }
}

/** Each agent once, however many pages show the customer. */
const agentsOf = (looking: readonly Looking[]) => [...new Set(looking.map((each) => each.agentId))].toSorted()

const keyOf = (...parts: [EntId, AgentId | CustomerId, tab?: string]) => parts.join(' ')
