import { AgentId } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { memoryStorage } from '../testing/memory-storage.ts'
import { recallLastPage, rememberLastPage } from './last-page.ts'

const lin = AgentId.parse('1'.repeat(32))
const wei = AgentId.parse('2'.repeat(32))

test('the next visit begins at the last main page, and never outside', () => {
  const memory = memoryStorage()
  expect(recallLastPage(memory, lin)).toBe('/home')

  rememberLastPage(memory, lin, '/setting')
  expect(recallLastPage(memory, lin)).toBe('/setting')

  rememberLastPage(memory, lin, '//evil.example')
  expect(recallLastPage(memory, lin)).toBe('/home')
})

test('an agent’s last page is not where a colleague begins in the same browser', () => {
  const memory = memoryStorage()
  rememberLastPage(memory, lin, '/bi')

  expect(recallLastPage(memory, wei)).toBe('/home')
})
