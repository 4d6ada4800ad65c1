import type { SendPermission } from '../channel-capability.ts'
import type { QuotaState } from '../channel-quota.ts'
import { QUOTA_RULES } from '../channel-quota-rules.ts'
import { readText } from './checked-text.ts'
import { codeHits } from './code-check.ts'
import type { GuardHit, GuardRule } from './guard-hit.ts'
import type { GuardLimits, GuardSettings } from './guard-limits.ts'
import { GUARD_TEXTS, RULE_LABELS, sameTextText } from './guard-texts.ts'
import { type GuardSender, type GuardVerdict, verdictOf } from './guard-verdict.ts'
import { ALL_RULES, type AppliedRule } from './prompt.ts'
import { contactHits, lengthHits, linkHits, type TextRules, wordHits } from './text-check.ts'

export interface OutboundCheck extends TextRules {
  /** Empty for pictures and cards, which have no text to check. */
  text: string
  /** What the QR codes of a picture say; null: the picture cannot be read. */
  codes?: readonly string[] | null
  sender: GuardSender
  settings: GuardSettings
  limits: GuardLimits
  /** Which rules apply, by `outboundRules`; default: all. */
  rules?: readonly AppliedRule[]
  /** Result of `canSend` for the message type. */
  permission: SendPermission
  /** Quota state for this sender; for automatic senders minus `reserveForHuman`. */
  quota?: Pick<QuotaState, 'blocked' | 'warnings'>
  sent?: SentBefore
  /** The agent confirmed the warning or the replaced text. */
  isConfirmed?: boolean
  /** The AI has regenerated the text once. */
  isRegenerated?: boolean
}

/** Earlier unprompted sends of this account, without the checked message. */
interface SentBefore {
  /** The same text to different customers, within the window of `limits.sameText`. */
  sameText: number
  /** To this customer without a reply, within the window of `limits.pace`. */
  unanswered: number
}

/** The outbound check, shared by server and composer. */
export function checkOutbound(check: OutboundCheck): GuardVerdict {
  const hits = hitsUpToBlock(check)
  const text = replaceWords(check.text, hits)
  if (text !== check.text && !hits.some(isBlock)) hits.push(...replacedHits({ ...check, text }, hits))
  return verdictOf({ ...check, text, hits })
}

type Step = [GuardRule, () => GuardHit[]]

/** The checks of the text itself. */
function textSteps(check: OutboundCheck): Step[] {
  const read = readText(check.text, check.source)
  return [
    ['length', () => lengthHits(check.text, check)],
    ['link', () => linkHits(read, check)],
    ['contact', () => [...contactHits(read, check), ...codeHits(check)]],
    ['word', () => wordHits(read, check)],
  ]
}

/** What a replacement has brought in: it is checked like typed words, and can make the text too long. It has no place in the typed text. */
function replacedHits(check: OutboundCheck, before: readonly GuardHit[]): GuardHit[] {
  const known = new Set(before.map(({ rule, word }) => `${rule} ${word}`))
  return textSteps(check)
    .flatMap(([rule, hitsOf]) => ((check.rules ?? ALL_RULES).includes(rule) ? hitsOf() : []))
    .filter(({ rule, word, level }) => level !== 'replace' && !known.has(`${rule} ${word}`))
    .map((hit) => ({ ...hit, start: 0, end: 0 }))
}

/** Runs the checks in order; stops at the first block. */
function hitsUpToBlock(check: OutboundCheck): GuardHit[] {
  const rules = check.rules ?? ALL_RULES
  const steps: Step[] = [
    ['type', () => typeHits(check)],
    ...textSteps(check),
    ['quota', () => quotaHits(check)],
    ['same_text', () => sameTextHits(check)],
    ['pace', () => paceHits(check)],
  ]
  const hits: GuardHit[] = []
  for (const [rule, hitsOf] of steps) {
    if (rules.includes(rule)) hits.push(...hitsOf())
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
  // Repeated text is handled by sameTextHits, with the account's own threshold.
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
