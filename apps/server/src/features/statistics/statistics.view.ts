import type { AgentId, LeadPageRow, SessionPageRow } from '@ruwu/contract'
import { maskLead } from '@ruwu/domain'
import { readContentTitles } from '../../customer/content-title.repo.ts'
import { nameFor } from '../../customer/customer.view.ts'
import type { Queryable } from '../../db/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { seesLead } from '../lead/index.ts'
import type { CountedRow } from './drill-down.repo.ts'
import type { ListedLead } from './lead-page.repo.ts'

export async function toLeadRows(db: Queryable, rows: readonly ListedLead[], caller: Caller): Promise<LeadPageRow[]> {
  const contentIds = rows.map(({ entry }) => entry?.postId)
  const titles = await readContentTitles(db, caller.entId, contentIds)
  return rows.map((row) => toLeadRow(row, caller, titles))
}

const toLeadRow = (row: ListedLead, caller: Caller, titles: ReadonlyMap<string, string>): LeadPageRow => ({
  leadId: row.id,
  createdAt: instant(row.createdAt),
  customerId: row.customerId,
  customerName: nameFor(caller, { id: row.customerId, name: row.name, remark: row.remark }),
  kind: row.kind,
  value: seesLead(caller, row) ? row.value : maskLead(row),
  subSourceId: row.relationId,
  subSourceName: row.accountName,
  source: row.source,
  contentId: row.entry?.postId ?? null,
  contentTitle: titles.get(row.entry?.postId ?? '') ?? '',
  adName: row.entry?.ad?.planName ?? null,
  extractor: row.extractor,
  agentId: row.agentId,
  agentName: row.agentName,
  status: row.status,
  reason: row.reason,
  result: row.result,
  messageId: row.messageId,
})

export const toSessionRow = (row: CountedRow, caller: Caller, names: ReadonlyMap<AgentId, string>): SessionPageRow => ({
  key: row.key,
  at: instant(row.at),
  sessionId: row.sessionId,
  customerId: row.customerId,
  customerName: nameFor(caller, { id: row.customerId, name: row.name, remark: row.remark }),
  source: row.source,
  subSourceId: row.relationId,
  subSourceName: row.accountName,
  startAt: row.startAt === null ? null : instant(row.startAt),
  endAt: row.endAt === null ? null : instant(row.endAt),
  startSeq: row.startSeq,
  receptionPath: row.receptionPath ?? [],
  firstAgentName: row.firstAgentId && (names.get(row.firstAgentId) ?? null),
  agentNames: (row.agentIds ?? []).flatMap((id) => names.get(id) ?? []),
  ownMessages: row.ownMessages ?? 0,
  replies: row.replies ?? 0,
  humanFirst: row.humanFirst ?? -1,
  aiFirst: row.aiFirst ?? -1,
  length: row.length ?? -1,
  tagIds: row.tagIds,
  hasLead: row.hasLead ?? false,
  points: row.points,
})

const instant = (text: string): string => new Date(text).toISOString()
