import { AgentId } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { testMemory } from '../../storage.ts'
import { needsLanding, rememberLanding } from './landing-memory.ts'

test('one is led to the landing page once a visit; the next person at the same screen is too', () => {
  const [zhao, zhou] = [AgentId.parse('a'.repeat(32)), AgentId.parse('b'.repeat(32))]
  const memory = testMemory()
  expect(needsLanding(memory, zhao)).toBe(true)

  rememberLanding(memory, zhao)

  expect(needsLanding(memory, zhao)).toBe(false)
  expect(needsLanding(memory, zhou)).toBe(true)
})
