import { expect, test } from 'vitest'
import { memoryStorage } from '../../testing/memory-storage.ts'
import { needsLanding, rememberLanding } from './landing-redirect.ts'

test('one is led to the landing page once a visit, and again after the next sign-in', () => {
  const memory = memoryStorage()
  expect(needsLanding(memory, 'first-sign-in')).toBe(true)

  rememberLanding(memory, 'first-sign-in')

  expect(needsLanding(memory, 'first-sign-in')).toBe(false)
  expect(needsLanding(memory, 'second-sign-in')).toBe(true)
})

test('what is remembered does not open the session', () => {
  const kept: string[] = []
  const memory = { ...memoryStorage(), set: (_: string, value: string) => void kept.push(value) }

  rememberLanding(memory, 'x9VRgxwvTSsDG-siOh7SfpExDO0eqQXrjtOF3NDMz58')

  expect(kept).toEqual(['x9VRgxwv'])
})
