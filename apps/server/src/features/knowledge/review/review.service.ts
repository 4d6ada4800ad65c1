import type { Candidate, CandidateId, Miss, MissId, RelationId } from '@ruwu/contract'
import type { Database } from '../../../db/database.ts'
import type { Clock } from '../../../platform/clock.ts'
import { UserFacingError } from '../../../platform/http/errors.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { getVisibleAccount } from '../../channel/index.ts'
import { emitKnowledgeChange } from '../change-library.ts'
import { ORIGIN_REPLY, ORIGIN_TYPED, supplyPair } from '../qa.ts'
import {
  type CandidateRow,
  changeCandidate,
  changeMiss,
  lockCandidate,
  lockMiss,
  type MissPaging,
  type MissRow,
  pageOfCandidates,
  pageOfMisses,
} from './review.repo.ts'
import { toCandidate, toMiss } from './review.view.ts'

type Paging = { page: number; pageSize: number }
type QuestionAnswer = { question: string; answer: string }

const SETTLED = '该问题已被处理，请刷新后查看'

/** Review of knowledge candidates and missed questions. */
export class ReviewService {
  private readonly db: Database
  private readonly clock: Clock

  constructor(deps: { db: Database; clock: Clock }) {
    this.db = deps.db
    this.clock = deps.clock
  }

  async pageCandidates(caller: Caller, relationId: RelationId, status: CandidateRow['status'], paging: Paging) {
    const library = await this.library(caller, relationId)
    const { rows, total, page } = await pageOfCandidates(this.db.sql, library, status, paging)
    return { items: rows.map((row) => toCandidate(caller, row)), total, page, pageSize: paging.pageSize }
  }

  async pageMisses(caller: Caller, relationId: RelationId, status: MissRow['status'], paging: MissPaging) {
    const library = await this.library(caller, relationId)
    const { rows, total, page } = await pageOfMisses(this.db.sql, library, status, paging)
    return { items: rows.map((row) => toMiss(caller, row)), total, page, pageSize: paging.pageSize }
  }

  /** An empty question or answer keeps the stored text. */
  async reviewCandidate(
    caller: Caller,
    at: { relationId: RelationId; id: CandidateId },
    action: 'accept' | 'reject',
    edited: QuestionAnswer,
  ): Promise<Candidate> {
    const library = await this.library(caller, at.relationId)
    return this.db.transaction(async (tx) => {
      const row = await lockCandidate(tx.sql, library, at.id)
      if (row.status !== 'pending') throw new UserFacingError('stale', SETTLED)
      const now = this.clock.now()
      const judged = {
        ...row,
        question: edited.question || row.question,
        answer: edited.answer || row.answer,
        status: action === 'accept' ? ('accepted' as const) : ('rejected' as const),
      }
      const { question, answer, status } = judged
      if (action === 'accept') {
        const pair = { question, similar: wayOf(row, question), answer, origin: ORIGIN_REPLY, enabled: true }
        await supplyPair(tx, library, { ...pair, agentId: caller.agentId }, now)
      } else await emitKnowledgeChange(tx, library, caller.agentId, now)
      await changeCandidate(tx.sql, row, { question, answer, status })
      return toCandidate(caller, judged)
    })
  }

  async settleMiss(
    caller: Caller,
    at: { relationId: RelationId; id: MissId },
    action: 'answer' | 'ignore',
    edited: QuestionAnswer,
  ): Promise<Miss> {
    const library = await this.library(caller, at.relationId)
    return this.db.transaction(async (tx) => {
      const row = await lockMiss(tx.sql, library, at.id)
      if (row.status !== 'open') throw new UserFacingError('stale', SETTLED)
      const now = this.clock.now()
      if (action === 'ignore') {
        await changeMiss(tx.sql, row, { status: 'ignored' })
        await emitKnowledgeChange(tx, library, caller.agentId, now)
        return toMiss(caller, { ...row, status: 'ignored' })
      }
      const question = edited.question || row.question
      const pair = {
        question,
        similar: wayOf(row, question),
        answer: edited.answer,
        origin: ORIGIN_TYPED,
        enabled: true,
      }
      const { id: knowledgeId } = await supplyPair(tx, library, { ...pair, agentId: caller.agentId }, now)
      await changeMiss(tx.sql, row, { status: 'answered', knowledgeId })
      return toMiss(caller, { ...row, status: 'answered' })
    })
  }

  private async library(caller: Caller, relationId: RelationId) {
    await getVisibleAccount(this.db.sql, caller, relationId)
    return { entId: caller.entId, relationId }
  }
}

/** The customer's original question becomes a similar question if the reviewer reworded it. */
const wayOf = (row: { question: string }, question: string) => (row.question === question ? [] : [row.question])
