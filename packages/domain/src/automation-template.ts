import type {
  AutomationAction,
  AutomationCondition,
  ConditionGroup,
  EntId,
  FieldId,
  FlowField,
  FlowGraph,
  FlowId,
  FlowNode,
  MaterialId,
  RuleFields,
  RuleTemplateContent,
} from '@ruwu/contract'
import { isCustomField } from './flow/flow-references.ts'

export const TEMPLATE_TEXTS = {
  notEditable: '本企业不能编辑模板',
  wrongContent: '规则模板的内容取自规则，工作流模板的内容取自工作流',
} as const

/** Enterprises that may edit the templates: ids separated by commas. */
export const isTemplateEditor = (list: string, entId: EntId): boolean =>
  list.split(',').some((id) => id.trim() === entId)

// What belongs to one enterprise (tags, agents, accounts, fields, cards, files, flows, addresses) is left open: a template is read by others.

function openCondition(condition: AutomationCondition): AutomationCondition {
  switch (condition.type) {
    case 'tag':
      return { ...condition, tagIds: [] }
    case 'account':
      return { ...condition, relationIds: [] }
    case 'owner':
      return { ...condition, agentIds: [] }
    case 'field':
      return { ...condition, fieldId: '' as FieldId }
    case 'ad':
    case 'city':
    case 'intent':
    case 'lead':
    case 'message_type':
    case 'new_customer':
    case 'reception':
    case 'round':
    case 'source':
    case 'text':
    case 'time':
      return condition
  }
}

const openGroup = (group: ConditionGroup): ConditionGroup => ({
  ...group,
  items: group.items.map((item) =>
    item.type === 'group' ? { ...item, items: item.items.map(openCondition) } : openCondition(item),
  ),
})

function openAction(action: AutomationAction): AutomationAction {
  switch (action.type) {
    case 'send':
      if (action.params.type === 'image') return { ...action, params: { ...action.params, url: '' } }
      if (action.params.type === 'card') return { ...action, params: { type: 'card', materialId: '' as MaterialId } }
      return action
    case 'add_tags':
    case 'remove_tags':
      return { ...action, params: { tagIds: [] } }
    case 'assign':
      return action.params.to === 'agents' ? { ...action, params: { to: 'agents', agentIds: [] } } : action
    case 'workflow':
      return { ...action, params: { flowId: '' as FlowId } }
    case 'set_field':
      return { ...action, params: { ...action.params, fieldId: '' as FieldId } }
    case 'notify':
      return { ...action, params: { ...action.params, agentIds: [] } }
    case 'webhook':
      return { ...action, params: { url: '' } }
    case 'ai_off':
    case 'ai_on':
    case 'archive':
    case 'note':
    case 'release':
    case 'wait':
      return action
  }
}

/** A rule as a template. */
export const openRule = (
  rule: Pick<RuleFields, 'event' | 'conditions' | 'actions' | 'intervalMinutes'>,
): RuleTemplateContent => ({
  event: rule.event,
  conditions: openGroup(rule.conditions),
  actions: rule.actions.map(openAction),
  intervalMinutes: rule.intervalMinutes,
})

const openField = (field: FlowField): FlowField => (isCustomField(field) ? null : field)

function openNode(node: FlowNode): FlowNode {
  switch (node.type) {
    case 'start':
      return node.data.trigger.type === 'tag' ? { ...node, data: { trigger: { type: 'tag', tagIds: [] } } } : node
    case 'send':
      return { ...node, data: { ...node.data, imageUrl: null, materialId: null } }
    case 'ask':
      return { ...node, data: { ...node.data, field: openField(node.data.field) } }
    case 'condition': {
      const branches = node.data.branches.map((each) => ({ ...each, conditions: openGroup(each.conditions) }))
      return { ...node, data: { branches } }
    }
    case 'card':
      return { ...node, data: { materialId: null } }
    case 'tag':
      return { ...node, data: { add: [], remove: [] } }
    case 'field':
      return { ...node, data: { ...node.data, field: openField(node.data.field) } }
    case 'assign':
      return { ...node, data: { ...node.data, agentIds: [] } }
    case 'webhook': {
      const mapping = node.data.mapping.map((each) => ({ ...each, field: openField(each.field) }))
      return { ...node, data: { url: '', mapping } }
    }
    case 'ai':
    case 'end':
    case 'handoff':
    case 'jump':
    case 'menu':
    case 'wait':
      return node
  }
}

/** A flow as a template. */
export const openFlow = ({ nodes, edges }: FlowGraph): FlowGraph => ({ nodes: nodes.map(openNode), edges })
