import type { EntId, IncomingFile, RelationId } from '@ruwu/contract'
import { buffer } from 'node:stream/consumers'
import type { Database, Transaction } from '../../db/database.ts'
import type { Clock } from '../../platform/clock.ts'
import { FieldError, TooOftenError } from '../../platform/http/errors.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { type AttachmentRow, deleteAttachment, findAttachment, saveAttachment } from '../../chat/attachment/index.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { countTry, type Limit } from '../../platform/auth/throttle.repo.ts'
import { getVisibleAccount } from '../channel/index.ts'
import { isFileUsedElsewhere, type KnowledgeRow } from './knowledge.repo.ts'
import { fileTypeOf } from '../../platform/reading/file-type.ts'
import { UnreadableError } from '../../platform/reading/unreadable.ts'

export const FILES_PER_HOUR: Limit = { most: 300, windowMs: 3_600_000 }

/** Uploaded source files: private attachments, deleted with the last entry that uses them. */
export class KnowledgeFiles {
  private readonly deps: { db: Database; clock: Clock; storage: Storage }

  constructor(deps: { db: Database; clock: Clock; storage: Storage }) {
    this.deps = deps
  }

  async upload(caller: Caller, relationId: RelationId, file: IncomingFile) {
    const { db, clock } = this.deps
    const { entId, agentId } = caller
    await getVisibleAccount(db.sql, caller, relationId)
    const { count, endsAt } = await countTry(db.sql, `knowledge-file:${entId}`, FILES_PER_HOUR, clock.now())
    if (count > FILES_PER_HOUR.most)
      throw new TooOftenError(Math.ceil((endsAt.getTime() - clock.now().getTime()) / 1000))
    const bytes = Buffer.from(file.bytes)
    const type = typeOrRefusal(bytes, file.name)
    const row = await saveAttachment(
      this.deps,
      { entId, uploaderId: agentId, topicId: null, isPrivate: true, isForKnowledge: true, bytes, fileName: file.name },
      clock.now(),
    )
    return { file: row.key, name: row.fileName, type, size: row.size }
  }

  async get(entId: EntId, key: string): Promise<AttachmentRow> {
    const row = await findAttachment(this.deps.db.sql, entId, key)
    // Those of conversations, receipts and certificates are refused: they would be deleted with the entry.
    if (!row?.isForKnowledge) throw new FieldError({ file: '文件不存在或已删除' })
    return row
  }

  async read({ entId, fileKey }: Pick<KnowledgeRow, 'entId' | 'fileKey'>): Promise<Buffer> {
    const row = await findAttachment(this.deps.db.sql, entId, fileKey)
    const file = row && (await this.deps.storage.get(`attachment/${row.key}`))
    if (!file) throw new UnreadableError('文件不存在或已删除')
    return buffer(file.body)
  }

  async drop(tx: Transaction, row: KnowledgeRow): Promise<void> {
    const { entId, fileKey } = row
    const file = await findAttachment(tx.sql, entId, fileKey)
    if (!file?.isForKnowledge || (await isFileUsedElsewhere(tx.sql, row, fileKey))) return
    await deleteAttachment(tx.sql, entId, fileKey)
    // Best effort: an orphaned file only costs space.
    tx.afterCommit(() => void this.deps.storage.remove(`attachment/${fileKey}`).catch(() => {}))
  }
}

function typeOrRefusal(bytes: Buffer, name: string) {
  try {
    return fileTypeOf(bytes, name)
  } catch (error) {
    throw error instanceof UnreadableError ? new FieldError({ file: error.message }) : error
  }
}
