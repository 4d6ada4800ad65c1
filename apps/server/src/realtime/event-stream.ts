import type { EntId } from '@ruwu/contract'
import type { Database } from '../db/database.ts'
import { readEvents, readHead, readHeads } from '../db/event-log.ts'
import type { Bus, Hearing, WireEvent, WorkQueue } from './bus.ts'

const FILL_PAGE = 500
/** How long an event waits for its predecessors before the gap is read from the log. */
const GAP_WAIT_MS = 50
/** Poll interval of the followed enterprises' logs, for events whose bus message was lost. */
const POLL_HEADS_MS = 10_000

/** `from`: events above this number will be delivered. Call `end` exactly once, even when `from` was rejected. */
type Following = { from: Promise<number>; end(): void }

type Deliver = (entId: EntId, event: WireEvent) => void

/** Publishes committed events on the bus, to the nodes with consoles of their enterprise; `wakes` names the queues that an event moves. */
export function announceEvents(db: Database, bus: Bus, wakes: (type: string) => WorkQueue | undefined): void {
  db.onEvents((stored) => {
    for (const [entId, own] of Map.groupBy(stored, (event) => event.entId)) {
      const events = own.map((event) => ({ ...event, createdAt: event.createdAt.toISOString() }))
      bus.publish({ kind: 'events', entId, events })
    }
    for (const queue of new Set(stored.map((event) => wakes(event.type)))) {
      if (queue) bus.publish({ kind: 'work', queue })
    }
  })
}

/**
 * Delivers each followed enterprise's events in seq order without gaps, from bus messages that may be duplicated, late,
 * reordered or lost. The log is the source of truth; gaps are filled from it.
 */
export class EventStream {
  private readonly db: Database
  private readonly bus: Bus
  private readonly deliver: Deliver
  private readonly onError: (error: unknown) => void
  private readonly followed = new Map<EntId, Followed>()
  private readonly pollTimer: NodeJS.Timeout
  private readonly unsubscribe: () => void
  private readonly endLost: () => void

  constructor(db: Database, bus: Bus, deliver: Deliver, onError: (error: unknown) => void) {
    this.db = db
    this.bus = bus
    this.deliver = deliver
    this.onError = onError
    this.unsubscribe = bus.subscribe((message) => {
      if (message.kind === 'events') for (const event of message.events) this.announce(event)
    })
    const poll = () => void this.pollHeads().catch(onError)
    this.endLost = bus.onLost(poll)
    this.pollTimer = setInterval(poll, POLL_HEADS_MS)
  }

  follow(entId: EntId): Following {
    const followed = this.followed.get(entId) ?? this.begin(entId)
    followed.followers += 1
    return {
      from: followed.ready,
      end: () => {
        followed.followers -= 1
        if (followed.followers === 0) this.forget(entId, followed)
      },
    }
  }

  private begin(entId: EntId): Followed {
    const hearing = this.bus.follow(entId)
    const followed: Followed = {
      hearing,
      last: undefined,
      ready: Promise.resolve(0),
      held: new Map(),
      followers: 0,
      filling: false,
    }
    this.followed.set(entId, followed)
    // Read once the channel is heard, so that no event lies between the two.
    const head = hearing.ready.then(() => readHead(this.db.sql, entId))
    followed.ready = head.then(
      ({ last }) => {
        followed.last = last
        this.drain(entId, followed)
        return last
      },
      (error: unknown) => {
        this.forget(entId, followed)
        throw error
      },
    )
    return followed
  }

  /** The next follower starts again; an entry that was started meanwhile stays. */
  private forget(entId: EntId, followed: Followed): void {
    clearTimeout(followed.gapTimer)
    if (this.followed.get(entId) !== followed) return
    this.followed.delete(entId)
    followed.hearing.end()
  }

  /** The last seq delivered on this node. */
  last(entId: EntId): number | undefined {
    return this.followed.get(entId)?.last
  }

  /** Events that wait for one before them. */
  countHeld(): number {
    let count = 0
    for (const { held } of this.followed.values()) count += held.size
    return count
  }

  close(): void {
    clearInterval(this.pollTimer)
    this.unsubscribe()
    this.endLost()
    for (const [entId, followed] of this.followed) this.forget(entId, followed)
  }

  private announce(event: WireEvent): void {
    const followed = this.followed.get(event.entId)
    if (!followed || (followed.last !== undefined && event.seq <= followed.last)) return
    followed.held.set(event.seq, event)
    this.drain(event.entId, followed)
  }

  private drain(entId: EntId, followed: Followed): void {
    if (followed.last === undefined) return
    for (const seq of followed.held.keys()) if (seq <= followed.last) followed.held.delete(seq)
    for (;;) {
      const next = followed.held.get(followed.last + 1)
      if (!next) break
      followed.held.delete(next.seq)
      followed.last = next.seq
      this.deliver(entId, next)
    }
    if (followed.held.size === 0) {
      clearTimeout(followed.gapTimer)
      followed.gapTimer = undefined
    } else {
      followed.gapTimer ??= setTimeout(() => {
        followed.gapTimer = undefined
        void this.fill(entId, followed).catch(this.onError)
      }, GAP_WAIT_MS)
    }
  }

  /** Reads committed events that did not arrive over the bus. */
  private async fill(entId: EntId, followed: Followed): Promise<void> {
    if (followed.filling || followed.last === undefined) return
    followed.filling = true
    try {
      const { last: newest } = await readHead(this.db.sql, entId)
      while (followed.last < newest) {
        const after: number = followed.last
        const rows = await readEvents(this.db.sql, entId, { after, last: newest, limit: FILL_PAGE })
        for (const row of rows) followed.held.set(row.seq, { ...row, createdAt: row.createdAt.toISOString() })
        // A seq is allocated in the transaction that writes its row, so a seq without a row was purged.
        if (rows.length < FILL_PAGE) skipPurged(followed, newest)
        this.drain(entId, followed)
        if (followed.last === after) break
      }
    } finally {
      followed.filling = false
    }
  }

  private async pollHeads(): Promise<void> {
    const entIds = [...this.followed.keys()]
    if (entIds.length === 0) return
    for (const { entId, last } of await readHeads(this.db.sql, entIds)) {
      const followed = this.followed.get(entId)
      if (followed?.last !== undefined && followed.last < last) await this.fill(entId, followed)
    }
  }
}

type Followed = {
  hearing: Hearing
  last: number | undefined
  ready: Promise<number>
  held: Map<number, WireEvent>
  followers: number
  filling: boolean
  gapTimer?: NodeJS.Timeout | undefined
}

function skipPurged(followed: Followed, newest: number): void {
  const lowest = Math.min(newest + 1, ...followed.held.keys())
  if (followed.last !== undefined && lowest > followed.last + 1) followed.last = lowest - 1
}
