import { AI_LENGTHS } from '@ruwu/contract'
import {
  burstOf,
  collectFields,
  createWordMatcher,
  DEFAULT_GUARD_SETTINGS,
  GUARD_LIMITS,
  hitScore,
  isGoalReached,
  type TextRules,
  type WordMatcher,
} from '@ruwu/domain'
import { classifyText } from './builtin/small-talk.ts'
import type { EngineInput, Turn } from './engine.ts'

/** What the input says, read once for everybody who thinks about it. */
export type Situation = {
  input: EngineInput
  /** The customer's words that nobody answered. */
  burst: Turn[]
  question: string
  hasImage: boolean
  /** Something is said in words, not only by signs and pictures. */
  hasText: boolean
  /** Values of fields, with those that were told just now. */
  known: Record<string, string>
  extracted: Record<string, string>
  /** These words bring what was still missing. */
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

const words: Record<string, WordMatcher> = {}

function textRules({ account: { source }, guard }: EngineInput): TextRules {
  const usual = { settings: DEFAULT_GUARD_SETTINGS, words: (words[source] ??= createWordMatcher({ source })) }
  return { source, limits: GUARD_LIMITS[source], ...(guard ?? usual) }
}
