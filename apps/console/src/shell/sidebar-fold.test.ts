import { expect, test } from 'vitest'
import { memoryStorage } from '../testing/memory-storage.ts'
import { isFoldedAt, recallFold, rememberFold } from './sidebar-fold.ts'
import { recallLastPage, rememberLastPage } from '../routing/last-page.ts'

test('at first the sidebar is open where there is room, and then it stays as it was left', () => {
  const memory = memoryStorage()
  const isFolded = (isWide: boolean) => isFoldedAt(recallFold(memory), isWide)
  expect([isFolded(true), isFolded(false)]).toEqual([false, true])

  rememberFold(memory, true)
  expect([isFolded(true), isFolded(false)]).toEqual([true, true])

  rememberFold(memory, false)
  expect([isFolded(true), isFolded(false)]).toEqual([false, false])
})

test('the next visit begins at the last main page, and never outside', () => {
  const memory = memoryStorage()
  expect(recallLastPage(memory)).toBe('/home')

  rememberLastPage(memory, '/setting')
  expect(recallLastPage(memory)).toBe('/setting')

  rememberLastPage(memory, '//evil.example')
  expect(recallLastPage(memory)).toBe('/home')
})
