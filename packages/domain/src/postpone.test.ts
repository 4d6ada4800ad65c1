import { expect, test } from 'vitest'
import { aCustomer, LIN, minute, WEI } from './customer-list/testing/a-customer.ts'
import { isPostponed, isReturned, postponeRefusal, postponeTimeRefusal } from './postpone.ts'

test.each([
  ['one’s own', { agentId: LIN }, undefined],
  ['a colleague’s', { agentId: WEI }, '只能稍后处理自己接待的客户'],
  ['nobody’s', { agentId: null }, '只能稍后处理自己接待的客户'],
  ['archived', { agentId: LIN, archive: true }, '已归档的客户不能稍后处理'],
])('%s customer is postponed by its owner alone', (_which, known, refusal) => {
  expect(postponeRefusal(aCustomer(1, known), LIN)).toBe(refusal)
})

test.each([
  ['now', minute(0), '时间必须晚于现在'],
  ['a minute later', minute(1), undefined],
  ['365 days later', minute(365 * 1440), undefined],
  ['longer', minute(365 * 1440 + 1), '最多稍后处理 365 天'],
])('%s', (_when, until, refusal) => {
  expect(postponeTimeRefusal(new Date(until), new Date(minute(0)))).toBe(refusal)
})

test.each([
  ['postponed', { postponedUntil: minute(9) }, { away: true, back: false }],
  ['back', { returnedAt: minute(9) }, { away: false, back: true }],
  ['back and postponed again', { postponedUntil: minute(9), returnedAt: minute(1) }, { away: true, back: false }],
  ['a colleague’s', { agentId: WEI, postponedUntil: minute(9) }, { away: false, back: false }],
])('%s', (_state, known, { away, back }) => {
  const customer = aCustomer(1, { agentId: LIN, ...known })
  expect([isPostponed(customer, LIN), isReturned(customer, LIN)]).toEqual([away, back])
})
