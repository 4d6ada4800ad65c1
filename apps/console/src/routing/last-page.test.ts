import { expect, test } from 'vitest'
import { memoryStorage } from '../testing/memory-storage.ts'
import { recallLastPage, rememberLastPage } from './last-page.ts'

test('the next visit begins at the last main page, and never outside', () => {
  const memory = memoryStorage()
  expect(recallLastPage(memory)).toBe('/home')

  rememberLastPage(memory, '/setting')
  expect(recallLastPage(memory)).toBe('/setting')

  rememberLastPage(memory, '//evil.example')
  expect(recallLastPage(memory)).toBe('/home')
})
