import {
  HITS_SHOWN,
  type Knowledge,
  type KnowledgeDetail,
  type KnowledgeFields,
  type KnowledgeId,
  type KnowledgePiece,
  type KnowledgeType,
  type RelationId,
} from '@ruwu/contract'
import type { Database, Transaction } from '../../db/database.ts'
import { toPiece } from '../../engine/index.ts'
import { countInUse, dropPieces, type KnowledgeSearch, putPieces } from '../../engine/retrieval/index.ts'
import type { Clock } from '../../platform/clock.ts'
import { UserFacingError } from '../../platform/http/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { getAccount } from '../channel/index.ts'
import { emitKnowledgeChange, QUESTION_TAKEN, refuseFull } from './change-library.ts'
import { checkEntry } from './check-entry.ts'
import { type Change, contentOf, hasNewContent, withChange } from './entry-content.ts'
import type { KnowledgeFiles } from './knowledge-files.ts'
import {
  changeEntry,
  deleteEntry,
  findQuestion,
  getEntry,
  insertEntry,
  type KnowledgeFilter,
  type KnowledgeKey,
  type KnowledgeRow,
  lockEntry,
  lockLibrary,
  type NewKnowledge,
  pageEntries,
} from './knowledge.repo.ts'
import { toDetail, toKnowledge } from './knowledge.view.ts'
import { addPair, distinctSimilar, entryKey, ORIGIN_TYPED, piecesOfPair } from './qa.ts'

/** The knowledge library of an account's AI. Questions are active at once; other types are learned by a worker. */
export class KnowledgeService {
  private readonly db: Database
  private readonly clock: Clock
  private readonly files: KnowledgeFiles
  private readonly search: KnowledgeSearch

  constructor(deps: { db: Database; clock: Clock; files: KnowledgeFiles; search: KnowledgeSearch }) {
    this.db = deps.db
    this.clock = deps.clock
    this.files = deps.files
    this.search = deps.search
  }

  async page(
    caller: Caller,
    relationId: RelationId,
    filter: KnowledgeFilter,
    { page, pageSize }: { page: number; pageSize: number },
  ) {
    const library = await this.library(caller, relationId)
    const found = await pageEntries(this.db.sql, library, filter, { page, pageSize })
    const inUse = await countInUse(this.db.sql, library)
    return { items: found.rows.map(toKnowledge), total: found.total, page: found.page, pageSize, inUse }
  }

  async detail({ entId }: Caller, relationId: RelationId, id: KnowledgeId): Promise<KnowledgeDetail> {
    return toDetail(await getEntry(this.db.sql, { entId, relationId, id }))
  }

  async save(caller: Caller, relationId: RelationId, type: KnowledgeType, input: KnowledgeFields): Promise<Knowledge> {
    const library = await this.library(caller, relationId)
    checkEntry(type, input)
    const now = this.clock.now()
    const { agentId } = caller
    if (type === 'qa') {
      const pair = { ...pairOf(input), origin: ORIGIN_TYPED, enabled: input.enabled, agentId }
      return this.answer(await this.db.transaction((tx) => addPair(tx, library, pair, now)))
    }
    const content = await this.read(caller, type, input)
    const row = await this.db.transaction(async (tx) => {
      await lockLibrary(tx.sql, library)
      await refuseFull(tx, library)
      const entry = await insertEntry(tx.sql, {
        ...library,
        id: newId<KnowledgeId>(now),
        type,
        ...content,
        ...TO_LEARN,
        enabled: input.enabled,
        updatedBy: agentId,
        createdAt: now,
        updatedAt: now,
      })
      this.emitChange(tx, entry)
      return entry
    })
    return this.answer(row)
  }

  async update(
    caller: Caller,
    { relationId, id, version }: { relationId: RelationId; id: KnowledgeId; version: number },
    change: Change,
  ): Promise<Knowledge> {
    const key = { entId: caller.entId, relationId, id }
    const before = await getEntry(this.db.sql, key)
    const input = withChange(before, change)
    checkEntry(before.type, input)
    const isNew = hasNewContent(before, input)
    const content = isNew ? await this.read(caller, before.type, input) : {}
    const now = this.clock.now()
    const edit = { enabled: input.enabled, updatedBy: caller.agentId, updatedAt: now }
    const row = await this.db.transaction(async (tx) => {
      await lockLibrary(tx.sql, key)
      await this.refuseStale(tx, key, version)
      const changed =
        before.type === 'qa'
          ? await this.rewritePair(tx, key, pairOf(input), edit)
          : await changeEntry(tx.sql, key, {
              title: input.title || before.title,
              ...content,
              ...(isNew ? TO_LEARN : {}),
              ...edit,
            })
      if (before.fileKey !== changed.fileKey) await this.files.drop(tx, before)
      this.emitChange(tx, changed)
      return changed
    })
    return this.answer(row)
  }

  /** Reads the file or page again; unchanged text is not charged. */
  async relearn(caller: Caller, relationId: RelationId, id: KnowledgeId): Promise<Knowledge> {
    const key = { entId: caller.entId, relationId, id }
    const row = await this.db.transaction(async (tx) => {
      const before = await lockEntry(tx.sql, key)
      if (before.type === 'qa') throw new UserFacingError('refused', '问答保存后立即生效，无需重新学习')
      if (before.status === 'learning') throw new UserFacingError('refused', '正在学习，请稍候')
      const entry = await changeEntry(tx.sql, key, {
        ...TO_LEARN,
        updatedBy: caller.agentId,
        updatedAt: this.clock.now(),
      })
      this.emitChange(tx, entry)
      return entry
    })
    return this.answer(row)
  }

  async remove(caller: Caller, relationId: RelationId, id: KnowledgeId): Promise<true> {
    const key = { entId: caller.entId, relationId, id }
    return this.db.transaction(async (tx) => {
      await lockLibrary(tx.sql, key)
      const row = await lockEntry(tx.sql, key)
      await dropPieces(tx.sql, entryKey(row))
      await deleteEntry(tx.sql, key)
      await this.files.drop(tx, row)
      emitKnowledgeChange(tx, key, caller.agentId, this.clock.now())
      return true as const
    })
  }

  async hitTest(caller: Caller, relationId: RelationId, question: string): Promise<KnowledgePiece[]> {
    const library = await this.library(caller, relationId)
    const found = await this.search.find(library, question, HITS_SHOWN)
    return found.map(toPiece)
  }

  private async library({ entId }: Caller, relationId: RelationId) {
    await getAccount(this.db.sql, entId, relationId)
    return { entId, relationId }
  }

  private async read({ entId }: Caller, type: KnowledgeType, input: KnowledgeFields) {
    const hasFile = input.text === '' && input.file !== ''
    return contentOf(type, input, hasFile ? await this.files.get(entId, input.file) : undefined)
  }

  private async rewritePair(
    tx: Transaction,
    key: KnowledgeKey,
    pair: ReturnType<typeof pairOf>,
    edit: Partial<NewKnowledge>,
  ): Promise<KnowledgeRow> {
    const other = await findQuestion(tx.sql, key, pair.question)
    if (other && other.id !== key.id) throw new UserFacingError('refused', QUESTION_TAKEN)
    const similar = distinctSimilar(pair.question, pair.similar)
    const row = await changeEntry(tx.sql, key, { ...pair, similar, title: pair.question, ...edit })
    await putPieces(tx.sql, entryKey(row), piecesOfPair(row))
    return row
  }

  private async refuseStale(tx: Transaction, key: KnowledgeKey, version: number): Promise<void> {
    if ((await lockEntry(tx.sql, key)).version === version) return
    const { updatedByName } = await getEntry(tx.sql, key)
    throw new UserFacingError('stale', `内容已被 ${updatedByName ?? '其他人'} 更新，请刷新后重试`)
  }

  private emitChange(tx: Transaction, row: KnowledgeRow): void {
    emitKnowledgeChange(tx, row, row.updatedBy, row.updatedAt)
  }

  private async answer(row: KnowledgeRow): Promise<Knowledge> {
    return toKnowledge(await getEntry(this.db.sql, row))
  }
}

/** Clears the lease: a worker still learning the old text loses its claim. */
const TO_LEARN = { status: 'learning', progress: 0, error: '', learnUntil: null } as const

const pairOf = ({ question, similar, answer }: KnowledgeFields) => ({ question, similar, answer })
