import type { AgentId } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { memoryStorage } from '../testing/memory-storage.ts'
import { forgetPermissions, fetchPermissions, recallPermissions, rememberPermissions } from './permission-cache.ts'

const lin = 'a'.repeat(32) as AgentId
const wei = 'b'.repeat(32) as AgentId
const mPerms = { im: ['im:viewPage'] }
const monday = new Date('2026-03-16T08:00:00Z')
const unreachable = () => Promise.reject(new Error('down'))
const hoursLater = (hours: number) => new Date(monday.getTime() + hours * 3_600_000)

test.each([
  [0, mPerms],
  [71.9, mPerms],
  [72, undefined],
])('permissions are remembered for 72 hours: after %d h %j', (hours, expected) => {
  const memory = memoryStorage()
  rememberPermissions(lin, mPerms, monday, memory)

  expect(recallPermissions(lin, hoursLater(hours), memory)).toEqual(expected)
})

test('one agent’s permissions are never another’s, and leaving forgets them', () => {
  const memory = memoryStorage()
  rememberPermissions(lin, mPerms, monday, memory)
  expect(recallPermissions(wei, monday, memory)).toBeUndefined()

  forgetPermissions(lin, memory)

  expect(recallPermissions(lin, monday, memory)).toBeUndefined()
})

test('an answer of the server is used and remembered', async () => {
  const memory = memoryStorage()

  await expect(fetchPermissions(() => Promise.resolve(mPerms), lin, monday, memory)).resolves.toEqual(mPerms)

  expect(recallPermissions(lin, monday, memory)).toEqual(mPerms)
})

test('a silent server is answered from memory, without memory it is an error', async () => {
  const memory = memoryStorage()
  await expect(fetchPermissions(unreachable, lin, monday, memory)).rejects.toThrow('down')

  rememberPermissions(lin, mPerms, monday, memory)

  await expect(fetchPermissions(unreachable, lin, hoursLater(1), memory)).resolves.toEqual(mPerms)
})

test('an invalid stored value is ignored', () => {
  const memory = memoryStorage({ [`ruwu.permissions.${lin}`]: '{"savedAt":' })

  expect(recallPermissions(lin, monday, memory)).toBeUndefined()
})
