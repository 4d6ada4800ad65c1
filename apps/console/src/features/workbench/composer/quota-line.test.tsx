import type { Quota } from '@ruwu/contract'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { QuotaLine } from './quota-line.tsx'

/** Bars that are filled, and all. */
const barsOf = (quota: Partial<Quota>) => {
  const whole = { left: 4, max: 6, closesAt: null, ruleId: 'douyin.reply', ...quota }
  const drawn = renderToStaticMarkup(<QuotaLine quota={whole} />)
  return [/<i class="[^"]+"/g, /<i/g].map((bar) => drawn.match(bar)?.length ?? 0)
}

test('what is left is counted in filled bars; used up, all are empty', () => {
  expect(barsOf({})).toEqual([4, 6])
  expect(barsOf({ left: 0, blocked: { text: '今日已达上限' } })).toEqual([0, 6])
})

test('where something else stands in the way, full bars would promise what can’t be had', () => {
  expect(barsOf({ left: 6, blocked: { text: '客户超过 24 小时未发言' } })).toEqual([0, 0])
})
