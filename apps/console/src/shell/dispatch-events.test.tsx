import { AGENT_STATUS, type Agent } from '@ruwu/contract'
import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { agentKeys } from '../features/agent/index.ts'
import { permissionKey } from '../features/permission/index.ts'
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

test.each([
  ['an event of a newer server', 'agent_took_a_walk', {}],
  ['a broken payload', 'agent_status_change', { agentId: 7 }],
])('%s is skipped', (_, type, payload) => {
  const { cache, agents } = openConsole()
  const before = agents()

  dispatchEvent(cache, type, payload)

  expect(agents()).toBe(before)
})
