import { SOURCE_CAPABILITIES } from '../channel-capability.ts'
import { DEFAULT_RESERVE_FOR_HUMAN } from '../channel-quota.ts'
import { QUOTA_RULES, type QuotaRule } from '../channel-quota-rules.ts'
import type { Source } from '../sources.ts'

type CheckLevel = 'block' | 'warn' | 'off'

/** Settings of an account that concern the guard. */
export interface GuardSettings {
  wordLevel: CheckLevel
  contactLevel: CheckLevel
  /** Number of customers with the same text from which a warning is shown. */
  repeatCount: number
  /** Messages of the quota reserved for agents. */
  reserveForHuman: number
}

export const DEFAULT_GUARD_SETTINGS: GuardSettings = {
  wordLevel: 'block',
  contactLevel: 'block',
  repeatCount: 3,
  reserveForHuman: DEFAULT_RESERVE_FOR_HUMAN,
}

/** Platform limits; an enterprise may override them. null: no limit. */
export interface GuardLimits {
  textMaxChars: number
  links: CheckLevel
  beforeFirstMessage: { max: number; windowMs: number | null; entriesPerDay: number | null }
  afterMessage: { max: number; windowMs: number } | null
  strangers: { perDay: number; burst: { max: number; windowMs: number } | null }
  /** `blockAt` applies to automatic senders. */
  sameText: { windowMs: number; blockAt: number }
  pace: { max: number; windowMs: number }
}

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

const ANY_SOURCE = {
  links: 'block',
  sameText: { windowMs: DAY_MS, blockAt: 5 },
  pace: { max: 10, windowMs: 10 * MINUTE_MS },
} as const

export const GUARD_LIMITS: Record<Source, GuardLimits> = {
  redbook: {
    ...ANY_SOURCE,
    textMaxChars: SOURCE_CAPABILITIES.redbook.text.maxChars,
    beforeFirstMessage: { max: getRule('redbook.before.reply').max, windowMs: null, entriesPerDay: null },
    afterMessage: null,
    strangers: { perDay: getRule('redbook.stranger.day').max, burst: burstOf(getRule('redbook.burst')) },
  },
  douyin: {
    ...ANY_SOURCE,
    textMaxChars: SOURCE_CAPABILITIES.douyin.text.maxChars,
    beforeFirstMessage: {
      max: getRule('douyin.enter').max,
      windowMs: getRule('douyin.enter').windowMs,
      entriesPerDay: getRule('douyin.enter.day').max,
    },
    afterMessage: burstOf(getRule('douyin.reply')),
    strangers: { perDay: 0, burst: null },
  },
}

function getRule(id: string): QuotaRule {
  const rule = Object.values(QUOTA_RULES)
    .flat()
    .find((known) => known.id === id)
  if (!rule) throw new Error(`There is no quota rule ${id}`)
  return rule
}

function burstOf({ max, windowMs }: QuotaRule): { max: number; windowMs: number } | null {
  return windowMs === null ? null : { max, windowMs }
}
