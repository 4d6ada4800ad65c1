import { type AutomationAction, automationRuleApi, flowApi, messageApi, type RuleFields } from '@ruwu/contract'
import { originText } from '@ruwu/domain'
import { expect, test } from 'vitest'
import { end, flowWorld, graphOf, send, start, wait } from './testing/flow-world.ts'

const fields = (actions: AutomationAction[]): RuleFields => ({
  name: '转入流程',
  accountIds: [],
  event: { type: 'message_in' },
  conditions: { op: 'all', items: [{ type: 'text', match: 'contains', words: ['预约'] }] },
  actions,
  stopOnMatch: false,
  intervalMinutes: 0,
  status: 'on',
})

test('a rule switches a customer to a flow, and its own messages are traced to it', async () => {
  const here = await flowWorld()
  const nodes = [start({ type: 'manual' }), send('a', '请问想约哪天？'), wait('w', 5), end]
  const flow = await here.flowOf(
    graphOf(nodes, ['start', 'next', 'a'], ['a', 'next', 'w'], ['w', 'timeout', 'end'], ['w', 'reply', 'end']),
    '预约',
  )
  await here.zhao.call(automationRuleApi.save, {
    body: fields([
      { type: 'send', params: { type: 'text', text: '好的' } },
      { type: 'workflow', params: { flowId: flow.id } },
    ]),
  })
  const customerId = await here.write('小满', '我要预约')
  while (await here.reception.work.rules.run()) {
    // Until nothing is due.
  }
  await here.work()

  expect(await here.customerOf(customerId)).toMatchObject({ receptionType: 'workflow' })
  expect(await here.saidTo(customerId)).toEqual(['好的', '请问想约哪天？'])
  const { items } = await here.lin.call(messageApi.list, { body: { customerId } })
  const messageId = items.find(({ content }) => content.text === '好的')!.id
  const origin = await here.lin.call(flowApi.origin, { query: { messageId } })
  expect(origin && originText(origin)).toContain('规则「转入流程」')
})

test('a flow that is not published cannot be chosen', async () => {
  const here = await flowWorld()
  const draft = await here.zhao.call(flowApi.create, { body: { name: '草稿' } })

  const refusal = await here.zhao.refused(automationRuleApi.save, {
    body: fields([{ type: 'workflow', params: { flowId: draft.id } }]),
  })

  expect(refusal).toMatchObject({ data: { fields: { 'actions.0.params.flowId': '所选工作流不存在或已删除' } } })
})
