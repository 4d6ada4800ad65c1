import type { Content } from '@ruwu/contract'
import { and, asc, eq, lte } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { ChannelSource, InboundMediaRef, RemoteFile } from '../channels/source.ts'
import type { Database } from '../db/database.ts'
import { customerMessage, inboundMedia, message } from '../db/schema/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Storage } from '../platform/storage/index.ts'
import { attachmentPath, saveAttachment } from '../chat/attachment/index.ts'
import { lockCase } from '../customer/customer-change.repo.ts'
import type { Desk } from '../customer/customer-writer.ts'
import { isMessage, sameMessage } from '../outbound/delivery-status.repo.ts'
import { AVATAR_SEQ } from './media-to-fetch.ts'

/** Addresses of platforms do not last: fetched at once, and again after these waits; then the message says that it failed. */
const RETRY_MS = [2_000, 8_000, 30_000]
/** Nobody else takes it while it is being fetched. */
const LEASE_MS = 120_000

type MediaRow = typeof inboundMedia.$inferSelect

type MediaDeps = {
  db: Database
  desk: Desk
  clock: Clock
  storage: Storage
  log: FastifyBaseLogger
  fetch(
    row: Pick<MediaRow, 'entId' | 'relationId'>,
    ref: Parameters<ChannelSource['fetchMedia']>[1],
  ): Promise<RemoteFile>
}

/** Brings what customers sent into our own storage: pictures, videos, voices, and their own picture. */
export class MediaFetcher {
  private readonly deps: MediaDeps

  constructor(deps: MediaDeps) {
    this.deps = deps
  }

  /** Fetches what is due. True when there may be more. */
  async run(): Promise<boolean> {
    const rows = await this.claim()
    await Promise.all(rows.map((row) => this.fetchOne(row)))
    return rows.length > 0
  }

  private claim(): Promise<MediaRow[]> {
    const { db, clock } = this.deps
    const now = clock.now()
    return db.transaction(async ({ sql: tx }) => {
      const rows = await tx
        .select()
        .from(inboundMedia)
        .where(lte(inboundMedia.dueAt, now))
        .orderBy(asc(inboundMedia.dueAt))
        .limit(8)
        .for('update', { skipLocked: true })
      for (const row of rows) {
        const dueAt = new Date(now.getTime() + LEASE_MS)
        await tx
          .update(inboundMedia)
          .set({ dueAt, tries: row.tries + 1 })
          .where(isMedia(row))
      }
      return rows
    })
  }

  private async fetchOne(row: MediaRow): Promise<void> {
    const { db, clock, log, storage, fetch } = this.deps
    try {
      const file = await fetch(row, row.media as InboundMediaRef)
      const saved = await saveAttachment(
        { db, storage },
        {
          entId: row.entId,
          uploaderId: row.customerId,
          topicId: row.customerId,
          isPrivate: true,
          bytes: file.bytes,
          fileName: undefined,
        },
        clock.now(),
      )
      const path = attachmentPath(saved.key)
      if (row.seq === AVATAR_SEQ) await this.setAvatar(row, path)
      else await this.finish(row, (content) => ({ ...withoutLoading(content), text: path, size: saved.size }))
    } catch (error) {
      log.warn({ err: error, customerId: row.customerId, seq: row.seq }, 'media could not be fetched')
      const wait = RETRY_MS[row.tries]
      if (wait === undefined) {
        await this.finish(row, (content) => ({ ...content, extra: { ...content.extra, media: 'failed' } }))
        return
      }
      await db.sql
        .update(inboundMedia)
        .set({ dueAt: new Date(clock.now().getTime() + wait) })
        .where(isMedia(row))
    }
  }

  private setAvatar(row: MediaRow, avatar: string): Promise<void> {
    const { db, desk, clock } = this.deps
    return db.transaction(async (tx) => {
      const of = await lockCase(tx.sql, row.entId, row.customerId)
      await tx.sql.delete(inboundMedia).where(isMedia(row))
      if (!of) return
      of.customer.avatar = avatar
      of.events.push({ type: 'agent_update_customer_info', changed: { avatar }, operatorId: null })
      await desk.save(tx, [of], clock.now())
    })
  }

  private finish(row: MediaRow, change: (content: Content) => Content): Promise<void> {
    const { db, desk, clock } = this.deps
    return db.transaction(async (tx) => {
      const now = clock.now()
      const of = await lockCase(tx.sql, row.entId, row.customerId)
      const [found] = await tx.sql
        .select({
          id: customerMessage.id,
          status: customerMessage.status,
          isRead: customerMessage.isRead,
          chatId: message.chatId,
          content: message.content,
          isRecalled: message.isRecalled,
        })
        .from(customerMessage)
        .innerJoin(message, sameMessage)
        .where(isMessage(row))
      await tx.sql.delete(inboundMedia).where(isMedia(row))
      if (!of || !found || found.isRecalled) return
      const content = change(found.content)
      await tx.sql
        .update(message)
        .set({ content, updatedAt: now })
        .where(and(eq(message.entId, row.entId), eq(message.topicId, row.customerId), eq(message.seq, row.seq)))
      of.events.push({
        type: 'message_change',
        messageId: found.id,
        chatId: found.chatId,
        status: found.status as 0 | 1 | 2,
        read: found.isRead,
        recall: false,
        content,
        operatorId: null,
      })
      await desk.save(tx, [of], now)
    })
  }
}

function withoutLoading(content: Content): Content {
  const { media: _, ...extra } = content.extra ?? {}
  return { ...content, extra }
}

const isMedia = (row: Pick<MediaRow, 'entId' | 'customerId' | 'seq'>) =>
  and(eq(inboundMedia.entId, row.entId), eq(inboundMedia.customerId, row.customerId), eq(inboundMedia.seq, row.seq))
