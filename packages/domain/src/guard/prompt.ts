import { type Instant, timeOf } from '../instant.ts'
import { GUARD_RULES, type GuardRule } from './guard-hit.ts'

/** Everything of ours that can reach a customer; docs/guard.md lists the messages of each kind. */
export const OUTBOUND_KINDS = [
  /** Sent by a person: typed, 快捷回复, picture, card, resent. */
  'reply',
  'ai_answer',
  'welcome',
  /** Texts and card of a rule that the customer's act fired. */
  'card_rule',
  'handoff',
  'queue',
  /** 结束语 of a plan. */
  'closing',
  /** 提交后回复 of a card. */
  'card_reply',
  'points_out',
  'flow_step',
  /** Messages of a rule (规则) that an event fired; `silence_rule`: after a time without an answer. */
  'rule',
  'silence_rule',
  'comment_reply',
  'follow_up',
  /** Texts and card of a rule that waits for silence (静默 N 分钟). */
  'silence_card',
] as const
export type OutboundKind = (typeof OUTBOUND_KINDS)[number]

/** Kinds that we begin ourselves, whatever the customer did before. */
const BEGUN_BY_US: ReadonlySet<OutboundKind> = new Set(['follow_up', 'silence_card', 'silence_rule'])

/** What of the customer a message answers; null: nothing, the message is unprompted. */
export type Prompt = 'message' | 'entry' | 'comment' | null

export interface PromptState {
  /** The customer's latest act; null: none so far. */
  act: { kind: NonNullable<Prompt>; at: Instant } | null
  /** Our first answer to that act; null: not answered yet. */
  answeredAt: Instant | null
}

/** `stranger`: the account's limits of people contacted first, part of the quota. */
export type AppliedRule = GuardRule | 'stranger'

/** Rules against cold messages: they count and hold back unprompted messages only. */
const COLD_RULES: ReadonlySet<AppliedRule> = new Set(['stranger', 'same_text', 'pace'])

export const ALL_RULES: readonly AppliedRule[] = [...GUARD_RULES, 'stranger']
const PROMPTED_RULES: readonly AppliedRule[] = ALL_RULES.filter((rule) => !COLD_RULES.has(rule))

/** An act can be answered this long. */
export const ACT_MS = 24 * 3_600_000

/** From its first message on an answer may be continued this long. */
export const ANSWER_MS = 3_600_000

/** What an outgoing message answers, and which rules apply to it (docs/guard.md). */
export function outboundRules(
  kind: OutboundKind,
  state: PromptState,
  now: Date,
): { prompt: Prompt; rules: readonly AppliedRule[] } {
  const prompt = promptOf(kind, state, now)
  return { prompt, rules: prompt === null ? ALL_RULES : PROMPTED_RULES }
}

function promptOf(kind: OutboundKind, { act, answeredAt }: PromptState, now: Date): Prompt {
  const isWithin = (from: Instant, ms: number) => now.getTime() - timeOf(from) < ms
  if (BEGUN_BY_US.has(kind) || act === null || !isWithin(act.at, ACT_MS)) return null
  return answeredAt === null || isWithin(answeredAt, ANSWER_MS) ? act.kind : null
}
