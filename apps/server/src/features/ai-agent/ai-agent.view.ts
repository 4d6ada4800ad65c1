import { isDeepStrictEqual } from 'node:util'
import type { AiAgentDetail, AiDiff, AiTest, AiVersion } from '@ruwu/contract'
import type { AccountRow } from '../channel/index.ts'
import type { NamedVersion } from './ai-agent.repo.ts'
import type { DraftState } from './draft.ts'
import type { AiTestRow } from './test-set.repo.ts'

export function toAiAgentDetail(
  account: AccountRow,
  main: AccountRow | undefined,
  { row, draft, version, published, inherited }: DraftState,
): AiAgentDetail {
  return {
    relationId: account.id,
    draft,
    published: published?.config ?? null,
    publishedVersion: published?.version ?? null,
    publishedAt: published?.publishedAt.toISOString() ?? null,
    status: published ? 'published' : 'draft',
    isChanged: !isDeepStrictEqual(draft, published?.config),
    inheritedFrom: main && inherited ? { relationId: main.id, name: main.name, version: inherited.version } : null,
    version,
    updatedBy: row?.updatedBy ?? null,
    updatedAt: row?.draft ? row.updatedAt.toISOString() : null,
  }
}

export const toAiVersion = (row: NamedVersion, diff: AiDiff[]): AiVersion => ({
  version: row.version,
  note: row.note,
  agentId: row.agentId,
  agentName: row.agentName ?? '',
  publishedAt: row.publishedAt.toISOString(),
  diff,
})

export const toAiTest = (row: AiTestRow): AiTest => ({
  id: row.id,
  question: row.question,
  points: row.points,
  lastPass: row.lastPass,
  lastAnswer: row.lastAnswer,
  missing: row.missing,
  lastRunAt: row.lastRunAt?.toISOString() ?? null,
})
