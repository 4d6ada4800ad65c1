import {
  type ActionType,
  type AutomationAction,
  type AutomationCondition,
  type AutomationRule,
  automationRuleApi,
  type AutomationTemplates,
  type ConditionType,
  type FieldId,
  type FlowId,
  type MaterialId,
  RULE_LIMITS,
  type RuleFields,
} from '@ruwu/contract'
import { badPatterns, countCharacters, RULE_TEXTS } from '@ruwu/domain'
import { problemsOf } from '../../form/problems.ts'
import { texts } from './texts.ts'

export type RuleDraft = RuleFields

const conditions: { [T in ConditionType]: Extract<AutomationCondition, { type: T }> } = {
  text: { type: 'text', match: 'contains', words: [] },
  intent: { type: 'intent', text: '' },
  source: { type: 'source', values: [] },
  account: { type: 'account', relationIds: [] },
  message_type: { type: 'message_type', values: ['text'] },
  tag: { type: 'tag', match: 'any', tagIds: [] },
  reception: { type: 'reception', values: ['manual'] },
  owner: { type: 'owner', match: 'none', agentIds: [] },
  new_customer: { type: 'new_customer', value: true },
  ad: { type: 'ad', value: true },
  lead: { type: 'lead', value: true },
  time: { type: 'time', days: [], from: 9 * 60, to: 18 * 60 },
  city: { type: 'city', words: [] },
  field: { type: 'field', fieldId: '' as FieldId, match: 'equals', value: '' },
  round: { type: 'round', match: 'atLeast', n: 3 },
}

export const FLOW_CONDITION_TYPES = Object.keys(conditions) as ConditionType[]
/** AI 意图 belongs to flows. */
export const RULE_CONDITION_TYPES = FLOW_CONDITION_TYPES.filter((type) => type !== 'intent')
export const newCondition = (type: ConditionType): AutomationCondition => conditions[type]

const actions: { [T in ActionType]: Extract<AutomationAction, { type: T }> } = {
  send: { type: 'send', params: { type: 'text', text: '' } },
  add_tags: { type: 'add_tags', params: { tagIds: [] } },
  remove_tags: { type: 'remove_tags', params: { tagIds: [] } },
  assign: { type: 'assign', params: { to: 'agents', agentIds: [] } },
  release: { type: 'release', params: {} },
  ai_on: { type: 'ai_on', params: {} },
  ai_off: { type: 'ai_off', params: {} },
  workflow: { type: 'workflow', params: { flowId: '' as FlowId } },
  archive: { type: 'archive', params: {} },
  set_field: { type: 'set_field', params: { fieldId: '' as FieldId, value: '' } },
  note: { type: 'note', params: { text: '' } },
  notify: { type: 'notify', params: { agentIds: [], text: '' } },
  webhook: { type: 'webhook', params: { url: '' } },
  wait: { type: 'wait', params: { minutes: 30 } },
}

export const ACTION_TYPES = Object.keys(actions) as ActionType[]
export const newAction = (type: ActionType): AutomationAction => actions[type]

/** Content of a message action of another kind. */
export const newMessage = (type: 'text' | 'image' | 'card'): Extract<AutomationAction, { type: 'send' }>['params'] =>
  type === 'text' ? { type, text: '' } : type === 'image' ? { type, url: '' } : { type, materialId: '' as MaterialId }

export const blankDraft = (): RuleDraft => ({
  name: '',
  accountIds: [],
  event: { type: 'message_in' },
  conditions: { op: 'all', items: [] },
  actions: [],
  stopOnMatch: false,
  intervalMinutes: 0,
  status: 'draft',
})

/** A rule that stopped by itself is edited as one that is switched off. */
export function draftOf(rule: AutomationRule): RuleDraft {
  const { name, accountIds, event, conditions: group, actions: steps, stopOnMatch, intervalMinutes, status } = rule
  return {
    name,
    accountIds,
    event,
    conditions: group,
    actions: steps,
    stopOnMatch,
    intervalMinutes,
    status: status === 'stopped' ? 'off' : status,
  }
}

/** A copy is a draft of another name, cut so that it can be saved. */
export function copyOf(rule: AutomationRule): RuleDraft {
  const room = RULE_LIMITS.name - countCharacters(texts.copyName(''))
  const name = texts.copyName(Array.from(rule.name).slice(0, room).join(''))
  return { ...draftOf(rule), name, status: 'draft' }
}

/** A new rule from a template; blank without one. */
export function templateDraft(template: AutomationTemplates['rules'][number] | undefined): RuleDraft {
  if (!template) return blankDraft()
  const { name, event, conditions: group, actions: steps, intervalMinutes } = template
  return { ...blankDraft(), name, event, conditions: group, actions: steps, intervalMinutes }
}

/** The status is no part of the form: the button that saves decides it. */
const keyOf = (draft: RuleDraft) => JSON.stringify({ ...draft, name: draft.name.trim(), status: '' })

export const isSameDraft = (a: RuleDraft, b: RuleDraft) => keyOf(a) === keyOf(b)

/** The server's checks, without those that need its data. */
export function checkDraft(draft: RuleDraft): Record<string, string> {
  const problems = problemsOf(automationRuleApi.save.body.safeParse(draft))
  for (const path of badPatterns(draft.conditions)) {
    const place = path.split('.').flatMap((index) => ['items', index])
    problems[['conditions', ...place, 'words'].join('.')] ??= RULE_TEXTS.badPattern
  }
  return problems
}

/** Of those checks the ones that 试跑 needs. */
export const conditionProblems = (draft: RuleDraft): Record<string, string> =>
  Object.fromEntries(Object.entries(checkDraft(draft)).filter(([path]) => /^(?:accountIds|conditions)/.test(path)))
