import { type Agent, AgentId, type ConsoleEvent, RoleId } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { agentStatusLabel, applyAgentEvent, isOnline } from './agent.ts'

// R14, R28
test.each([
  [1, true, '在线'],
  [2, false, '隐身'],
  [0, false, '隐身'],
  [undefined, false, '隐身'],
])('status %s is online: %s, and reads %s', (status, online, label) => {
  expect([isOnline(status), agentStatusLabel(status)]).toEqual([online, label])
})

const lin = { id: AgentId.parse('1'.repeat(32)), name: '林小满', enabled: true, limit: 50, accountScope: null } as Agent
const change = { type: 'agent_change', agentId: lin.id, name: '林小满' } as Extract<
  ConsoleEvent,
  { type: 'agent_change' }
>
const [night, day] = [RoleId.parse('2'.repeat(32)), RoleId.parse('3'.repeat(32))]
const member = { ...lin, roleId: night, roleName: '夜班' }
const moved = { type: 'role_change', roleId: night, membersRole: { id: day, name: '早班' } } as ConsoleEvent
const create = { type: 'agent_create', agentId: lin.id, agent: lin } as ConsoleEvent

const never = { ...lin, lastLoginAt: null }
const at = '2026-03-16T01:00:00.000Z'
const online: Extract<ConsoleEvent, { type: 'agent_status_change' }> = {
  type: 'agent_status_change',
  agentId: lin.id,
  status: 1,
  at,
  operatorId: lin.id,
}

test.each([
  ['a new agent comes last', [], create, [lin]],
  ['a known one is not added again', [lin], create, [lin]],
  ['a disabled one stays in the list', [lin], { ...change, enabled: false }, [{ ...lin, enabled: false }]],
  ['members of a removed role have the other one', [member], moved, [{ ...member, roleId: day, roleName: '早班' }]],
  ['a role without its members is none of theirs', [member], { ...moved, membersRole: undefined }, [member]],
  ['the first sign-in is told by the status', [never], online, [{ ...never, status: 1, busy: null, lastLoginAt: at }]],
  [
    'a status set by another agent is no sign-in',
    [never],
    { ...online, operatorId: null },
    [{ ...never, status: 1, busy: null }],
  ],
  ['what an event does not name is kept', [lin], { ...change, limit: 5 }, [{ ...lin, limit: 5 }]],
])('%s', (_what, before, event, after) => {
  expect(applyAgentEvent(before, event)).toEqual(after)
})
