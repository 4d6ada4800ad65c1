import type { FlowDetail, FlowGraph, FlowItem, FlowProblem } from '@ruwu/contract'
import { startOf } from '@ruwu/domain'
import type { FlowFigures, FlowRow } from './flow.repo.ts'

export function toFlowItem(row: FlowRow, { started, finished, leads, running }: FlowFigures): FlowItem {
  return {
    id: row.id,
    name: row.name,
    status: row.status,
    trigger: startOf(row.graph)?.data.trigger ?? null,
    accountIds: row.accountIds,
    publishedVersion: row.publishedVersion,
    hasChanges: row.publishedDraft !== row.version,
    started,
    finishRate: started === 0 ? -1 : finished / started,
    leads,
    running,
    updatedBy: row.updatedBy,
    updatedByName: row.updatedByName,
    updatedAt: row.updatedAt.toISOString(),
    version: row.version,
  }
}

export const toFlowDetail = (
  row: FlowRow,
  figures: FlowFigures,
  { graph, problems }: { graph: FlowGraph; problems: FlowProblem[] },
): FlowDetail => ({ ...toFlowItem(row, figures), graph, problems })
