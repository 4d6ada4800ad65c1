import { expect, test } from 'vitest'
import { ASSIGNMENT_LABELS, assignmentOf, OWNERSHIP_SCOPE } from './assignment.ts'

// R31, R32
test.each([
  ['lin', 'mine', '我的', 1],
  ['wei', 'colleague', '同事', 2],
  ['', 'unknown', '未分配', 3],
  [null, 'unknown', '未分配', 3],
  [undefined, 'unknown', '未分配', 3],
])('to Lin, a customer of %j is %s, %s (%i)', (agentId, category, label, scope) => {
  const assignment = assignmentOf(agentId, 'lin')

  expect([assignment, ASSIGNMENT_LABELS[assignment], OWNERSHIP_SCOPE[assignment]]).toEqual([category, label, scope])
})
