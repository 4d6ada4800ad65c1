import { expect, test } from 'vitest'
import { memoryStorage } from '../testing/memory-storage.ts'
import { isFoldedAt, recallFold, rememberFold } from './sidebar-fold.ts'

test('at first the sidebar is open where there is room, and then it stays as it was left', () => {
  const memory = memoryStorage()
  const isFolded = (isWide: boolean) => isFoldedAt(recallFold(memory), isWide)
  expect([isFolded(true), isFolded(false)]).toEqual([false, true])

  rememberFold(memory, true)
  expect([isFolded(true), isFolded(false)]).toEqual([true, true])

  rememberFold(memory, false)
  expect([isFolded(true), isFolded(false)]).toEqual([false, false])
})
