import type { Quota } from '@ruwu/contract'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { QuotaLine } from './quota-line.tsx'

const barsOf = (quota: Partial<Quota>) => {
  const whole = { left: 4, max: 6, closesAt: null, ruleId: 'douyin.reply', ...quota }
  return renderToStaticMarkup(<QuotaLine quota={whole} />).match(/<i/g)?.length ?? 0
}

test('what is left is counted in bars, also when nothing is left', () => {
  expect(barsOf({})).toBe(6)
  expect(barsOf({ left: 0, blocked: { text: '今日已达上限' } })).toBe(6)
})

test('where something else stands in the way, full bars would promise what can’t be had', () => {
  expect(barsOf({ left: 6, blocked: { text: '客户超过 24 小时未发言' } })).toBe(0)
})
