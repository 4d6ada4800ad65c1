import {
  AgentId,
  type AutomationAction,
  type AutomationCondition,
  DraftAction,
  type EntId,
  FieldId,
  FlowGraph,
  FlowId,
  type FlowNode,
  MaterialId,
  RelationId,
  RuleTemplateContent,
  TagId,
} from '@ruwu/contract'
import { expect, test } from 'vitest'
import { isTemplateEditor, openFlow, openRule } from './automation-template.ts'

const OWN = 'a'.repeat(32)
const tagIds = [TagId.parse(OWN)]
const agentIds = [AgentId.parse(OWN)]
const fieldId = FieldId.parse(OWN)
const materialId = MaterialId.parse(OWN)
const relationIds = [RelationId.parse(OWN)]
const url = `https://hook.example/${OWN}`

const conditions: AutomationCondition[] = [
  { type: 'tag', match: 'any', tagIds },
  { type: 'account', relationIds },
  { type: 'owner', match: 'listed', agentIds },
  { type: 'field', fieldId, match: 'filled', value: '' },
  { type: 'lead', value: true },
]
const group = {
  op: 'all' as const,
  items: [...conditions, { type: 'group' as const, op: 'any' as const, items: conditions }],
}

const actions: AutomationAction[] = [
  { type: 'send', params: { type: 'text', text: '您好' } },
  { type: 'send', params: { type: 'image', url } },
  { type: 'send', params: { type: 'card', materialId } },
  { type: 'add_tags', params: { tagIds } },
  { type: 'assign', params: { to: 'agents', agentIds } },
  { type: 'workflow', params: { flowId: FlowId.parse(OWN) } },
  { type: 'set_field', params: { fieldId, value: '上海' } },
  { type: 'notify', params: { agentIds, text: '请看' } },
  { type: 'webhook', params: { url } },
]

const place = { x: 0, y: 0 }
const ask = { text: '电话？', kind: 'phone' as const, options: [], retryText: '', retries: 0, timeoutMinutes: 5 }
const nodes: FlowNode[] = [
  { ...place, id: 'start', type: 'start', data: { trigger: { type: 'tag', tagIds } } },
  { ...place, id: 'send', type: 'send', data: { variants: ['您好'], imageUrl: url, materialId } },
  { ...place, id: 'ask', type: 'ask', data: { ...ask, field: fieldId } },
  { ...place, id: 'if', type: 'condition', data: { branches: [{ id: 'b1', name: '一', conditions: group }] } },
  { ...place, id: 'card', type: 'card', data: { materialId } },
  { ...place, id: 'tag', type: 'tag', data: { add: tagIds, remove: tagIds } },
  { ...place, id: 'field', type: 'field', data: { field: fieldId, value: '一' } },
  { ...place, id: 'city', type: 'field', data: { field: 'city', value: '上海' } },
  { ...place, id: 'assign', type: 'assign', data: { to: 'listed', agentIds } },
  { ...place, id: 'call', type: 'webhook', data: { url, mapping: [{ path: 'a', name: 'a', field: fieldId }] } },
]

// R161
test('a rule as a template names nothing of the enterprise and keeps its texts', () => {
  const content = openRule({ event: { type: 'lead' }, conditions: group, actions, intervalMinutes: 5 })

  expect(JSON.stringify(content)).not.toContain(OWN)
  expect(RuleTemplateContent.parse(content)).toEqual(content)
  expect(content.actions[0]).toEqual(actions[0])
  expect(content.actions.map((each) => DraftAction.parse(each).type)).toEqual(actions.map(({ type }) => type))
})

test('a workflow as a template names nothing of the enterprise and keeps its ways', () => {
  const edges = [{ from: 'start', exit: 'next', to: 'send' }]
  const graph = openFlow({ nodes, edges })

  expect(JSON.stringify(graph)).not.toContain(OWN)
  expect(FlowGraph.parse(graph)).toEqual(graph)
  expect(graph.edges).toEqual(edges)
  expect(graph.nodes.find(({ id }) => id === 'city')).toEqual(nodes.find(({ id }) => id === 'city'))
})

test.each([
  ['', false],
  [OWN, true],
  [`x, ${OWN} ,y`, true],
  [`${OWN}0`, false],
])('the list %j allows: %s', (list, expected) => {
  expect(isTemplateEditor(list, OWN as EntId)).toBe(expected)
})
