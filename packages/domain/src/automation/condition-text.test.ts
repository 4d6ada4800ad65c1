import { ConditionGroup } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { conditionsText } from './condition-text.ts'

const words = { type: 'text', match: 'contains', words: ['价格', '报价'] }
const night = { type: 'time', days: [6, 7], from: 1320, to: 480 }

test.each<[unknown, string]>([
  [{ op: 'all', items: [] }, '不限'],
  [{ op: 'all', items: [words, { type: 'lead', value: false }] }, '消息内容 包含「价格、报价」 且 已留资 否'],
  [
    { op: 'any', items: [night, { type: 'group', op: 'all', items: [words, { type: 'ad', value: true }] }] },
    '时间段 周六、周日 22:00–08:00 或 （消息内容 包含「价格、报价」 且 广告进线 是）',
  ],
])('%j', (group, expected) => {
  expect(conditionsText(ConditionGroup.parse(group))).toBe(expected)
})
