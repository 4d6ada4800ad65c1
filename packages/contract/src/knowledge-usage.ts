import { z } from 'zod'
import { AccountType } from './channel-account.ts'
import { AiRunId, CustomerId, Instant, MessageId, RelationId } from './ids.ts'
import { Source } from './source.ts'

/** What 近 30 天 counts. */
export const RECENT_HIT_DAYS = 30

/** Whose customers an entry answers. */
export const KnowledgeUser = z.object({
  relationId: RelationId,
  name: z.string(),
  source: Source,
  accountType: AccountType,
  /** Of the published AI that answers from it; null: none does yet. */
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

/** An answer that was made from an entry. */
export const KnowledgeUse = z.object({
  runId: AiRunId,
  customerId: CustomerId,
  customerName: z.string(),
  source: Source,
  /** 已回复, or 转人工 although something was found. */
  state: z.enum(['sent', 'handoff']),
  question: z.string(),
  score: z.number().nullable(),
  /** What was said first, else what was asked. */
  messageId: MessageId.nullable(),
  at: Instant,
})
export type KnowledgeUse = z.infer<typeof KnowledgeUse>
