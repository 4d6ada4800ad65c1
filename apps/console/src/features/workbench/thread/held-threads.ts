import type { CustomerId } from '@ruwu/contract'
import { freshThread, type ThreadState } from '@ruwu/domain'
import { createStore, type Store } from '@ruwu/ui/store.ts'
import { emptied } from './thread-window.ts'

/** State of paging in one direction. */
export type Reach = 'idle' | 'loading' | 'failed'

/** The part of a customer's thread held in memory. */
export type Thread = {
  state: ThreadState
  /** Incremented when the messages are replaced by another range (a jump): the list is reset. */
  windowId: number
  older: Reach
  newer: Reach
  /** The message jumped to; a new object each time, also for the same message. */
  found: { seq: number } | undefined
  /** Why the thread could not be opened; undefined while it is loading and once it is loaded. */
  failure: unknown
}

/** Threads kept besides the open one, so that going back to a customer renders at once. */
const HELD_THREADS = 20
/** Threads kept that were loaded ahead and not opened: those beside the last opened ones. */
const AHEAD_THREADS = 4

const isIdle = (thread: Store<Thread>) => !thread.isObserved() && thread.get().state.pending.length === 0

/** Threads in memory by customer: least recently used ones are forgotten, those on screen or with pending messages stay. */
export function createHeldThreads() {
  // Least recently used first (LRU).
  const entries = new Map<CustomerId, Store<Thread>>()
  const opened = new WeakSet<Store<Thread>>()

  function entryOf(customerId: CustomerId): Store<Thread> {
    const entry =
      entries.get(customerId) ??
      createStore<Thread>(
        { state: freshThread(), windowId: 0, older: 'idle', newer: 'idle', found: undefined, failure: undefined },
        () => () => leave(customerId),
      )
    entries.delete(customerId)
    entries.set(customerId, entry)
    return entry
  }

  /** Open threads and threads with pending messages are never evicted. */
  function forgetOldest() {
    for (const [isOpened, most] of [
      [true, HELD_THREADS],
      [false, AHEAD_THREADS],
    ] as const) {
      const held = [...entries].filter(([, it]) => opened.has(it) === isOpened)
      const idle = held.filter(([, it]) => isIdle(it))
      for (const [customerId] of idle.slice(0, Math.max(0, held.length - most))) entries.delete(customerId)
    }
  }

  const setOpened = (customerId: CustomerId) => void opened.add(entryOf(customerId))

  /** Whether the entry that is held now still is: an answer that was asked for before is not shown in another one. */
  function holding(customerId: CustomerId): () => boolean {
    const entry = entryOf(customerId)
    return () => entries.get(customerId) === entry
  }

  function put(customerId: CustomerId, part: Partial<Thread>) {
    const entry = entries.get(customerId)
    entry?.set({ ...entry.get(), ...part })
  }

  /** Changes a held thread; others are ignored. */
  function change(customerId: CustomerId, how: (state: ThreadState) => ThreadState) {
    const before = entries.get(customerId)?.get().state
    const state = before && how(before)
    if (state && state !== before) put(customerId, { state })
  }

  /** Shows a range that may not adjoin the current one. */
  function show(customerId: CustomerId, found: Thread['found'], how: (state: ThreadState) => ThreadState) {
    const thread = entryOf(customerId).get()
    const state = how(thread.state)
    const first = thread.state.messages[0]?.seq ?? 0
    const last = thread.state.messages.at(-1)?.seq ?? 0
    const isElsewhere = !state.messages.some(({ seq }) => seq >= first && seq <= last)
    const windowId = isElsewhere ? thread.windowId + 1 : thread.windowId
    put(customerId, { state, windowId, older: 'idle', newer: 'idle', found })
  }

  /** Reopening starts at the newest message. */
  function leave(customerId: CustomerId) {
    const thread = entries.get(customerId)?.get()
    if (!thread) return
    const { state } = thread
    put(customerId, { found: undefined, state: state.hasMoreAfter ? { ...state, ...emptied } : state })
  }

  return { entries, entryOf, setOpened, holding, forgetOldest, put, change, show }
}
