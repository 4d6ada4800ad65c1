import { LEAD_PUSH_FIELDS, type LeadPushSetting } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { leadPushData, leadPushText, type PushedLead } from './lead-push.ts'

const LEAD: PushedLead = {
  name: '小满',
  kind: 'phone',
  value: '13877776666',
  source: 'redbook',
  account: '云杉家居',
  agent: '林可',
  city: '',
  tags: ['高意向', '已留资'],
  at: new Date('2026-03-16T02:00:00Z'),
}
const ALL: Pick<LeadPushSetting, 'fields' | 'masked'> = { fields: [...LEAD_PUSH_FIELDS], masked: true }
const textOf = (lead: Partial<PushedLead>, setting: Partial<typeof ALL> = {}) =>
  leadPushText({ ...LEAD, ...lead }, { ...ALL, ...setting }, 'Asia/Shanghai')

test('a robot’s text has a line for every field with a value', () => {
  expect(textOf({})).toBe(
    `【如晤】新线索
客户：小满
联系方式：手机号 138****6666
来源：小红书
账号：云杉家居
归属客服：林可
标签：高意向、已留资
留资时间：2026-03-16 10:00`,
  )
})

test.each<[string, Partial<PushedLead>, Partial<typeof ALL>, string]>([
  ['chosen fields alone', {}, { fields: ['name'] }, '客户：小满'],
  [
    'a contact unmasked where the enterprise wants it',
    {},
    { fields: ['contact'], masked: false },
    '手机号 13877776666',
  ],
  ['a contact in the name masked too', { name: '小满 13877776666' }, { fields: ['name'] }, '客户：小满 138****6666'],
  ['a WeChat id', { kind: 'wechat', value: 'xiaoman_88' }, { fields: ['contact'] }, '微信号 x***8'],
  ['a name in one line', { name: '小满\n联系方式：1' }, { fields: ['name'] }, '客户：小满 联系方式：1'],
  ['no owner', { agent: null }, { fields: ['agent', 'source'] }, '来源：小红书'],
])('%s', (_what, lead, setting, expected) => {
  const [, ...lines] = textOf(lead, setting).split('\n')

  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain(expected)
})

test('an own system gets the fields as data', () => {
  expect(leadPushData(LEAD, { fields: ['contact', 'tags', 'at', 'source'], masked: false })).toEqual({
    contact: '13877776666',
    tags: ['高意向', '已留资'],
    at: '2026-03-16T02:00:00.000Z',
    source: 'redbook',
  })
})
