import type { Source } from '@ruwu/contract'
import { sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { array } from '../db/rows.ts'
import { cleanText, cleanValue } from '../platform/clean-text.ts'
import type { InboundEvent } from '../channels/source.ts'
import { shardOf } from './shard.ts'

type NewDelivery = {
  source: Source
  dedupeKey: string
  path: string
  body: string
  events: InboundEvent[]
  receivedAt: Date
}

type Waiting = { delivery: NewDelivery; resolve(): void; reject(error: unknown): void }

/** The most calls stored together. */
const MOST_PER_GROUP = 500

/**
 * Stores what platforms tell us, each call once, before it is answered. While one group is being committed the next gathers.
 */
export class DeliveryWriter {
  private readonly db: Database
  private readonly onStored: () => void
  private queue: Waiting[] = []
  private isWriting = false

  constructor(deps: { db: Database; onStored(): void }) {
    this.db = deps.db
    this.onStored = deps.onStored
  }

  /** Resolves once it is durable, or was before. */
  store(delivery: NewDelivery): Promise<void> {
    return new Promise((resolve, reject) => {
      this.queue.push({ delivery, resolve, reject })
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
        await insertDeliveries(
          this.db,
          group.map((each) => each.delivery),
        )
        for (const each of group) each.resolve()
        this.onStored()
      } catch (error) {
        for (const each of group) each.reject(error)
      }
    }
    this.isWriting = false
  }
}

async function insertDeliveries(db: Database, deliveries: readonly NewDelivery[]): Promise<void> {
  const column = <T>(pick: (each: NewDelivery) => T) => array(deliveries, pick)
  await db.sql
    .execute(sql`insert into platform_delivery (source, dedupe_key, shard, path, body, events, not_before, received_at)
    select source, dedupe_key, shard, path, body, events::jsonb, received_at, received_at
    from unnest(${column((each) => each.source)}::text[], ${column((each) => cleanText(each.dedupeKey))}::text[],
      ${column((each) => shardOf(each.events))}::int2[], ${column((each) => each.path)}::text[],
      ${column((each) => cleanText(each.body))}::text[], ${column((each) => JSON.stringify(cleanValue(each.events) ?? []))}::text[],
      ${column((each) => each.receivedAt)}::timestamptz[])
      as d(source, dedupe_key, shard, path, body, events, received_at)
    on conflict (source, dedupe_key) do nothing`)
}
