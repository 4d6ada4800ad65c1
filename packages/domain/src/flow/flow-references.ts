import type { AutomationCondition, FieldId, FlowField, FlowNode } from '@ruwu/contract'
import { leavesOf } from '../automation/condition.ts'

/** What exists outside the graph; a draft's own check may leave it out. */
export type FlowReferences = {
  hasCard(id: string): boolean
  hasTag(id: string): boolean
  hasField(id: string): boolean
  hasAgent(id: string): boolean
  hasAccount(id: string): boolean
}

export const UNKNOWN_REFERENCES = {
  card: '所选卡片不存在或已删除',
  tag: '所选标签不存在或已删除',
  field: '所选字段不存在或已停用',
  agent: '所选客服不存在或已停用',
  account: '所选账号不存在或已删除',
} as const

/** References to things that do not exist. */
export function unknownReferences(
  node: FlowNode,
  { hasCard, hasTag, hasField, hasAgent, hasAccount }: FlowReferences,
): string[] {
  const { cards, tags, fields, agents, accounts } = referencesOf(node)
  return [
    ...(cards.every(hasCard) ? [] : [UNKNOWN_REFERENCES.card]),
    ...(tags.every(hasTag) ? [] : [UNKNOWN_REFERENCES.tag]),
    ...(fields.every(hasField) ? [] : [UNKNOWN_REFERENCES.field]),
    ...(agents.every(hasAgent) ? [] : [UNKNOWN_REFERENCES.agent]),
    ...(accounts.every(hasAccount) ? [] : [UNKNOWN_REFERENCES.account]),
  ]
}

/** A custom field of the enterprise; 备注名 and 城市 are everybody's. */
export const isCustomField = (field: FlowField): field is FieldId =>
  field !== null && field !== 'remark' && field !== 'city'

export type NamedIds = Record<'cards' | 'tags' | 'fields' | 'agents' | 'accounts', string[]>

/** Ids of what a node refers to outside the graph. */
export function referencesOf(node: FlowNode): NamedIds {
  const none: NamedIds = { cards: [], tags: [], fields: [], agents: [], accounts: [] }
  switch (node.type) {
    case 'start':
      return node.data.trigger.type === 'tag' ? { ...none, tags: node.data.trigger.tagIds } : none
    case 'send':
    case 'card':
      return node.data.materialId === null ? none : { ...none, cards: [node.data.materialId] }
    case 'ask':
    case 'field':
      return isCustomField(node.data.field) ? { ...none, fields: [node.data.field] } : none
    case 'condition': {
      const leaves = node.data.branches.flatMap(({ conditions }) => leavesOf(conditions))
      const named = (pick: (condition: AutomationCondition) => string[]) =>
        leaves.flatMap(({ condition }) => pick(condition))
      return {
        ...none,
        tags: named((each) => (each.type === 'tag' ? each.tagIds : [])),
        // One that is not chosen yet is told as such.
        fields: named((each) => (each.type === 'field' && each.fieldId.length > 0 ? [each.fieldId] : [])),
        agents: named((each) => (each.type === 'owner' ? each.agentIds : [])),
        accounts: named((each) => (each.type === 'account' ? each.relationIds : [])),
      }
    }
    case 'tag':
      return { ...none, tags: [...node.data.add, ...node.data.remove] }
    case 'assign':
      return { ...none, agents: node.data.agentIds }
    case 'webhook':
      return { ...none, fields: node.data.mapping.flatMap(({ field }) => (isCustomField(field) ? [field] : [])) }
    case 'menu':
    case 'ai':
    case 'wait':
    case 'jump':
    case 'handoff':
    case 'end':
      return none
  }
}
