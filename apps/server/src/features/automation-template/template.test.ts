import { automationRuleApi, automationTemplateApi, flowApi, type RuleFields, tagApi } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { auditEntries } from '../../testing/audit-entries.ts'
import { absentForRival } from '../../testing/tenant-isolation.ts'
import { world } from '../../testing/world.ts'
import { createTemplateService } from './index.ts'

const edit = { id: 'lead' as const, name: '留资三步', hint: '问需求，留电话，转人工' }

/** The list names an enterprise that exists only now, so the service is made here and not by the node. */
async function editors() {
  const here = await world()
  const { db, clock, zhao } = here
  const caller = { entId: zhao.entId, agentId: zhao.id, ip: '', permissions: new Set() } as never
  return { ...here, caller, templates: createTemplateService({ db, clock, editors: `x,${zhao.entId}` }) }
}

// R56
test('everybody reads the built-in templates; who is not in the list edits none', async () => {
  const { zhao } = await world()

  const { rules, flows, isEditable } = await zhao.call(automationTemplateApi.list, {})

  expect(isEditable).toBe(false)
  expect(rules).toHaveLength(7)
  expect(flows.map(({ name }) => name)).toContain('留资引导')
  const refusal = { code: 42200, msg: '本企业不能编辑模板' }
  expect(await zhao.refused(automationTemplateApi.update, { body: edit })).toMatchObject(refusal)
  expect(await zhao.refused(automationTemplateApi.reset, { body: { templateId: 'lead' } })).toMatchObject(refusal)
})

// R161
test('a workflow template takes an own flow for everybody, without what belongs to the enterprise', async () => {
  const { zhao, rival, caller, templates, db } = await editors()
  const tag = await zhao.call(tagApi.create, { body: { name: '到店客户', color: 'blue', kind: 'manual' } })
  const flow = await zhao.call(flowApi.create, { body: { name: '我的' } })
  const graph = {
    nodes: [...flow.graph.nodes, { id: 't', x: 0, y: 0, type: 'tag' as const, data: { add: [tag.id], remove: [] } }],
    edges: [{ from: flow.graph.nodes[0]!.id, exit: 'next', to: 't' }],
  }
  await zhao.call(flowApi.save, { body: { id: flow.id, graph, accountIds: [], version: flow.version } })

  const shown = await templates.update(caller, { ...edit, flowId: flow.id })

  expect(shown.flows.find(({ id }) => id === 'lead')).toEqual({ ...edit, isEdited: true })
  const made = await rival.call(flowApi.create, { body: { name: '新', templateId: 'lead' } })
  expect(made.graph.nodes.find(({ id }) => id === 't')).toMatchObject({ data: { add: [], remove: [] } })
  expect(await auditEntries(db, automationTemplateApi.update)).not.toEqual([])

  await templates.update(caller, { ...edit, name: '留资' })
  expect((await rival.call(flowApi.create, { body: { name: '又一', templateId: 'lead' } })).graph).toEqual(made.graph)
  await templates.reset(caller, 'lead')
  expect(await rival.call(automationTemplateApi.list, {})).toMatchObject({ isEditable: false })
  const builtIn = await rival.call(flowApi.create, { body: { name: '第三', templateId: 'lead' } })
  expect(builtIn.graph.nodes.some(({ id }) => id === 't')).toBe(false)
  expect(await auditEntries(db, automationTemplateApi.reset)).not.toEqual([])
})

test('a rule template takes an own rule; of another kind or another enterprise nothing', async () => {
  const { zhao, rival, caller, templates } = await editors()
  const fields: Partial<RuleFields> = {
    name: '问价',
    event: { type: 'customer_silent', minutes: 30 },
    conditions: { op: 'all', items: [] },
    actions: [{ type: 'notify', params: { agentIds: [zhao.id], text: '请看' } }],
    status: 'draft',
  }
  const rule = await zhao.call(automationRuleApi.save, { body: fields as RuleFields })
  const body = { ...edit, id: 'keyword' as const }

  const { rules } = await templates.update(caller, { ...body, ruleId: rule.id })

  expect(rules.find(({ id }) => id === 'keyword')).toMatchObject({
    event: { type: 'customer_silent', minutes: 30 },
    actions: [{ type: 'notify', params: { agentIds: [], text: '请看' } }],
  })
  await expect(templates.update(caller, { ...edit, ruleId: rule.id })).rejects.toThrow('规则模板的内容取自规则')
  const foreign = await rival.call(automationRuleApi.save, {
    body: { ...(fields as RuleFields), actions: [{ type: 'archive', params: {} }] },
  })
  await expect(templates.update(caller, { ...body, ruleId: foreign.id })).rejects.toThrow('规则')
  const told = await absentForRival(
    rival,
    automationTemplateApi.update,
    { body: { ...body, ruleId: rule.id } },
    '本企业不能编辑模板',
  )
  expect(told).toMatchObject({ code: 42200 })
})
