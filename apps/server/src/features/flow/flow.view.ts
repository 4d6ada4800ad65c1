import type { FlowDetail, FlowGraph, FlowItem, FlowProblem } from '@ruwu/contract'
import { startOf } from '@ruwu/domain'
import type { Caller } from '../../platform/http/caller.ts'
import type { FlowFigures, FlowRow } from './flow.repo.ts'

export function toFlowItem(row: FlowRow, { started, finished, leads, blocked, running }: FlowFigures): FlowItem {
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
    blocked,
    running,
    updatedBy: row.updatedBy,
    updatedByName: row.updatedByName,
    updatedAt: row.updatedAt.toISOString(),
    hasSecret: row.secret !== null,
    version: row.version,
  }
}

export const toFlowDetail = (
  row: FlowRow,
  figures: FlowFigures,
  { graph, problems }: { graph: FlowGraph; problems: FlowProblem[] },
): FlowDetail => ({ ...toFlowItem(row, figures), graph, problems })

/** Path and query of an address hold its token. A draft's may be no address yet. */
export const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : '')

/** Webhook addresses are cut to their origin for callers without automation:edit: path and query may hold tokens. */
export function graphFor({ permissions }: Pick<Caller, 'permissions'>, graph: FlowGraph): FlowGraph {
  if (permissions.has('automation:edit')) return graph
  const nodes = graph.nodes.map((node) =>
    node.type === 'webhook' ? { ...node, data: { ...node.data, url: originOf(node.data.url) } } : node,
  )
  return { ...graph, nodes }
}
