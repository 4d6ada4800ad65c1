import { AI_LENGTHS } from '@ruwu/contract'
import {
  bannedWords,
  burstOf,
  collectFields,
  CONTACT_KEYS,
  DEFAULT_GUARD_SETTINGS,
  AMBIGUOUS_WECHAT,
  GUARD_LIMITS,
  hitScore,
  asksAboutAmbiguousWechat,
  isGoalReached,
  mayAskContact,
  nextField,
  type TextRules,
} from '@ruwu/domain'
import { classifyText } from './builtin/small-talk.ts'
import type { EngineInput, Turn } from './engine.ts'

/** The input with what both generators derive from it, computed once. */
export type Situation = {
  input: EngineInput
  /** The unanswered customer messages. */
  burst: Turn[]
  question: string
  hasImage: boolean
  /** The burst has text other than emoji and punctuation. */
  hasText: boolean
  /** All known field values, `extracted` included. */
  known: Record<string, string>
  /** Field values found in the turns. */
  extracted: Record<string, string>
  /** The burst brings the last missing field. */
  reachesGoal: boolean
  hitFrom: number
  maxChars: number
  rules: TextRules
}

export function readSituation(input: EngineInput): Situation {
  const { config, turns, customer, memory, fieldNames } = input
  const burst = burstOf(turns)
  const extracted = collectFields(config, turns, {}, fieldNames)
  const known = { ...extracted, ...memory.collected, ...customer.known }
  const question = burst
    .map(({ text }) => text.trim())
    .filter(Boolean)
    .join(' ')
  const hasExtracted = config.goal.fields.some(({ key }) => extracted[key] !== undefined)
  return {
    input,
    burst,
    question,
    hasImage: burst.some(({ hasImage }) => hasImage),
    hasText: classifyText(question) !== 'signs',
    known,
    extracted,
    reachesGoal: hasExtracted && !memory.isGoalReached && isGoalReached(config, known),
    hitFrom: hitScore(config),
    maxChars: AI_LENGTHS[config.role.length],
    rules: textRules(input),
  }
}

function textRules({ account: { source }, guard }: EngineInput): TextRules {
  const usual = { settings: DEFAULT_GUARD_SETTINGS, words: bannedWords(source) }
  return { source, limits: GUARD_LIMITS[source], ...(guard ?? usual) }
}

/** Whether a text of the enterprise that asks for the contact may be sent: once per turn and interval, never once a contact is known. */
export const mayRequestContact = ({ input: { config, contactRequest }, known }: Pick<Situation, 'input' | 'known'>) =>
  mayAskContact(config, contactRequest) && !CONTACT_KEYS.some((key) => known[key])

/** Key of what to ask for next: an unconfirmed WeChat id before the missing fields. Nothing where the contact was asked for in this turn. */
export function nextAsk({ input, known }: Pick<Situation, 'input' | 'known'>): string | undefined {
  const { config, customer, memory, contactRequest } = input
  if (contactRequest?.isThisTurn) return undefined
  if (customer.hasDoubtfulWechat && asksAboutAmbiguousWechat(known, memory.asked)) return AMBIGUOUS_WECHAT
  return nextField(config, known, memory.asked, contactRequest)
}
