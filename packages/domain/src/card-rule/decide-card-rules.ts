import type { CardRuleCondition, CardRuleVerdict, MaterialId } from '@ruwu/contract'
import { zonedTime } from '../time-zone.ts'
import type { CardRuleSituation, DecidableRule } from './card-rule-situation.ts'
import { BAD_PATTERN, hasGoodPatterns, isTriggered } from './card-rule-trigger.ts'

const HOUR_MS = 3_600_000

/** Why a rule does not fire. */
const CARD_RULE_REASONS = {
  off: '停用',
  badPattern: BAD_PATTERN,
  trigger: '触发不符',
  hasLead: '已留资不再发',
  customerMax: '已达每客户上限',
  interval: '间隔未到',
  dailyMax: '今日已达上限',
  noCard: '卡片不可用',
  earlierRule: '前面的规则已命中',
} as const

const CONDITION_NAMES: Record<CardRuleCondition['type'], string> = {
  time: '时间段',
  kos: '子账号',
  has_lead: '是否已留资',
  tag: '标签含',
  no_tag: '标签不含',
  reception: '接待模式',
}

/** Whether a rule fires, and with which card. */
export type CardRuleDecision = CardRuleVerdict & { materialId: MaterialId | null }

/** Evaluates rules in order: the first match fires; later ones only while every fired rule has `continue`. */
export function decideCardRules(rules: readonly DecidableRule[], situation: CardRuleSituation): CardRuleDecision[] {
  let isOver = false
  return rules.map((rule) => {
    const card = nextCard(rule.materialIds, rule.sent, situation.isUsable)
    const reason = reasonAgainst(rule, situation) ?? missing(card) ?? (isOver ? CARD_RULE_REASONS.earlierRule : '')
    const fires = reason === ''
    if (fires && !rule.continue) isOver = true
    return { ruleId: rule.id, fires, reason, materialId: fires ? (card ?? null) : null }
  })
}

const missing = (card: MaterialId | undefined) => (card === undefined ? CARD_RULE_REASONS.noCard : undefined)

function reasonAgainst(rule: DecidableRule, situation: CardRuleSituation): string | undefined {
  if (!rule.enabled) return CARD_RULE_REASONS.off
  if (!hasGoodPatterns(rule.trigger)) return CARD_RULE_REASONS.badPattern
  if (!isTriggered(rule.trigger, situation)) return CARD_RULE_REASONS.trigger
  const failed = rule.conditions.filter((condition) => !holds(condition, situation))
  if (failed.length > 0) {
    return `条件不符（${[...new Set(failed.map(({ type }) => CONDITION_NAMES[type]))].join('、')}）`
  }
  if (rule.skipWithLead && situation.hasLead) return CARD_RULE_REASONS.hasLead
  const { toCustomer, lastAt, today } = situation.useOf(rule.id)
  if (toCustomer >= rule.maxPerCustomer) return CARD_RULE_REASONS.customerMax
  const sinceMs = lastAt === null ? Infinity : situation.now.getTime() - lastAt.getTime()
  if (sinceMs < rule.intervalHours * HOUR_MS) return CARD_RULE_REASONS.interval
  if (rule.dailyMax > 0 && today >= rule.dailyMax) return CARD_RULE_REASONS.dailyMax
  return undefined
}

function holds(condition: CardRuleCondition, situation: CardRuleSituation): boolean {
  switch (condition.type) {
    case 'time':
      return isInside(condition, minuteOf(situation))
    case 'kos':
      return condition.relationIds.includes(situation.relationId)
    case 'has_lead':
      return situation.hasLead === condition.value
    case 'tag':
      return condition.tagIds.some((id) => situation.tagIds.includes(id))
    case 'no_tag':
      return !condition.tagIds.some((id) => situation.tagIds.includes(id))
    case 'reception':
      return condition.types.includes(situation.receptionType)
  }
}

function minuteOf({ now, timeZone }: CardRuleSituation): number {
  const { hour, minute } = zonedTime(now, timeZone)
  return hour * 60 + minute
}

/** `to` exclusive; crosses midnight when `to` <= `from`, so equal ends mean the whole day. */
function isInside({ from, to }: { from: number; to: number }, minute: number): boolean {
  return from < to ? minute >= from && minute < to : minute >= from || minute < to
}

/** Rotates cards: index `sent` modulo the count, or the next sendable one after it. */
function nextCard(
  cards: readonly MaterialId[],
  sent: number,
  isUsable: (card: MaterialId) => boolean,
): MaterialId | undefined {
  const turn = cards.length === 0 ? 0 : sent % cards.length
  return [...cards.slice(turn), ...cards.slice(0, turn)].find(isUsable)
}
