import { AgentId, CustomerId, LeadId, MessageId, RelationId, type Lead } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { canBePrimary, topLeads, withLeadChange } from './lead-change.ts'

const id = (digit: string) => digit.repeat(32)

const lead = (digit: string, part: Partial<Lead> = {}): Lead => ({
  leadId: LeadId.parse(id(digit)),
  customerId: CustomerId.parse(id('c')),
  kind: 'phone',
  value: `1380000000${digit}`,
  state: 'valid',
  isPrimary: false,
  extractor: 'rule',
  messageId: MessageId.parse(id('d')),
  messageSeq: 3,
  subSourceId: RelationId.parse(id('e')),
  agentId: AgentId.parse(id('a')),
  receptionType: 'manual',
  status: 'new',
  reason: null,
  result: 'new',
  hits: 1,
  repeats: [],
  dupOf: null,
  dups: [],
  dupCount: 0,
  createdAt: '2026-03-16T02:00:00.000Z',
  ...part,
})

test('a new primary number takes the place of the old one of its kind only', () => {
  const wechat = lead('3', { kind: 'wechat', isPrimary: true })
  const leads = [lead('1', { isPrimary: true }), lead('2'), wechat]

  const after = withLeadChange(leads, { leadId: leads[1]!.leadId, isPrimary: true })

  expect(after.map((it) => it.isPrimary)).toEqual([false, true, true])
  expect(after[2]).toBe(wechat)
})

test('a status brings its reason and takes the old one away', () => {
  const [invalid] = withLeadChange([lead('1')], { leadId: lead('1').leadId, status: 'invalid', reason: '空号' })
  expect(invalid).toMatchObject({ status: 'invalid', reason: '空号' })

  expect(withLeadChange([invalid!], { leadId: invalid!.leadId, status: 'following' })).toMatchObject([
    { status: 'following', reason: null },
  ])
})

test('a doubtful contact becomes one, or is none', () => {
  const doubtful = lead('1', { kind: 'wechat', state: 'ambiguous' })
  expect(withLeadChange([doubtful], { leadId: doubtful.leadId, state: 'rejected' })[0]?.state).toBe('rejected')
})

test('where there is little room, the numbers in use come first and useless ones not at all', () => {
  const leads = [
    lead('1', { status: 'invalid' }),
    lead('2'),
    lead('3', { isPrimary: true }),
    lead('4', { kind: 'wechat_copy' }),
    lead('5', { state: 'ambiguous' }),
    lead('6'),
  ]
  expect(topLeads(leads, 2).map((it) => it.leadId[0])).toEqual(['3', '2'])
})

test('an uncertain contact and a copied card are shown after the others', () => {
  const leads = [
    lead('1', { kind: 'wechat_copy', value: '' }),
    lead('2', { kind: 'wechat', state: 'rejected' }),
    lead('3', { kind: 'wechat', state: 'ambiguous' }),
    lead('4'),
  ]
  expect(topLeads(leads, 3).map((it) => it.leadId[0])).toEqual(['4', '3', '1'])
})

test.each([
  ['a valid one', {}, true],
  ['the one that is', { isPrimary: true }, false],
  ['an invalid one', { status: 'invalid' }, false],
  ['a doubtful one', { state: 'ambiguous' }, false],
  ['a copied card without a number', { kind: 'wechat_copy' }, false],
] as const)('%s as the number to use: %o', (_, part, expected) => {
  expect(canBePrimary(lead('1', part))).toBe(expected)
})
