import { z } from 'zod'
import { AccountType } from './channel-account.ts'
import { AiRunId, CustomerId, Instant, MessageId, RelationId } from './ids.ts'
import { Source } from './source.ts'

/** Days counted as 近 30 天. */
export const RECENT_HIT_DAYS = 30

/** An account whose customers are answered from an entry. */
export const KnowledgeUser = z.object({
  relationId: RelationId,
  name: z.string(),
  source: Source,
  accountType: AccountType,
  /** Version of the published AI that uses it; null: none. */
  aiVersion: z.int32().nullable(),
})
export type KnowledgeUser = z.infer<typeof KnowledgeUser>

export const WhereUsed = z.object({
  title: z.string(),
  enabled: z.boolean(),
  hits: z.int32(),
  recentHits: z.int32(),
  lastHitAt: Instant.nullable(),
  accounts: z.array(KnowledgeUser),
})
export type WhereUsed = z.infer<typeof WhereUsed>

/** An answer that used an entry. */
export const KnowledgeUse = z.object({
  runId: AiRunId,
  customerId: CustomerId,
  customerName: z.string(),
  source: Source,
  /** 已回复, or 转人工 although something was found. */
  state: z.enum(['sent', 'handoff']),
  question: z.string(),
  score: z.number().nullable(),
  /** The first answer message, else the question. */
  messageId: MessageId.nullable(),
  at: Instant,
})
export type KnowledgeUse = z.infer<typeof KnowledgeUse>
