import { LeadFilter } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { isLastFour, leadFilterText } from './lead-filter.ts'

const from = '2026-02-28T16:00:00.000Z'
const to = '2026-03-16T16:00:00.000Z'

test.each([
  [{}, [], [], '全部'],
  [{ status: 'new', kind: 'wechat' }, [], [], '状态：新线索，类型：微信号'],
  [
    { from, to, hasDuplicates: true, keyword: '5678' },
    [],
    [],
    '首次捕获：2026-03-01 至 2026-03-16，重复：有重复，关键词：5678',
  ],
  [
    { source: 'douyin', archive: false, enableAi: true, isStar: true, ad: true, tagMode: 'all' },
    [],
    [],
    '来源：抖音，客户：未归档、AI 托管、来自广告、星标',
  ],
  [
    { leadIds: ['a'.repeat(32)] },
    ['云上木作'],
    ['林小满', '未分配'],
    '所选：1 条，渠道账号：云上木作，归属：林小满、未分配',
  ],
])('the filter %j reads as words', (filter, accounts, owners, text) => {
  expect(leadFilterText(LeadFilter.parse(filter), { accounts, owners }, 'Asia/Shanghai')).toBe(text)
})

test.each([
  ['5678', true],
  ['567', false],
  ['56789', false],
  ['a678', false],
])('%s is the end of a number: %s', (keyword, expected) => {
  expect(isLastFour(keyword)).toBe(expected)
})
