import type { Content } from '@ruwu/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { ChannelSource, InboundMediaRef, RemoteFile } from '../channels/source.ts'
import type { Database } from '../db/database.ts'
import type { Clock } from '../platform/clock.ts'
import type { Storage } from '../platform/storage/storage.ts'
import { attachmentPath, saveAttachment } from '../chat/attachment/index.ts'
import { lockCustomer } from '../customer/customer-change.repo.ts'
import type { CustomerWriter } from '../customer/customer-writer.ts'
import { readMessageState, writeContent } from '../customer/customer-message.repo.ts'
import { AVATAR_SEQ, claimMedia, deleteMedia, type MediaRow, postponeMedia } from './media.repo.ts'

/** Platform URLs expire: fetched at once, with these retry waits; then the message shows the failure. */
const RETRY_MS = [2_000, 8_000, 30_000]
type MediaDeps = {
  db: Database
  writer: CustomerWriter
  clock: Clock
  storage: Storage
  log: FastifyBaseLogger
  fetch(
    row: Pick<MediaRow, 'entId' | 'relationId'>,
    ref: Parameters<ChannelSource['fetchMedia']>[1],
  ): Promise<RemoteFile>
}

/** Downloads customers' pictures, videos, voices and avatars into our storage. */
export class MediaFetcher {
  private readonly deps: MediaDeps

  constructor(deps: MediaDeps) {
    this.deps = deps
  }

  /** True when there may be more. */
  async run(): Promise<boolean> {
    const { db, clock } = this.deps
    const rows = await claimMedia(db, clock.now())
    await Promise.all(rows.map((row) => this.fetchOne(row)))
    return rows.length > 0
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
      await postponeMedia(db.sql, row, new Date(clock.now().getTime() + wait))
    }
  }

  private setAvatar(row: MediaRow, avatar: string): Promise<void> {
    const { db, writer, clock } = this.deps
    return db.transaction(async (tx) => {
      const change = await lockCustomer(tx.sql, row.entId, row.customerId)
      await deleteMedia(tx.sql, row)
      if (!change) return
      change.customer.avatar = avatar
      change.events.push({ type: 'agent_update_customer_info', changed: { avatar }, operatorId: null })
      await writer.commit(tx, [change], clock.now())
    })
  }

  private finish(row: MediaRow, edit: (content: Content) => Content): Promise<void> {
    const { db, writer, clock } = this.deps
    return db.transaction(async (tx) => {
      const now = clock.now()
      const change = await lockCustomer(tx.sql, row.entId, row.customerId)
      const found = await readMessageState(tx.sql, row)
      await deleteMedia(tx.sql, row)
      if (!change || !found || found.isRecalled) return
      const content = edit(found.content)
      await writeContent(tx.sql, row, content, now)
      change.events.push({
        type: 'message_change',
        messageId: found.id,
        chatId: found.chatId,
        status: found.status,
        read: found.isRead,
        recall: false,
        content,
        operatorId: null,
      })
      await writer.commit(tx, [change], now)
    })
  }
}

function withoutLoading(content: Content): Content {
  const { media: _, ...extra } = content.extra ?? {}
  return { ...content, extra }
}
