import { type ActionResult, type RuleEvent, RuleFields } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { failuresAfter, RULE_TEMPLATES, ruleEventText, worstResult } from './rule.ts'

test.each<[RuleEvent, string]>([
  [{ type: 'message_in' }, '收到消息'],
  [{ type: 'agent_silent', minutes: 5 }, '客服 5 分钟未回复'],
  [{ type: 'customer_silent', minutes: 4320 }, '客户 3 天未回复'],
])('%j reads %s', (event, expected) => {
  expect(ruleEventText(event)).toBe(expected)
})

test.each<[ActionResult[], ActionResult]>([
  [['done', 'done'], 'done'],
  [['done', 'skipped'], 'done'],
  [['skipped', 'skipped'], 'skipped'],
  [['done', 'blocked', 'skipped'], 'blocked'],
  [['blocked', 'failed', 'done'], 'failed'],
])('of %j the run is %s', (results, expected) => {
  expect(worstResult(results)).toBe(expected)
})

// R138
test.each<[number, ActionResult, number]>([
  [0, 'failed', 1],
  [9, 'failed', 10],
  [9, 'done', 0],
  [9, 'blocked', 9],
  [9, 'skipped', 9],
])('after %i failures a run that is %s makes %i', (before, result, expected) => {
  expect(failuresAfter(before, result)).toBe(expected)
})

test.each(RULE_TEMPLATES)('the template $name lacks nothing but what an enterprise chooses itself', (template) => {
  const { id: _id, hint: _hint, ...fields } = template
  const { error } = RuleFields.safeParse({ ...fields, status: 'draft' })

  const missing = error?.issues.map(({ path }) => path.at(-1)) ?? []
  expect(missing.filter((field) => field !== 'tagIds' && field !== 'agentIds')).toEqual([])
})
