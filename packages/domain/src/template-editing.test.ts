import { expect, test } from 'vitest'
import { canEditTemplate } from './template-editing.ts'

test.each([
  ['e1', 'e1', true],
  ['e1', 'e0, e1 ,e2', true],
  ['e1', 'e11,e12', false],
  ['e1', '', false],
  ['e1', undefined, false],
  ['', '', false],
])('enterprise %j with the list %j may edit templates: %s', (entId, list, expected) => {
  expect(canEditTemplate(entId, list)).toBe(expected)
})
