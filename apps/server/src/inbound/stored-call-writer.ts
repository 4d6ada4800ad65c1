import type { Database } from '../db/database.ts'
import { isAccountEvent } from './account-event.ts'
import { insertCalls, type NewStoredCall } from './stored-call.repo.ts'

type Waiting = { call: NewStoredCall; resolve(): void; reject(error: unknown): void }

/** The loop that applies a stored call. */
type StoredQueue = 'inbound' | 'accounts'

const queueOf = ({ events }: NewStoredCall): StoredQueue => (events.some(isAccountEvent) ? 'accounts' : 'inbound')

/** Calls per insert. */
const MOST_PER_GROUP = 500

/** Group commit of webhook calls: each is stored before it is acknowledged; while one group commits the next one collects. */
export class StoredCallWriter {
  private readonly db: Database
  private readonly onStored: (queue: StoredQueue) => void
  private queue: Waiting[] = []
  private isWriting = false

  constructor(deps: { db: Database; onStored(queue: StoredQueue): void }) {
    this.db = deps.db
    this.onStored = deps.onStored
  }

  /** Resolves once the call is durable. */
  store(call: NewStoredCall): Promise<void> {
    return new Promise((resolve, reject) => {
      this.queue.push({ call, resolve, reject })
      if (!this.isWriting) {
        this.isWriting = true
        setImmediate(() => void this.write())
      }
    })
  }

  private async write(): Promise<void> {
    while (this.queue.length > 0) {
      const group = this.queue.splice(0, MOST_PER_GROUP)
      try {
        await insertCalls(
          this.db,
          group.map((each) => each.call),
        )
        for (const each of group) each.resolve()
        for (const queue of new Set(group.map(({ call }) => queueOf(call)))) this.onStored(queue)
      } catch (error) {
        for (const each of group) each.reject(error)
      }
    }
    this.isWriting = false
  }
}
