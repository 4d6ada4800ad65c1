import { DEMO_TEXTS } from '@ruwu/domain'
import type { Database } from '../../db/database.ts'
import type { Clock } from '../../platform/clock.ts'
import { ChatError } from '../../platform/http/chat-error.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { countTry, type Limit, undoTry } from '../../platform/auth/throttle.repo.ts'
import type { ChatIdentity } from '../../platform/http/chat-identity.ts'
import type { TopicAccess } from '../topic/index.ts'
import { type AttachmentRow, findByKey, saveAttachment } from './attachment.repo.ts'

export const MAX_FILE_BYTES = 10 * 1024 * 1024
export const UPLOADS_PER_HOUR: Limit = { most: 300, windowMs: 3_600_000 }

const DAY_MS = 24 * 3_600_000
/** KiB that a user of the public chat may upload in a day, and all of them together; agents are known people. */
export const KIB_PER_USER: Limit = { most: 100 * 1024, windowMs: DAY_MS }
export const KIB_OF_PUBLIC_CHAT: Limit = { most: 2 * 1024 * 1024, windowMs: DAY_MS }

const KEY = /^[\w-]{32}$/

export type Upload = { bytes: Buffer; fileName: string | undefined; topicId: string | undefined; isPrivate: boolean }

/**
 * Uploaded files. Public files are protected by their random key alone. Private files are authorised: the uploader,
 * users inside the bound topic, or without a topic any agent of the enterprise.
 */
export class AttachmentService {
  private readonly db: Database
  private readonly clock: Clock
  private readonly storage: Storage
  private readonly access: TopicAccess

  constructor(deps: { db: Database; clock: Clock; storage: Storage; access: TopicAccess }) {
    this.db = deps.db
    this.clock = deps.clock
    this.storage = deps.storage
    this.access = deps.access
  }

  async upload(caller: ChatIdentity, { bytes, fileName, topicId, isPrivate }: Upload): Promise<AttachmentRow> {
    if (caller.isVisitor) throw new ChatError(403, DEMO_TEXTS.closed)
    const now = this.clock.now()
    const { count } = await countTry(this.db.sql, `upload:${caller.entId}:${caller.userId}`, UPLOADS_PER_HOUR, now)
    if (count > UPLOADS_PER_HOUR.most) throw new ChatError(429, 'too many uploads')
    const boundTo = topicId ? await this.boundTopic(caller, topicId) : null
    if (!caller.isAgent) await this.chargeBytes(caller, bytes.length)

    const owner = { entId: caller.entId, uploaderId: caller.userId, topicId: boundTo, isPrivate }
    return saveAttachment({ db: this.db, storage: this.storage }, { ...owner, bytes, fileName }, now)
  }

  /** Calls `caller` for private files only: public files need no token. */
  async find(key: string, caller: () => Promise<ChatIdentity | undefined>): Promise<AttachmentRow> {
    if (!KEY.test(key)) throw new ChatError(404, 'file not found')
    const row = await findByKey(this.db.sql, key)
    if (!row) throw new ChatError(404, 'file not found')
    if (row.isPrivate && !(await this.mayRead(row, await caller()))) throw new ChatError(403, 'not allowed')
    return row
  }

  open(row: AttachmentRow, range?: { start: number; end: number }) {
    return this.storage.get(`attachment/${row.key}`, range)
  }

  private async chargeBytes({ userId }: ChatIdentity, bytes: number): Promise<void> {
    const kib = Math.ceil(bytes / 1024)
    const now = this.clock.now()
    const charged: string[] = []
    for (const [key, limit] of [
      [`upload-kib:${userId}`, KIB_PER_USER],
      ['upload-kib', KIB_OF_PUBLIC_CHAT],
    ] as const) {
      charged.push(key)
      if ((await countTry(this.db.sql, key, limit, now, kib)).count <= limit.most) continue
      // A smaller file may still fit.
      for (const each of charged) await undoTry(this.db.sql, each, kib)
      throw new ChatError(429, 'upload quota exceeded')
    }
  }

  private async boundTopic(caller: ChatIdentity, topicId: string): Promise<string> {
    const id = await this.access.idForSending(caller, topicId)
    if (!(await this.access.isInside(caller, id))) throw new ChatError(403, 'not a member')
    return id
  }

  private async mayRead(row: AttachmentRow, caller: ChatIdentity | undefined): Promise<boolean> {
    if (!caller || caller.entId !== row.entId) return false
    if (caller.userId === row.uploaderId) return true
    if (row.topicId === null) return caller.isAgent
    return this.access.isInside(caller, row.topicId)
  }
}
