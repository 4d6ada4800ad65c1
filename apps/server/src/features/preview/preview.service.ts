import {
  type AgentId,
  type EntId,
  type KnowledgeId,
  PREVIEW_ANSWERS_MAX,
  PREVIEW_TIMEOUT_MS,
  type PreviewId,
  type RelationId,
  type Source,
} from '@ruwu/contract'
import { formatDay, zonedTime } from '@ruwu/domain'
import type { FastifyBaseLogger } from 'fastify'
import type { Database, Queryable, Transaction } from '../../db/database.ts'
import type { Clock } from '../../platform/clock.ts'
import { NotFoundError, UserFacingError } from '../../platform/http/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { Bus } from '../../realtime/index.ts'
import { type AnsweringAi, type DryRun, findHostingAi, readDraftAi } from '../ai-agent/index.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { type AccountRow, getVisibleAccount } from '../channel/index.ts'
import { readTimeZone } from '../enterprise/index.ts'
import { PreviewAnswerer } from './preview-answerer.ts'
import {
  claimTurn,
  countAnswers,
  deletePreview,
  getPreview,
  insertPreview,
  lockPreview,
  type PreviewKey,
  saveTurns,
  takeDailyAnswer,
} from './preview.repo.ts'

/** Saves an answer as knowledge in the caller's transaction. */
type SaveAnswer = (
  tx: Transaction,
  library: { entId: EntId; relationId: RelationId; agentId: AgentId },
  entry: { question: string; answer: string },
  now: Date,
) => Promise<KnowledgeId>

type PreviewDeps = {
  db: Database
  bus: Bus
  clock: Clock
  log: FastifyBaseLogger
  dryRun: DryRun
  saveAnswer: SaveAnswer
  /** Time limit of one answer. */
  timeoutMs?: number
}

type Rated = { turnId: string; rating: 'good' | 'bad' | 'none' }

/** Test chat with an account's AI: sends nothing to customers and costs no points. */
export class PreviewService {
  private readonly db: Database
  private readonly clock: Clock
  private readonly timeoutMs: number
  private readonly saveAnswer: SaveAnswer
  private readonly answerer: PreviewAnswerer

  constructor({ timeoutMs = PREVIEW_TIMEOUT_MS, ...deps }: PreviewDeps) {
    this.db = deps.db
    this.clock = deps.clock
    this.timeoutMs = timeoutMs
    this.saveAnswer = deps.saveAnswer
    this.answerer = new PreviewAnswerer({ ...deps, timeoutMs })
  }

  async start(caller: Caller, relationId: RelationId, source: Source): Promise<{ convId: PreviewId; left: number }> {
    const { sql } = this.db
    const account = await getVisibleAccount(sql, caller, relationId)
    if (account.source !== source) throw new NotFoundError('账号')
    const convId = await this.open(sql, caller, relationId)
    const asked = await countAnswers(sql, caller.entId, await this.today(account))
    return { convId, left: PREVIEW_ANSWERS_MAX - asked }
  }

  /** Returns at once; the answer is pushed over the agent's sockets. */
  async chat(
    caller: Caller,
    convId: PreviewId,
    { text, useDraft }: { text: string; useDraft: boolean },
  ): Promise<{ turnId: string; left: number }> {
    const key = previewKey(caller, convId)
    const { relationId } = await getPreview(this.db.sql, key)
    const account = await getVisibleAccount(this.db.sql, caller, relationId)
    const answering = await this.answering(account, useDraft)
    const day = await this.today(account)
    const now = this.clock.now()
    const until = new Date(now.getTime() + this.timeoutMs)
    const turnId = newId<string>(now)
    const { preview, answers } = await this.db.transaction(async (tx) => {
      if (!(await claimTurn(tx.sql, key, now, until))) throw new UserFacingError('refused', '正在回答，请稍候')
      const taken = await takeDailyAnswer(tx.sql, caller.entId, day)
      if (taken === undefined) throw new UserFacingError('refused', '预览次数已达今日上限')
      return { preview: await getPreview(tx.sql, key), answers: taken }
    })
    this.answerer.begin({ preview, account, answering, turnId, question: text, until })
    return { turnId, left: PREVIEW_ANSWERS_MAX - answers }
  }

  /** Starts a conversation with a new id, so that late frames of the old one are ignored. */
  async restart(caller: Caller, convId: PreviewId): Promise<{ convId: PreviewId }> {
    this.answerer.abort(previewKey(caller, convId))
    const next = await this.db.transaction(async ({ sql }) => {
      const { relationId } = await lockPreview(sql, previewKey(caller, convId))
      await getVisibleAccount(sql, caller, relationId)
      await deletePreview(sql, previewKey(caller, convId))
      return this.open(sql, caller, relationId)
    })
    return { convId: next }
  }

  async exit(caller: Caller, convId: PreviewId): Promise<true> {
    this.answerer.abort(previewKey(caller, convId))
    await deletePreview(this.db.sql, previewKey(caller, convId))
    return true
  }

  async rate(caller: Caller, convId: PreviewId, { turnId, rating }: Rated): Promise<true> {
    return this.db.transaction(async ({ sql }) => {
      const key = previewKey(caller, convId)
      const { turns } = await lockPreview(sql, key)
      if (!turns.some(({ id }) => id === turnId)) throw new NotFoundError('回答')
      await saveTurns(
        sql,
        key,
        turns.map((turn) => (turn.id === turnId ? { ...turn, rating } : turn)),
      )
      return true as const
    })
  }

  /** Saves a corrected answer in the library the AI uses. */
  async keep(
    caller: Caller,
    convId: PreviewId,
    { turnId, question, answer }: { turnId: string; question: string; answer: string },
  ): Promise<{ knowledgeId: KnowledgeId }> {
    const { relationId, turns } = await getPreview(this.db.sql, previewKey(caller, convId))
    if (!turns.some(({ id }) => id === turnId)) throw new NotFoundError('回答')
    const account = await getVisibleAccount(this.db.sql, caller, relationId)
    const { hostId } = await readDraftAi(this.db.sql, account)
    const { entId, agentId } = caller
    const knowledgeId = await this.db.transaction((tx) =>
      this.saveAnswer(tx, { entId, relationId: hostId, agentId }, { question, answer }, this.clock.now()),
    )
    return { knowledgeId }
  }

  close(): Promise<void> {
    return this.answerer.close()
  }

  private async open(db: Queryable, { entId, agentId }: Caller, relationId: RelationId): Promise<PreviewId> {
    const now = this.clock.now()
    const id = newId<PreviewId>(now)
    await insertPreview(db, { entId, id, relationId, agentId, lastAt: now })
    return id
  }

  private async answering(account: AccountRow, useDraft: boolean): Promise<AnsweringAi> {
    if (useDraft) return readDraftAi(this.db.sql, account)
    const hosting = await findHostingAi(this.db.sql, account.entId, account.id)
    if (!hosting) throw new UserFacingError('refused', '尚未发布 AI 智能体')
    return hosting
  }

  private async today(account: AccountRow): Promise<string> {
    const timeZone = await readTimeZone(this.db.sql, account.entId)
    const { year, month, day } = zonedTime(this.clock.now(), timeZone)
    return formatDay({ year, month, day })
  }
}

const previewKey = ({ entId, agentId }: Caller, id: PreviewId): PreviewKey => ({ entId, id, agentId })
