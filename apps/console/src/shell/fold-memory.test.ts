import { expect, test } from 'vitest'
import { testMemory } from '../storage.ts'
import { recallFold, rememberFold } from './fold-memory.ts'
import { recallLastPage, rememberLastPage } from './last-page.ts'

test('the sidebar is open at first and stays as it was left', () => {
  const memory = testMemory()
  expect(recallFold(memory)).toBe(false)

  rememberFold(memory, true)
  expect(recallFold(memory)).toBe(true)

  rememberFold(memory, false)
  expect(recallFold(memory)).toBe(false)
})

test('the next visit begins at the last main page, and never outside', () => {
  const memory = testMemory()
  expect(recallLastPage(memory)).toBe('/home')

  rememberLastPage(memory, '/setting')
  expect(recallLastPage(memory)).toBe('/setting')

  rememberLastPage(memory, '//evil.example')
  expect(recallLastPage(memory)).toBe('/home')
})
