import { MissId, StatisticsFilter, TagId } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { handoffText, statisticsFilterText } from './statistics-texts.ts'

const days = { from: '2026-03-09', to: '2026-03-15' }
const none = { accounts: [], agents: [], tags: [] }

test.each([
  ['the default', {}, none, '日期：近7天 2026-03-09 至 2026-03-15'],
  ['days of one’s own', { range: 'custom' as const, ...days }, none, '日期：2026-03-09 至 2026-03-15'],
  [
    'everything',
    {
      sources: ['redbook' as const],
      receptionTypes: ['ai_agent' as const],
      traffic: 'ad' as const,
      workingHoursOnly: true,
    },
    { accounts: ['旗舰店'], agents: ['林小满', '魏来'], tags: ['意向高'] },
    '日期：近7天 2026-03-09 至 2026-03-15，来源：小红书，渠道账号：旗舰店，客服：林小满、魏来，标签：意向高，接待类型：AI 托管，流量：广告，接待时间：仅接待时间',
  ],
  [
    'a list behind a figure',
    {
      range: 'custom' as const,
      ...days,
      metric: 'handoffRate' as const,
      weekday: 1,
      hour: 0,
      bucket: 'in30s' as const,
      reason: 'price',
      missId: MissId.parse('1'.repeat(32)),
      lastReception: 'manual' as const,
      contentId: 'note-1',
      adId: 'plan-1',
      status: 'new' as const,
    },
    none,
    '日期：2026-03-09 至 2026-03-15，指标：转人工率，星期：周一，时段：0时，人工首响：30秒内，转人工原因：客户询问价格，未命中问题：所选的一个，最后接待：人工接待，内容：note-1，广告计划：plan-1，线索状态：新线索',
  ],
])('%s reads as words', (_, part, names, expected) => {
  expect(statisticsFilterText({ ...part, ...StatisticsFilter.parse(part) }, days, names)).toBe(expected)
})

test.each([
  ['到店', '到店'],
  [undefined, '所选的一个'],
])('bindings of the tag %s are told as those of %s', (addedTag, expected) => {
  const filter = { ...StatisticsFilter.parse({}), addedTagId: TagId.parse('1'.repeat(32)) }

  expect(statisticsFilterText(filter, days, { ...none, addedTag })).toBe(
    `日期：近7天 2026-03-09 至 2026-03-15，新增标签：${expected}`,
  )
})

test('a content that is known is told by its title', () => {
  const filter = { ...StatisticsFilter.parse({}), contentId: 'note-1' }

  expect(statisticsFilterText(filter, days, { ...none, content: '春季新品' })).toContain('内容：春季新品')
})

test.each([
  ['price', '客户询问价格'],
  ['points', '积分不足'],
  ['unheard-of', '其它原因'],
])('a handoff by %s reads %s', (reason, expected) => {
  expect(handoffText(reason)).toBe(expected)
})
