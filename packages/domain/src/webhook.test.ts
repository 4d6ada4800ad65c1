import {
  AgentId,
  type Customer,
  type CustomerEvent,
  CustomerId,
  LeadId,
  MessageId,
  RelationId,
  type WebhookDelivery,
  WEBHOOK_EVENTS,
} from '@ruwu/contract'
import { expect, test } from 'vitest'
import { deliveryStateLabel, webhookFacts, webhookPauseMs, webhookRetryMs, webhookSources } from './webhook.ts'

const id = (digit: string) => digit.repeat(32)
const [customerId, lin, wei] = [CustomerId.parse(id('1')), AgentId.parse(id('2')), AgentId.parse(id('3'))]
const [messageId, leadId] = [MessageId.parse(id('4')), LeadId.parse(id('5'))]
const at = '2026-07-08T01:00:00.000Z'
const customer = {
  customerId,
  name: '王 13877776666',
  source: 'douyin',
  subSourceId: RelationId.parse(id('6')),
  version: 7,
} as Customer
const base = { customerId, customer, receptionEpoch: 1, at, operatorId: null }
const owner = { ...base, agentId: lin, fromAgentId: null, reason: '', note: '打 13877776666' }
const message = (senderKind: string, content: object) => ({ ...base, message: { id: messageId, senderKind, content } })
const change = `${customerId}:7`
const form = {
  type: 'link',
  extra: { cardType: 'lead_form', state: 'filled', cardId: 'card-1', fields: '13877776666' },
}

test.each<[string, object, [type: string, key: string, data: object][]]>([
  ['a new customer', { type: 'customer_create', ...base }, [['customer.created', customerId, {}]]],
  ['received', { type: 'rec_cus', ...owner }, [['customer.assigned', change, { agentId: lin, fromAgentId: null }]]],
  [
    'handed to a colleague',
    { type: 'redirect_cus', ...owner, agentId: wei, fromAgentId: lin },
    [['customer.assigned', change, { agentId: wei, fromAgentId: lin }]],
  ],
  [
    'released',
    { type: 'rel_cus', ...owner, agentId: null, fromAgentId: lin },
    [['customer.released', change, { fromAgentId: lin }]],
  ],
  [
    'handed over by the AI',
    { type: 'cus_auto_disable_ai', ...base, aiOffReason: 'handoff' },
    [['customer.handoff', change, {}]],
  ],
  ['left by the AI for another reason', { type: 'cus_auto_disable_ai', ...base, aiOffReason: 'points' }, []],
  ['archived', { type: 'cus_change_archive', ...base, archive: true }, [['customer.archived', change, {}]]],
  ['taken out of the archive', { type: 'cus_change_archive', ...base, archive: false }, []],
  [
    'a message of the customer',
    { type: 'cus_message', ...message('customer', { type: 'text', text: '13877776666' }) },
    [['message.received', messageId, { messageId, contentType: 'text' }]],
  ],
  ['a message of ours', { type: 'cus_message', ...message('ai', { type: 'text' }) }, []],
  [
    'a submitted form',
    { type: 'cus_message', ...message('customer', form) },
    [
      ['message.received', messageId, { messageId, contentType: 'link' }],
      ['card.submitted', messageId, { messageId, cardId: 'card-1' }],
    ],
  ],
  [
    'accepted by the platform',
    { type: 'message_change', ...base, messageId, status: 1, platformTime: at },
    [['message.sent', messageId, { messageId, platformTime: at }]],
  ],
  ['read by the customer', { type: 'message_change', ...base, messageId, status: 1, read: true }, []],
  [
    'failed for good',
    { type: 'send_msg_failed', ...base, messageId, kind: 'customer_unreachable', msg: '13877776666' },
    [['message.failed', `${messageId}:7`, { messageId, kind: 'customer_unreachable' }]],
  ],
  [
    'a lead that becomes a contact',
    { type: 'lead_change', ...base, leadId, status: 'new', isCaptured: true },
    [['lead.captured', leadId, { leadId }]],
  ],
  ['a lead in doubt, or said again', { type: 'lead_change', ...base, leadId, status: 'new' }, []],
  ['another change', { type: 'cus_tags_bind', ...base, tagIds: [] }, []],
])('%s', (_what, event, expected) => {
  const facts = webhookFacts(event as CustomerEvent, WEBHOOK_EVENTS)

  const common = { customerId, source: 'douyin', relationId: id('6') }
  expect(facts).toEqual(expected.map(([type, key, data]) => ({ type, key, customerId, data: { ...common, ...data } })))
  expect(JSON.stringify(facts)).not.toContain('13877776666')
  for (const { type } of facts) expect(webhookSources([type])).toContain((event as CustomerEvent).type)
})

test('low points are told of the enterprise, without a customer', () => {
  const warning = { type: 'ent_points_warning', days: 7, totalPoints: 1_200, at, operatorId: null } as const

  expect(webhookFacts(warning, WEBHOOK_EVENTS)).toEqual([
    { type: 'points.warning', key: `${at}:7`, customerId: null, data: { days: 7, totalPoints: 1_200 } },
  ])
  expect(webhookFacts(warning, ['lead.captured'])).toEqual([])
})

test('only the events asked for are made, of the logged events they need', () => {
  expect(webhookFacts({ type: 'customer_create', ...base }, ['lead.captured'])).toEqual([])
  expect(webhookSources(['message.received', 'card.submitted', 'customer.assigned'])).toEqual([
    'cus_message',
    'rec_cus',
    'redirect_cus',
  ])
})

test.each([
  [1, 60_000],
  [2, 300_000],
  [3, 1_800_000],
  [4, 7_200_000],
  [5, 21_600_000],
  [6, undefined],
])('after %s failed attempts the pause is %s', (attempts, expected) => {
  expect(webhookRetryMs(attempts)).toBe(expected)
})

test.each([
  [1, 1_000],
  [2, 2_000],
  [9, 256_000],
  [10, 300_000],
  [5_000, 300_000],
])('after %s failures in a row the subscription pauses for %s', (failures, expected) => {
  expect(webhookPauseMs(failures)).toBe(expected)
})

test.each<[WebhookDelivery['state'], number, string]>([
  ['waiting', 0, '待投递'],
  ['waiting', 2, '等待重试'],
  ['done', 1, '成功'],
  ['failed', 6, '失败'],
])('%s after %s attempts reads %s', (state, attempts, expected) => {
  expect(deliveryStateLabel({ state, attempts })).toBe(expected)
})
