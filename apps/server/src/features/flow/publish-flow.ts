import { FLOW_LIMITS, type FlowGraph, type RelationId } from '@ruwu/contract'
import { countFlowPatterns, FLOW_PROBLEMS, FLOW_TEXTS, hasErrors, startOf } from '@ruwu/domain'
import type { Transaction } from '../../db/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { UserFacingError } from '../../platform/http/errors.ts'
import { holdTags } from '../tag/index.ts'
import { findPublishProblems } from './check-flow.ts'
import { moveRuns } from './flow-run.repo.ts'
import { changeFlow, type FlowKey, type FlowRow, insertVersion, listPublishedGraphs, lockFlows } from './flow.repo.ts'

/** Refuses with its problems what the caller may not publish. */
export async function checkPublishable(
  tx: Transaction,
  caller: Caller,
  { row, graph, isDemo }: { row: FlowRow; graph: FlowGraph; isDemo: boolean },
): Promise<void> {
  await holdTags(tx.sql, caller.entId)
  const problems = await findPublishProblems(tx.sql, caller, graph, isDemo)
  if (hasErrors(problems)) throw new UserFacingError('refused', FLOW_TEXTS.notPublishable, { problems })
  await checkPatterns(tx, row, graph)
}

/** Regular expressions of all published flows, counted one flow after the other. */
async function checkPatterns(tx: Transaction, { entId, id }: FlowRow, graph: FlowGraph): Promise<void> {
  const own = countFlowPatterns(graph)
  if (own === 0) return
  await lockFlows(tx.sql, entId)
  const others = (await listPublishedGraphs(tx.sql, entId)).filter(({ flowId }) => flowId !== id)
  const all = others.reduce((sum, other) => sum + countFlowPatterns(other.graph), own)
  if (all > FLOW_LIMITS.patterns) throw new UserFacingError('refused', FLOW_PROBLEMS.tooManyPatterns)
}

/** A new version of these contents, which begins from now on; customers in older ones finish theirs unless they are moved. */
export async function release(
  tx: Transaction,
  { entId, agentId }: Caller,
  row: FlowRow,
  content: { name: string; graph: FlowGraph; accountIds: RelationId[]; note: string; draft: number; move: boolean },
  now: Date,
): Promise<FlowKey> {
  const start = startOf(content.graph)
  if (!start) throw new UserFacingError('refused', FLOW_TEXTS.notPublishable)
  const { name, graph, accountIds, note } = content
  const version = (row.publishedVersion ?? 0) + 1
  const made = { agentId, publishedAt: now, trigger: start.data.trigger }
  await insertVersion(tx.sql, { entId, flowId: row.id, version, name, graph, accountIds, note, ...made })
  const key = { entId, id: row.id }
  const to = { status: 'published' as const, publishedVersion: version, publishedDraft: content.draft }
  await changeFlow(tx.sql, key, {
    ...to,
    name,
    graph,
    accountIds,
    version: content.draft,
    updatedBy: agentId,
    updatedAt: now,
  })
  if (content.move) await moveRuns(tx.sql, entId, row.id, version, now)
  return key
}
