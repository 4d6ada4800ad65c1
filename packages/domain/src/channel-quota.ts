import { addDays, formatDay } from './calendar-day.ts'
import type { QuotaRule } from './channel-quota-rules.ts'
import { type Instant, timeOf } from './instant.ts'
import { PLATFORM_ERROR_KINDS } from './platform-error-kinds.ts'
import { DEFAULT_TIME_ZONE, startOfDay, zonedTime } from './time-zone.ts'

/** Quota counters of one account's conversation with one customer, as stored in the database. */
export interface QuotaLedger {
  /** The customer's latest message; null: the customer has never written. */
  lastInboundAt: Instant | null
  sentSinceInbound: number
  /** The customer's latest entry into the conversation. */
  enterAt: Instant | null
  sentSinceEnter: number
  /** End of the customer's grant for proactive messages; null: none. */
  grantUntil: Instant | null
  sentBeforeFirstReply: number
  /** Day (Asia/Shanghai) of the `…Today` counters; on another day they count as 0. */
  today: string
  /** This customer's entries in which we sent a message. */
  enterOpeningsToday: number
  sentOnGrantToday: number
  /** Customers without any message to whom the account wrote unprompted. */
  strangersToday: number
  strangersIn10Min: number
  /** This customer is one of the strangers counted so far. */
  isCountedStranger: boolean
  /** Unprompted sends of the same text by this account. */
  sameText24h: number
  /** Set when the platform refused; overrides our counters until the customer writes again. */
  blockedUntilInbound: 'quota_exhausted' | 'window_closed' | null
}

export interface QuotaState {
  /** null: no quota applies. */
  left: number | null
  max: number | null
  closesAt: Date | null
  /** The rule that the next message is charged to, or that blocks it. */
  ruleId: string | null
  blocked?: { text: string }
  /** Advisory rules: the agent may confirm and send. */
  warnings: { ruleId: string; text: string }[]
}

type QuotaOptions = {
  /** Messages reserved for agents; applied to AI and workflow sends only. */
  reserveForHuman?: number
  /** The message answers the customer: limits of strangers and repeated texts do not apply. */
  isPrompted?: boolean
}

export const DEFAULT_RESERVE_FOR_HUMAN = 1

export const RESERVED_TEXT = '剩余条数已为人工预留'

/** Quota state now: open when any opening rule is open; charged in rule order. */
export function quotaState(
  rules: readonly QuotaRule[],
  ledger: QuotaLedger,
  now: Date,
  { reserveForHuman = 0, isPrompted = false }: QuotaOptions = {},
): QuotaState {
  const applied = isPrompted ? rules.filter(({ counts }) => counts !== 'stranger' && counts !== 'same_text') : rules
  const today = ofToday(ledger, now)
  return { ...standing(applied, today, now, reserveForHuman), warnings: warningsOf(applied, today) }
}

type Standing = Omit<QuotaState, 'warnings'>

const UNCOUNTED: Standing = { left: null, max: null, closesAt: null, ruleId: null }

function standing(rules: readonly QuotaRule[], ledger: QuotaLedger, now: Date, reserve: number): Standing {
  const opening = rules.filter(isOpening)
  const [preferred] = opening
  if (!preferred) return UNCOUNTED
  if (ledger.blockedUntilInbound) return refusedBy(ledger.blockedUntilInbound, preferred)
  // A rule without an opening event applies only until the customer's first message.
  if (preferred.opensOn === 'always' && ledger.lastInboundAt !== null) return UNCOUNTED
  const openings = opening.map((rule) => openingOf(rule, rules, ledger, now))
  const open = openings.find(({ left }) => left > 0)
  if (open) return withReserve(open, reserve)
  const begun = openings.find(({ isBegun }) => isBegun)
  return begun ? closed(begun, begun.text) : closed(openings[0]!, PLATFORM_ERROR_KINDS.wrong_target.text)
}

/** Opening rules count messages; the others block or advise. */
function isOpening(rule: QuotaRule): boolean {
  return rule.mode === 'block' && rule.counts === 'send'
}

/** State of one rule; `text` is the reason when closed. */
type Opening = {
  left: number
  max: number
  closesAt: Date | null
  ruleId: string
  text: string
  /** The opening event has occurred before, so its reason is shown. */
  isBegun: boolean
}

function openingOf(rule: QuotaRule, rules: readonly QuotaRule[], ledger: QuotaLedger, now: Date): Opening {
  const empty = { left: 0, max: rule.max, closesAt: null, ruleId: rule.id, text: rule.emptyText, isBegun: true }
  const counted = (used: number, closesAt: Date | null) => ({ ...empty, left: Math.max(0, rule.max - used), closesAt })
  switch (rule.opensOn) {
    case 'message': {
      if (ledger.lastInboundAt === null) return { ...empty, isBegun: false }
      const closesAt = windowEnd(ledger.lastInboundAt, rule)
      if (isOver(closesAt, now)) return { ...empty, text: PLATFORM_ERROR_KINDS.window_closed.text }
      return counted(ledger.sentSinceInbound, closesAt)
    }
    case 'enter': {
      if (ledger.enterAt === null) return { ...empty, isBegun: false }
      const closesAt = windowEnd(ledger.enterAt, rule)
      if (isOver(closesAt, now)) return empty
      const daily = rules.find(({ counts }) => counts === 'opening')
      const isNew = ledger.sentSinceEnter === 0
      if (daily && isNew && ledger.enterOpeningsToday >= daily.max) return barred(empty, daily)
      return counted(ledger.sentSinceEnter, closesAt)
    }
    case 'proactive_grant': {
      if (ledger.grantUntil === null || timeOf(ledger.grantUntil) <= now.getTime()) return { ...empty, isBegun: false }
      return counted(ledger.sentOnGrantToday, endOfDay(now))
    }
    case 'always': {
      const strangers = rules.find(({ counts, mode }) => counts === 'stranger' && mode === 'block')
      if (strangers && !ledger.isCountedStranger && ledger.strangersToday >= strangers.max)
        return barred(empty, strangers)
      return counted(ledger.sentBeforeFirstReply, null)
    }
  }
}

function barred(opening: Opening, by: QuotaRule): Opening {
  return { ...opening, ruleId: by.id, max: by.max, text: by.emptyText }
}

function closed({ max, ruleId }: Opening, text: string): Standing {
  return { left: 0, max, closesAt: null, ruleId, blocked: { text } }
}

function refusedBy(kind: NonNullable<QuotaLedger['blockedUntilInbound']>, rule: QuotaRule): Standing {
  const text = kind === 'quota_exhausted' ? rule.emptyText : PLATFORM_ERROR_KINDS[kind].text
  return { left: 0, max: rule.max, closesAt: null, ruleId: rule.id, blocked: { text } }
}

function withReserve({ left, max, closesAt, ruleId }: Opening, reserve: number): Standing {
  const rest = Math.max(0, left - reserve)
  return { left: rest, max, closesAt, ruleId, ...(rest === 0 && { blocked: { text: RESERVED_TEXT } }) }
}

function warningsOf(rules: readonly QuotaRule[], ledger: QuotaLedger): QuotaState['warnings'] {
  const isNewStranger = ledger.lastInboundAt === null && !ledger.isCountedStranger
  const isNear = ({ counts, max }: QuotaRule) =>
    counts === 'same_text' ? ledger.sameText24h >= max : isNewStranger && ledger.strangersIn10Min >= max
  return rules
    .filter((rule) => rule.mode === 'warn' && isNear(rule))
    .map(({ id, emptyText }) => ({ ruleId: id, text: emptyText }))
}

function windowEnd(from: Instant | null, { windowMs }: QuotaRule): Date | null {
  return from === null || windowMs === null ? null : new Date(timeOf(from) + windowMs)
}

function isOver(closesAt: Date | null, now: Date): boolean {
  return closesAt === null || now.getTime() >= closesAt.getTime()
}

/** The ledger's day, in Asia/Shanghai. */
export function quotaDay(now: Date): string {
  return formatDay(zonedTime(now, DEFAULT_TIME_ZONE))
}

function endOfDay(now: Date): Date {
  return startOfDay(addDays(zonedTime(now, DEFAULT_TIME_ZONE), 1), DEFAULT_TIME_ZONE)
}

function ofToday(ledger: QuotaLedger, now: Date): QuotaLedger {
  if (ledger.today === quotaDay(now)) return ledger
  return { ...ledger, enterOpeningsToday: 0, sentOnGrantToday: 0, strangersToday: 0 }
}

const LINES: Record<string, { label: string; unit: string }> = {
  'douyin.reply': { label: '24h 剩余', unit: '条' },
  'douyin.enter': { label: '进入会话 30 秒内还可发送', unit: '条' },
  'douyin.enter.day': { label: '今日欢迎剩余', unit: '次' },
  'douyin.grant': { label: '今日主动私信剩余', unit: '条' },
  'redbook.before.reply': { label: '对方回复前还可发送', unit: '条' },
  'redbook.stranger.day': { label: '今日还可联系陌生客户', unit: '人' },
}

/** Quota line under the composer: 24h 剩余 4/6 条. Undefined without a quota. */
export function quotaLine({ left, max, ruleId }: Pick<QuotaState, 'left' | 'max' | 'ruleId'>): string | undefined {
  const line = ruleId === null ? undefined : LINES[ruleId]
  if (!line || left === null || max === null) return undefined
  return `${line.label} ${left}/${max} ${line.unit}`
}
