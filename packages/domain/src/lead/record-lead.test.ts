import type { LeadId, LeadStatus } from '@ruwu/contract'
import { describe, expect, test } from 'vitest'
import { afterHumanReply, canMoveLead, customerLeadStatus, type KnownLead, recordLead } from './record-lead.ts'

const id = (letter: string) => letter.repeat(32) as LeadId
const lead = (change: Partial<KnownLead> = {}): KnownLead => ({
  leadId: id('a'),
  kind: 'phone',
  normalised: '13812345678',
  state: 'valid',
  status: 'new',
  isPrimary: true,
  dupOf: null,
  ...change,
})

const phone = { kind: 'phone', normalised: '13812345678', state: 'valid' } as const
const wechat = { kind: 'wechat', normalised: 'ruwu_2026', state: 'valid' } as const

// R179
describe('a found contact', () => {
  test.each([
    ['is the first', phone, [], null, { isNew: true, result: 'new', isPrimary: true, demoted: null, dupOf: null }],
    ['was said before', phone, [lead()], null, { isNew: false, leadId: id('a'), result: 'repeated' }],
    [
      'is of another kind',
      wechat,
      [lead()],
      null,
      { isNew: true, result: 'added', isPrimary: true, demoted: null, dupOf: null },
    ],
    [
      'replaces the primary number',
      { ...phone, normalised: '13900000000' },
      [lead()],
      null,
      { isNew: true, result: 'added', isPrimary: true, demoted: id('a'), dupOf: null },
    ],
    [
      'belongs to another customer',
      phone,
      [],
      id('b'),
      { isNew: true, result: 'exists', isPrimary: true, demoted: null, dupOf: id('b') },
    ],
    [
      'is a landline after a mobile number',
      { ...phone, normalised: '057166201234' },
      [lead()],
      null,
      { isNew: true, result: 'added', isPrimary: false, demoted: null, dupOf: null },
    ],
    [
      'is a mobile number after a landline',
      phone,
      [lead({ normalised: '057166201234' })],
      null,
      { isNew: true, result: 'added', isPrimary: true, demoted: id('a'), dupOf: null },
    ],
    [
      'is a landline after an invalid mobile number',
      { ...phone, normalised: '057166201234' },
      [lead({ status: 'invalid' })],
      null,
      { isNew: true, result: 'added', isPrimary: true, demoted: id('a'), dupOf: null },
    ],
    [
      'may be a word',
      { ...wechat, state: 'ambiguous' as const },
      [],
      null,
      { isNew: true, result: 'new', isPrimary: false, demoted: null, dupOf: null },
    ],
    [
      'comes after a copied WeChat id',
      phone,
      [lead({ kind: 'wechat_copy', normalised: '' })],
      null,
      { isNew: true, result: 'new', isPrimary: true, demoted: null, dupOf: null },
    ],
  ] as const)('%s', (_name, found, own, elsewhere, record) => {
    expect(recordLead(found, own, elsewhere)).toEqual(record)
  })
})

test.each<[LeadStatus, LeadStatus, boolean]>([
  ['new', 'following', true],
  ['new', 'won', true],
  ['added', 'following', false],
  ['won', 'invalid', true],
  ['invalid', 'following', true],
  ['new', 'new', false],
])('from %s to %s: %s', (from, to, can) => {
  expect(canMoveLead(from, to)).toBe(can)
})

test('a person’s answer moves a new lead on, and no other', () => {
  expect((['new', 'following', 'added', 'won', 'invalid'] as const).map(afterHumanReply)).toEqual([
    'following',
    'following',
    'added',
    'won',
    'invalid',
  ])
})

test.each([
  ['none', [], null],
  ['only a copied id', [lead({ kind: 'wechat_copy' })], null],
  ['the furthest', [lead({ status: 'new' }), lead({ status: 'added' }), lead({ status: 'invalid' })], 'added'],
  ['all invalid', [lead({ status: 'invalid' })], null],
] as const)('a customer’s status: %s', (_name, leads, status) => {
  expect(customerLeadStatus(leads)).toBe(status)
})
