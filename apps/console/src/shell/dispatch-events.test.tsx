import { AGENT_STATUS, type Agent } from '@ruwu/contract'
import { QueryClient } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { agentKeys } from '../features/agent/index.ts'
import { permissionKey, roleKeys } from '../features/permission/index.ts'
import { dispatchEvent } from './dispatch-events.ts'

const lin = 'a'.repeat(32)
const at = '2026-03-16T08:00:00.000Z'

function openConsole() {
  const cache = new QueryClient()
  cache.setQueryData(agentKeys.list({}), [{ id: lin, status: AGENT_STATUS.online, name: '林小满' }])
  cache.setQueryData(permissionKey, { im: ['im:viewPage'] })
  const agents = () => cache.getQueryData<Agent[]>(agentKeys.list({}))
  return { cache, agents }
}

function reports() {
  const reported = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => reported.mockRestore())
  return reported
}

test('a colleague’s new status reaches the open list', () => {
  const { cache, agents } = openConsole()

  dispatchEvent(cache, 'agent_status_change', { agentId: lin, status: AGENT_STATUS.invisible, at, operatorId: lin })

  expect(agents()).toMatchObject([{ id: lin, status: AGENT_STATUS.invisible }])
})

test('changed permissions are asked again', () => {
  const { cache } = openConsole()

  dispatchEvent(cache, 'perms_change', { at, operatorId: null })

  expect(cache.getQueryState(permissionKey)?.isInvalidated).toBe(true)
})

test('an event of a newer server is skipped', () => {
  const { cache, agents } = openConsole()
  const before = agents()

  expect(dispatchEvent(cache, 'agent_took_a_walk', {})).toBe(true)
  expect(agents()).toBe(before)
})

test('an event of a known type that cannot be read is reported', () => {
  const reported = reports()
  const { cache, agents } = openConsole()
  const before = agents()

  expect(dispatchEvent(cache, 'agent_status_change', { agentId: 7 })).toBe(false)
  expect(agents()).toBe(before)
  expect(String(reported.mock.calls)).toContain('agent_status_change')
})

test('a feature that fails with an event is reported, and the features after it receive the event', () => {
  const reported = reports()
  const { cache } = openConsole()
  cache.setQueryData(roleKeys.all, [])
  cache.setQueryData(agentKeys.list({}), 'not a list')

  const isApplied = dispatchEvent(cache, 'role_change', {
    roleId: lin,
    membersRole: { id: lin, name: '客服' },
    at,
    operatorId: lin,
  })

  expect(isApplied).toBe(false)
  expect(reported).toHaveBeenCalledOnce()
  expect(cache.getQueryState(roleKeys.all)?.isInvalidated).toBe(true)
})
