import { z } from 'zod'

/** AI 托管, 人工接待, 工作流. */
export const RECEPTION_TYPES = ['ai_agent', 'manual', 'workflow'] as const
export const ReceptionType = z.enum(RECEPTION_TYPES)
export type ReceptionType = z.infer<typeof ReceptionType>

/** Why a customer is not received by the AI. */
export const AI_OFF_REASONS = [
  'human_reply',
  'agent_toggle',
  'handoff',
  'error',
  'points',
  'channel_off',
  'schedule',
] as const
export const AiOffReason = z.enum(AI_OFF_REASONS)
export type AiOffReason = z.infer<typeof AiOffReason>

/** Sender kinds of a message in a customer's thread. */
export const SENDER_KINDS = ['customer', 'human', 'ai', 'flow', 'system'] as const
export const SenderKind = z.enum(SENDER_KINDS)
export type SenderKind = z.infer<typeof SenderKind>
