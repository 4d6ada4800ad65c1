import type { CustomerFilter } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { customerFilterText, type FilterNames } from './filter-text.ts'
import { DEFAULT_CUSTOMER_FILTER } from './fits-filter.ts'

const nothing: FilterNames = { agent: undefined, account: undefined, stage: undefined, tags: [] }

test.each<[Partial<CustomerFilter>, Partial<FilterNames>, string]>([
  [{}, {}, '归属：我的'],
  [{ scope: 3, replyState: 1, hasLead: true, archive: true }, {}, '归属：未分配，状态：已归档、待回复、已留资'],
  [{ enableAi: false, sendResult: 2, ad: true }, {}, '归属：我的，状态：非 AI 托管、来自广告、发送失败'],
  [{ tagMode: 'all', source: 'douyin' }, { tags: ['高意向', '北京'] }, '归属：我的，来源：抖音，标签：高意向 且 北京'],
  [
    { scope: 4, waited: 60, isStar: true },
    { stage: '已报价' },
    '归属：全部，状态：星标，阶段：已报价，等待时长：1 小时以上',
  ],
  [
    { lastMessage: 'recent7Days', firstContact: '2026-01-01..2026-01-31' },
    {},
    '归属：我的，最近消息：近7天，首次进线：2026-01-01 至 2026-01-31',
  ],
  [{ keyword: '小满' }, { account: '原木家居' }, '归属：我的，渠道账号：原木家居，关键词：小满'],
])('%j reads as words', (filter, names, text) => {
  const known = { ...nothing, ...names }
  expect(customerFilterText({ ...DEFAULT_CUSTOMER_FILTER, ...filter }, known)).toBe(text)
})
