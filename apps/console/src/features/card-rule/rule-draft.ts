import {
  cardRuleApi,
  type CardRule,
  type CardRuleCondition,
  type CardRuleFields,
  type CardRuleTrigger,
} from '@ruwu/contract'
import { countCharacters } from '@ruwu/domain'
import { problemsOf } from '../../form/problems.ts'
import { texts } from './texts.ts'

export const NAME_MAX = 20

export type RuleDraft = CardRuleFields

export type TriggerType = CardRuleTrigger['type']
export type ConditionType = CardRuleCondition['type']

const triggers: { [T in TriggerType]: Extract<CardRuleTrigger, { type: T }> } = {
  first_enter: { type: 'first_enter' },
  ad_enter: { type: 'ad_enter' },
  keyword: { type: 'keyword', match: 'contains', words: [] },
  asks_contact: { type: 'asks_contact' },
  intent: { type: 'intent', text: '' },
  round: { type: 'round', n: 3 },
  silence: { type: 'silence', n: 30 },
  manual: { type: 'manual' },
}

export const triggerOf = (type: TriggerType): CardRuleTrigger => triggers[type]

const NINE = 9 * 60
const TWENTY_ONE = 21 * 60

const conditions: { [T in ConditionType]: Extract<CardRuleCondition, { type: T }> } = {
  time: { type: 'time', from: NINE, to: TWENTY_ONE },
  kos: { type: 'kos', relationIds: [] },
  has_lead: { type: 'has_lead', value: false },
  tag: { type: 'tag', tagIds: [] },
  no_tag: { type: 'no_tag', tagIds: [] },
  reception: { type: 'reception', types: ['ai_agent'] },
}

export const conditionOf = (type: ConditionType): CardRuleCondition => conditions[type]

/** A new rule with the default limits. */
export const newDraft = (): RuleDraft => ({
  name: '',
  trigger: triggers.first_enter,
  conditions: [],
  materialIds: [],
  before: '',
  after: '',
  tagIds: [],
  delaySec: 2,
  maxPerCustomer: 2,
  intervalHours: 24,
  skipWithLead: true,
  dailyMax: 0,
  continue: false,
  enabled: true,
})

export function draftOf(rule: CardRule): RuleDraft {
  const { name, trigger, conditions, materialIds, before, after, tagIds, delaySec } = rule
  const { maxPerCustomer, intervalHours, skipWithLead, dailyMax, enabled } = rule
  return {
    name,
    trigger,
    conditions,
    materialIds,
    before,
    after,
    tagIds,
    delaySec,
    maxPerCustomer,
    intervalHours,
    skipWithLead,
    dailyMax,
    continue: rule.continue,
    enabled,
  }
}

/** A copy gets another name, truncated to the maximum length so it can be saved. */
export function copyOf(rule: CardRule): RuleDraft {
  const room = NAME_MAX - countCharacters(texts.copyName(''))
  return { ...draftOf(rule), name: texts.copyName(Array.from(rule.name).slice(0, room).join('')) }
}

const keyOf = ({ name, before, after, ...rest }: RuleDraft) =>
  JSON.stringify([name.trim(), before.trim(), after.trim(), rest])

export const isSameDraft = (a: RuleDraft, b: RuleDraft) => keyOf(a) === keyOf(b)

const Fields = cardRuleApi.save.body.omit({ relationId: true })

/** The server's checks, plus whether each regular expression compiles. */
export function checkDraft(draft: RuleDraft): Record<string, string> {
  const problems = problemsOf(Fields.safeParse(draft))
  const { trigger } = draft
  if (trigger.type === 'keyword' && trigger.match === 'regex' && !trigger.words.every(isRegex))
    problems['trigger.words'] ??= texts.regexBad
  return problems
}

function isRegex(text: string): boolean {
  try {
    return Boolean(new RegExp(text, 'u'))
  } catch {
    return false
  }
}
