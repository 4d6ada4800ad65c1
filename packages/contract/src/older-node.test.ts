import { expect, test } from 'vitest'
import { AutomationRule } from './automation-rule.ts'
import { SimpleAccount } from './channel-account.ts'
import { FlowItem } from './flow.ts'
import { PlanSimulation } from './reception-plan.ts'

test.each([
  ['已拦截 of a rule', AutomationRule.shape.runs7d.shape.blocked, 0],
  ['已拦截 of a flow', FlowItem.shape.blocked, 0],
  ['the sent parts of an account’s 欢迎语', SimpleAccount.shape.welcomeParts, null],
  ['the sent parts of a simulated 欢迎语', PlanSimulation.shape.welcome.unwrap().shape.sent, 0],
])('a page reads the answer of an older node without %s', (_what, field, value) => {
  expect(field.parse(undefined)).toBe(value)
})
