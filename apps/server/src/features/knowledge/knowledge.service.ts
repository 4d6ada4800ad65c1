import {
  HITS_SHOWN,
  type Knowledge,
  type KnowledgeDetail,
  type KnowledgeFields,
  type KnowledgeId,
  type KnowledgePiece,
  type KnowledgeType,
  type LibraryName,
  type RelationId,
} from '@ruwu/contract'
import type { Database, Transaction } from '../../db/database.ts'
import { LIBRARY_LABELS } from '@ruwu/domain'
import { toPiece } from '../../engine/index.ts'
import { startTrial } from '../../engine/model/index.ts'
import {
  countInUse,
  dropPieces,
  type KnowledgeSearch,
  librariesOf,
  putPieces,
  renumberVectors,
} from '../../engine/retrieval/index.ts'
import type { Clock } from '../../platform/clock.ts'
import { StaleError, UserFacingError } from '../../platform/http/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { readDraftAi } from '../ai-agent/index.ts'
import { getVisibleAccount, recordChange, setUsesShared } from '../channel/index.ts'
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
  type EntryPaging,
  type KnowledgeKey,
  type KnowledgeRow,
  libraryOf,
  lockEntry,
  lockLibrary,
  type NewKnowledge,
  pageEntries,
} from './knowledge.repo.ts'
import { toDetail, toKnowledge } from './knowledge.view.ts'
import { addPair, distinctSimilar, entryKey, ORIGIN_TYPED, piecesOfPair } from './qa.ts'

/** An account's own knowledge and the enterprise's. Questions are active at once; other types are learned by a worker. */
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

  async page(caller: Caller, { relationId, library, ...filter }: InLibrary & KnowledgeFilter, asked: EntryPaging) {
    const { sql } = this.db
    const account = await this.account(caller, relationId)
    const { rows, total, page } = await pageEntries(sql, libraryOf(account, library), filter, asked)
    const libraries = await librariesOf(sql, account)
    return {
      items: rows.map((row) => toKnowledge(row, relationId)),
      total,
      page,
      pageSize: asked.pageSize,
      inUse: await countInUse(sql, libraries),
      usesShared: libraries.relationIds.includes(null),
    }
  }

  async detail(caller: Caller, relationId: RelationId, id: KnowledgeId): Promise<KnowledgeDetail> {
    const account = await this.account(caller, relationId)
    return toDetail(await getEntry(this.db.sql, { ...account, id }), relationId)
  }

  async save(caller: Caller, to: InLibrary, type: KnowledgeType, input: KnowledgeFields): Promise<Knowledge> {
    const { relationId } = to
    const library = libraryOf(await this.account(caller, relationId), to.library)
    checkEntry(type, input)
    const now = this.clock.now()
    const { agentId } = caller
    if (type === 'qa') {
      const pair = { ...pairOf(input), origin: ORIGIN_TYPED, enabled: input.enabled, agentId }
      return this.answer(await this.db.transaction((tx) => addPair(tx, library, pair, now)), relationId)
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
      await this.emitChange(tx, entry)
      return entry
    })
    return this.answer(row, relationId)
  }

  async update(
    caller: Caller,
    { relationId, id, version }: { relationId: RelationId; id: KnowledgeId; version: number },
    change: Change,
  ): Promise<Knowledge> {
    const key = { ...(await this.account(caller, relationId)), id }
    const before = await getEntry(this.db.sql, key)
    const input = withChange(before, change)
    checkEntry(before.type, input)
    const isNew = hasNewContent(before, input)
    const content = isNew ? await this.read(caller, before.type, input) : {}
    const now = this.clock.now()
    const edit = { enabled: input.enabled, updatedBy: caller.agentId, updatedAt: now }
    const row = await this.db.transaction(async (tx) => {
      await lockLibrary(tx.sql, before)
      await this.refuseStale(tx, key, version)
      const changed =
        before.type === 'qa'
          ? await this.rewritePair(tx, before, pairOf(input), edit)
          : await changeEntry(tx.sql, key, {
              title: input.title || before.title,
              ...content,
              ...(isNew ? TO_LEARN : {}),
              ...edit,
            })
      if (before.fileKey !== changed.fileKey) await this.files.drop(tx, before)
      await this.emitChange(tx, changed)
      return changed
    })
    return this.answer(row, relationId)
  }

  /** Reads the file or page again; unchanged text is not charged. */
  async relearn(caller: Caller, relationId: RelationId, id: KnowledgeId): Promise<Knowledge> {
    const key = { ...(await this.account(caller, relationId)), id }
    const row = await this.db.transaction(async (tx) => {
      const before = await lockEntry(tx.sql, key)
      if (before.type === 'qa') throw new UserFacingError('refused', '问答保存后立即生效，无需重新学习')
      if (before.status === 'learning') throw new UserFacingError('refused', '正在学习，请稍候')
      const entry = await changeEntry(tx.sql, key, {
        ...TO_LEARN,
        updatedBy: caller.agentId,
        updatedAt: this.clock.now(),
      })
      await this.emitChange(tx, entry)
      return entry
    })
    return this.answer(row, relationId)
  }

  async remove(caller: Caller, relationId: RelationId, id: KnowledgeId): Promise<true> {
    const key = { ...(await this.account(caller, relationId)), id }
    return this.db.transaction(async (tx) => {
      const row = await getEntry(tx.sql, key)
      await lockLibrary(tx.sql, row)
      await this.refuseStale(tx, key, row.version)
      await dropPieces(tx.sql, entryKey(row))
      await deleteEntry(tx.sql, key)
      await this.files.drop(tx, row)
      await emitKnowledgeChange(tx, row, caller.agentId, this.clock.now())
      return true as const
    })
  }

  /** Pieces and terms follow by foreign keys. A worker that is learning the entry loses its lease to the next one. */
  async move(caller: Caller, { library, ...entry }: InLibrary & { id: KnowledgeId }): Promise<Knowledge> {
    const own = await this.account(caller, entry.relationId)
    const key = { entId: caller.entId, ...entry }
    const target = libraryOf(own, library)
    const row = await this.db.transaction(async (tx) => {
      await lockLibrary(tx.sql, own, libraryOf(own, 'shared'))
      const before = await lockEntry(tx.sql, key)
      if (before.relationId === target.relationId) return before
      if (before.type === 'qa' && (await findQuestion(tx.sql, target, before.question)))
        throw new UserFacingError('refused', `「${LIBRARY_LABELS[library]}」中已有该问题`)
      await refuseFull(tx, target)
      await renumberVectors(tx.sql, key.entId, key.id)
      const now = this.clock.now()
      const change = { relationId: target.relationId, learnUntil: null, updatedBy: caller.agentId, updatedAt: now }
      const moved = await changeEntry(tx.sql, key, change)
      for (const changed of [before, moved]) await emitKnowledgeChange(tx, changed, caller.agentId, now)
      return moved
    })
    return this.answer(row, key.relationId)
  }

  async useShared(caller: Caller, relationId: RelationId, usesShared: boolean): Promise<true> {
    const { entId } = await this.account(caller, relationId)
    await this.db.transaction(async (tx) => {
      const account = await setUsesShared(tx.sql, { entId, id: relationId }, usesShared)
      if (!account) return
      const now = this.clock.now()
      const text = `${usesShared ? '开启' : '关闭'}了企业知识库`
      await recordChange(tx, [account], { kind: 'setting', text, operatorId: caller.agentId }, now)
      await emitKnowledgeChange(tx, { entId, relationId }, caller.agentId, now)
    })
    return true
  }

  /** Searches as the AI of the draft would. */
  async hitTest(caller: Caller, relationId: RelationId, question: string): Promise<KnowledgePiece[]> {
    const account = await getVisibleAccount(this.db.sql, caller, relationId)
    const { hostId, config } = await readDraftAi(this.db.sql, account)
    const at = { entId: caller.entId, relationId: hostId, accountId: relationId }
    const begin = startTrial({ db: this.db, clock: this.clock }, caller)
    const found = await this.search.find(at, question, { limit: HITS_SHOWN, intro: config.role.business, begin })
    return found.map(toPiece)
  }

  private async account(caller: Caller, relationId: RelationId) {
    await getVisibleAccount(this.db.sql, caller, relationId)
    return { entId: caller.entId, relationId }
  }

  private async read({ entId }: Caller, type: KnowledgeType, input: KnowledgeFields) {
    const hasFile = input.text === '' && input.file !== ''
    return contentOf(type, input, hasFile ? await this.files.get(entId, input.file) : undefined)
  }

  private async rewritePair(
    tx: Transaction,
    before: KnowledgeRow,
    pair: ReturnType<typeof pairOf>,
    edit: Partial<NewKnowledge>,
  ): Promise<KnowledgeRow> {
    const other = await findQuestion(tx.sql, before, pair.question)
    if (other && other.id !== before.id) throw new UserFacingError('refused', QUESTION_TAKEN)
    const similar = distinctSimilar(pair.question, pair.similar)
    const row = await changeEntry(tx.sql, before, { ...pair, similar, title: pair.question, ...edit })
    await putPieces(tx.sql, entryKey(row), piecesOfPair(row))
    return row
  }

  private async refuseStale(tx: Transaction, key: KnowledgeKey, version: number): Promise<void> {
    if ((await lockEntry(tx.sql, key)).version === version) return
    const { updatedByName } = await getEntry(tx.sql, key)
    throw new StaleError(updatedByName)
  }

  private async emitChange(tx: Transaction, row: KnowledgeRow): Promise<void> {
    await emitKnowledgeChange(tx, row, row.updatedBy, row.updatedAt)
  }

  private async answer({ entId, id }: KnowledgeRow, relationId: RelationId): Promise<Knowledge> {
    return toKnowledge(await getEntry(this.db.sql, { entId, relationId, id }), relationId)
  }
}

type InLibrary = { relationId: RelationId; library: LibraryName }

/** Clears the lease: a worker still learning the old text loses its claim. */
const TO_LEARN = { status: 'learning', progress: 0, error: '', learnUntil: null } as const

const pairOf = ({ question, similar, answer }: KnowledgeFields) => ({ question, similar, answer })
