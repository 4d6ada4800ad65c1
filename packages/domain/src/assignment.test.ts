import { expect, test } from 'vitest'
import { ASSIGNMENT_LABELS, assignmentOf, OWNERSHIP_SCOPE } from './assignment.ts'

test.each([
  ['lin', '我的', 1],
  ['wei', '同事', 2],
  ['', '未分配', 3],
  [null, '未分配', 3],
  [undefined, '未分配', 3],
])('to Lin, a customer of %j is %s (%i)', (agentId, label, scope) => {
  const assignment = assignmentOf(agentId, 'lin')

  expect([ASSIGNMENT_LABELS[assignment], OWNERSHIP_SCOPE[assignment]]).toEqual([label, scope])
})
