import { AI_TESTS_MAX, type AiTest, type AiTestFailure, type AiTestId, type RelationId } from '@ruwu/contract'
import { ANSWER_LIMIT_MS, missingPoints } from '@ruwu/domain'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../db/database.ts'
import { startTrial } from '../../engine/model/index.ts'
import { isUniqueViolation } from '../../db/violations.ts'
import type { Clock } from '../../platform/clock.ts'
import { TooOftenError, UserFacingError } from '../../platform/http/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { type AccountRow, getVisibleAccount } from '../channel/index.ts'
import { type AiAgentKey, lockOrCreateAgent } from './ai-agent.repo.ts'
import { emitAiAgentChange } from './ai-agent.service.ts'
import { toAiTest } from './ai-agent.view.ts'
import { type AnsweringAi, readDraftAi } from './draft.ts'
import { answerTexts, type DryRun, NEW_MEMORY } from './dry-run.ts'
import {
  type AiTestRow,
  changeTest,
  countTests,
  deleteTest,
  insertTest,
  listTests,
  type Outcome,
  saveOutcome,
} from './test-set.repo.ts'

/** Questions run in parallel, so that all finish within the console's timeout. */
const AT_ONCE = 10
const NOT_RUN: Outcome = { lastPass: null, lastAnswer: '', missing: [], lastRunAt: null }

type TestInput = { id?: AiTestId | undefined; question: string; points: string[] }
/** Who asks; `left` aborts when they have gone. */
type Asking = { caller: Caller; left: AbortSignal }
/** `unasked`: the agent had gone, or by `limit` no trials of a model are left. */
type Asked = { results: AiTestRow[]; unasked: AiTestRow[]; limit?: TooOftenError | undefined }

/** Test questions of an account's AI, run before publishing; free of charge. */
export class TestSetService {
  private readonly deps: { db: Database; clock: Clock; dryRun: DryRun; log: FastifyBaseLogger }

  constructor(deps: TestSetService['deps']) {
    this.deps = deps
  }

  async list(caller: Caller, relationId: RelationId): Promise<AiTest[]> {
    const { sql } = this.deps.db
    await getVisibleAccount(sql, caller, relationId)
    return (await listTests(sql, { entId: caller.entId, relationId })).map(toAiTest)
  }

  async save(caller: Caller, relationId: RelationId, { id, question, points }: TestInput): Promise<AiTest> {
    const { db, clock } = this.deps
    const key = { entId: caller.entId, relationId }
    try {
      return await db.transaction(async (tx) => {
        const now = clock.now()
        await getVisibleAccount(tx.sql, caller, relationId)
        await lockOrCreateAgent(tx.sql, key, now)
        const change = { question, points, ...NOT_RUN }
        await emitAiAgentChange(tx, caller, relationId, now)
        if (id !== undefined) return toAiTest(await changeTest(tx.sql, key, id, change))
        if ((await countTests(tx.sql, key)) >= AI_TESTS_MAX) {
          throw new UserFacingError('refused', `测试问题最多 ${AI_TESTS_MAX} 条`)
        }
        return toAiTest(await insertTest(tx.sql, { ...key, id: newId<AiTestId>(now), createdAt: now, ...change }))
      })
    } catch (error) {
      if (isUniqueViolation(error, 'ai_test_question')) throw new UserFacingError('refused', '该问题已在测试集中')
      throw error
    }
  }

  async remove(caller: Caller, relationId: RelationId, id: AiTestId): Promise<true> {
    const { db, clock } = this.deps
    await getVisibleAccount(db.sql, caller, relationId)
    return db.transaction(async (tx) => {
      await deleteTest(tx.sql, { entId: caller.entId, relationId }, id)
      await emitAiAgentChange(tx, caller, relationId, clock.now())
      return true as const
    })
  }

  /** Runs the given questions, or all, against the draft. */
  async run(asking: Asking, relationId: RelationId, ids?: readonly AiTestId[]): Promise<AiTest[]> {
    const { caller } = asking
    const { sql } = this.deps.db
    const account = await getVisibleAccount(sql, caller, relationId)
    const answering = await readDraftAi(sql, account)
    const { results, limit } = await this.runAll(asking, account, answering, ids)
    if (limit) throw limit
    return results.map(toAiTest)
  }

  /** Test questions the given AI fails; one that is not asked, because no trials are left, fails too. */
  async listFailures(asking: Asking, account: AccountRow, answering: AnsweringAi): Promise<AiTestFailure[]> {
    const { results, unasked } = await this.runAll(asking, account, answering)
    if (asking.left.aborted) throw new UserFacingError('refused', '请求已中断，尚未发布')
    const failed = results.filter(({ lastPass }) => !lastPass)
    return [
      ...failed.map(({ id, question, missing }) => ({ testId: id, question, missing })),
      ...unasked.map(({ id, question, points }) => ({ testId: id, question, missing: points })),
    ]
  }

  private async runAll(
    { caller, left }: Asking,
    account: AccountRow,
    answering: AnsweringAi,
    ids?: readonly AiTestId[],
  ): Promise<Asked> {
    const { db, clock } = this.deps
    const key: AiAgentKey = { entId: account.entId, relationId: account.id }
    const tests = await listTests(db.sql, key, ids)
    const results: AiTestRow[] = []
    let limit: TooOftenError | undefined
    for (let from = 0; from < tests.length && !limit && !left.aborted; from += AT_ONCE) {
      const some = tests.slice(from, from + AT_ONCE)
      const answers = await Promise.all(some.map((test) => this.runOne({ caller, left }, account, answering, test)))
      results.push(...answers.flatMap((each) => (each && !(each instanceof TooOftenError) ? [each] : [])))
      limit = answers.find((each) => each instanceof TooOftenError)
    }
    const done = new Set(results.map(({ id }) => id))
    const asked = { results, unasked: tests.filter(({ id }) => !done.has(id)), limit }
    if (results.length === 0) return asked
    await db.transaction(async (tx) => {
      for (const test of results) await saveOutcome(tx.sql, test, outcomeOf(test))
      await emitAiAgentChange(tx, caller, account.id, clock.now())
    })
    return asked
  }

  /** Undefined when the agent has gone. */
  private async runOne(
    { caller, left }: Asking,
    account: AccountRow,
    answering: AnsweringAi,
    test: AiTestRow,
  ): Promise<AiTestRow | TooOftenError | undefined> {
    const { clock, log, dryRun } = this.deps
    const now = clock.now()
    const turns = [{ who: 'customer' as const, text: test.question, hasImage: false, at: now }]
    const signal = AbortSignal.any([AbortSignal.timeout(ANSWER_LIMIT_MS), left])
    const begin = startTrial(this.deps, caller)
    let answer = ''
    try {
      const result = await dryRun.ask(account, answering, { turns, memory: NEW_MEMORY, signal, begin })
      answer = answerTexts(result, answering).join('\n')
    } catch (error) {
      if (left.aborted) return undefined
      if (error instanceof TooOftenError) return error
      // A question without an answer fails; the others still run.
      log.warn({ err: error, relationId: account.id }, 'a test question got no answer')
    }
    const missing = missingPoints(answer, test.points)
    return { ...test, lastPass: missing.length === 0, lastAnswer: answer, missing, lastRunAt: now }
  }
}

const outcomeOf = ({ lastPass, lastAnswer, missing, lastRunAt }: AiTestRow): Outcome => ({
  lastPass,
  lastAnswer,
  missing,
  lastRunAt,
})
