import type { SendPermission } from '../channel-capability.ts'
import type { QuotaState } from '../channel-quota.ts'
import { QUOTA_RULES } from '../channel-quota-rules.ts'
import { readText } from './checked-text.ts'
import type { GuardHit } from './guard-hit.ts'
import type { GuardLimits, GuardSettings } from './guard-limits.ts'
import { GUARD_TEXTS, RULE_LABELS, sameTextText } from './guard-texts.ts'
import { type GuardSender, type GuardVerdict, verdictOf } from './guard-verdict.ts'
import { contactHits, lengthHits, linkHits, type TextRules, wordHits } from './text-check.ts'

export interface OutboundCheck extends TextRules {
  /** Empty for pictures and cards, which have no text to check. */
  text: string
  sender: GuardSender
  settings: GuardSettings
  limits: GuardLimits
  /** What `canSend` says about the kind of message. */
  permission: SendPermission
  /** What the quota says to this sender; for automatic ones with the messages kept for people taken off. */
  quota?: Pick<QuotaState, 'blocked' | 'warnings'>
  sent?: SentBefore
  /** The person has seen the warning or the replaced text and sends all the same. */
  isConfirmed?: boolean
  /** The AI has already been asked for another wording once. */
  isRegenerated?: boolean
}

/** Counts of what this account has sent, without the message that is checked. */
interface SentBefore {
  /** The same text to different customers, within the window of `limits.sameText`. */
  sameText: number
  /** To this customer without a reply, within the window of `limits.pace`. */
  unanswered: number
}

/** Whether a message may go out, by one and the same rule on the server and in the composer. */
export function checkOutbound(check: OutboundCheck): GuardVerdict {
  const hits = hitsUpToBlock(check)
  const text = replaceWords(check.text, hits)
  // Replacements may be longer than the words.
  if (text !== check.text && !hits.some(isBlock)) hits.push(...lengthHits(text, check))
  return verdictOf({ ...check, text, hits })
}

/** The checks in their order; the first block ends them. */
function hitsUpToBlock(check: OutboundCheck): GuardHit[] {
  const read = readText(check.text, check.source)
  const steps = [
    () => typeHits(check),
    () => lengthHits(check.text, check),
    () => linkHits(read, check),
    () => contactHits(read, check),
    () => wordHits(read, check),
    () => quotaHits(check),
    () => sameTextHits(check),
    () => paceHits(check),
  ]
  const hits: GuardHit[] = []
  for (const step of steps) {
    hits.push(...step())
    if (hits.some(isBlock)) break
  }
  return hits
}

const isBlock = ({ level }: GuardHit) => level === 'block'

function typeHits({ permission }: OutboundCheck): GuardHit[] {
  return permission.allowed ? [] : [wholeMessageHit('type', 'block', permission.reason)]
}

function quotaHits({ quota, source }: OutboundCheck): GuardHit[] {
  if (!quota) return []
  if (quota.blocked) return [wholeMessageHit('quota', 'block', quota.blocked.text)]
  // A repeated text is the next check's matter, by the number the account has set.
  const isRepeat = (id: string) => QUOTA_RULES[source].some((rule) => rule.id === id && rule.counts === 'same_text')
  return quota.warnings
    .filter(({ ruleId }) => !isRepeat(ruleId))
    .map(({ text }) => wholeMessageHit('quota', 'warn', text))
}

function sameTextHits({ sent, sender, settings, limits }: OutboundCheck): GuardHit[] {
  const times = (sent?.sameText ?? 0) + 1
  const isBlocked = sender !== 'person' && times >= limits.sameText.blockAt
  if (!isBlocked && times < settings.repeatCount) return []
  return [wholeMessageHit('same_text', isBlocked ? 'block' : 'warn', sameTextText(times - 1))]
}

function paceHits({ sent, sender, limits }: OutboundCheck): GuardHit[] {
  if ((sent?.unanswered ?? 0) + 1 <= limits.pace.max) return []
  return [wholeMessageHit('pace', sender === 'person' ? 'warn' : 'block', GUARD_TEXTS.pace)]
}

function wholeMessageHit(rule: keyof typeof RULE_LABELS, level: GuardHit['level'], reason: string): GuardHit {
  return { rule, category: rule, level, word: RULE_LABELS[rule], start: 0, end: 0, reason }
}

function replaceWords(text: string, hits: readonly GuardHit[]): string {
  let replaced = ''
  let end = 0
  for (const hit of hits) {
    if (hit.level !== 'replace') continue
    replaced += text.slice(end, hit.start) + (hit.suggestion ?? '')
    end = hit.end
  }
  return replaced + text.slice(end)
}
