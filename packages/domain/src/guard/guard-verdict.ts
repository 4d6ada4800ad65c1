import type { GuardHit, GuardRule } from './guard-hit.ts'
import { warnText } from './guard-texts.ts'

/** `flow` stands for everything automatic that is not the AI: flows, rules, card rules, follow-ups. */
export type GuardSender = 'person' | 'ai' | 'flow'

export type GuardAction =
  | 'send'
  /** Not sent; the sender sees the reason and keeps the text. */
  | 'refuse'
  /** Sent only after the agent confirmed the warning or the replaced text. */
  | 'confirm'
  | 'regenerate'
  | 'handoff'
  /** Not sent, logged as failed. */
  | 'fail'

export interface GuardVerdict {
  action: GuardAction
  level: 'block' | 'replace' | 'warn' | 'pass'
  /** The text to send, with word replacements applied. */
  text: string
  hits: readonly GuardHit[]
  /** Message to the sender: the refusal, or the dialog's question. */
  message?: string
}

interface VerdictInput {
  sender: GuardSender
  text: string
  hits: readonly GuardHit[]
  /** The agent confirmed the warning or the replaced text. */
  isConfirmed?: boolean
  /** The AI has regenerated the text once. */
  isRegenerated?: boolean
}

/** Rules that rewording cannot satisfy. */
const NOT_ABOUT_WORDING: ReadonlySet<GuardRule> = new Set(['type', 'quota', 'pace'])

export function verdictOf({ sender, text, hits, isConfirmed, isRegenerated }: VerdictInput): GuardVerdict {
  const block = hits.find(({ level }) => level === 'block')
  const warnings = hits.filter(({ level }) => level === 'warn')
  if (block) {
    return { action: blockedAction(sender, block, isRegenerated), level: 'block', text, hits, message: block.reason }
  }
  if (warnings.length > 0) {
    const action = warnedAction(sender, isConfirmed, isRegenerated)
    return { action, level: 'warn', text, hits, message: warnText(warnings) }
  }
  if (hits.length === 0) return { action: 'send', level: 'pass', text, hits }
  return { action: sender === 'person' && !isConfirmed ? 'confirm' : 'send', level: 'replace', text, hits }
}

function blockedAction(sender: GuardSender, block: GuardHit, isRegenerated = false): GuardAction {
  if (sender === 'person') return 'refuse'
  if (sender === 'flow') return 'fail'
  return isRegenerated || NOT_ABOUT_WORDING.has(block.rule) ? 'handoff' : 'regenerate'
}

function warnedAction(sender: GuardSender, isConfirmed = false, isRegenerated = false): GuardAction {
  if (sender === 'person') return isConfirmed ? 'send' : 'confirm'
  return sender === 'ai' && !isRegenerated ? 'regenerate' : 'send'
}
