import type { AgentId, CustomerItem } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { withAllRead, withOwner, withReception, withSeatPart } from './optimistic.ts'

const lin = { agentId: 'a'.repeat(32) as AgentId, name: '林小满' }
const wei = { agentId: 'b'.repeat(32) as AgentId, name: '周野' }
const by = { operatorId: lin.agentId, operatorName: lin.name }

const customer = {
  agentId: null,
  agentName: null,
  enableAi: true,
  receptionType: 'ai_agent',
  receptionEpoch: 4,
  aiOffReason: null,
  autoEnableAt: null,
  archive: false,
  lastSeq: 9,
  inboundCount: 5,
  readSeq: 3,
  readInbound: 2,
  markedUnread: false,
  sticky: false,
  isStar: false,
  unread: 3,
  version: 7,
  seatVersion: 2,
} as unknown as CustomerItem

test('接待 and 转接 name the new owner, 释放 leaves no owner', () => {
  const { agentId, name: agentName } = lin
  const mine = withReception(
    customer,
    { kind: 'receive', agentId, agentName, reason: 'claim', operatorId: agentId },
    lin,
  )
  expect(mine).toMatchObject({ agentId: lin.agentId, agentName: '林小满', receptionType: 'ai_agent' })

  const passed = withReception(
    mine,
    { kind: 'redirect', agentId: wei.agentId, agentName: wei.name, reason: '休息', ...by },
    wei,
  )
  expect(passed).toMatchObject({ agentId: wei.agentId, agentName: '周野' })

  expect(
    withReception(passed, { kind: 'release', agentName: '林小满', reason: 'release', operatorId: lin.agentId }),
  ).toMatchObject({ agentId: null, agentName: null })
})

test('the AI switched off by hand does not come back by itself', () => {
  const off = withReception(customer, { kind: 'ai_off', ...by })

  expect(off).toMatchObject({
    enableAi: false,
    receptionType: 'manual',
    aiOffReason: 'agent_toggle',
    autoEnableAt: null,
  })
  expect(withReception(off, { kind: 'ai_on', ...by })).toMatchObject({ enableAi: true, aiOffReason: null })
})

test('不再恢复 takes the time away', () => {
  const waiting = {
    ...withReception(customer, { kind: 'ai_off', ...by }),
    aiOffReason: 'human_reply',
    autoEnableAt: '2026-03-16T08:30:00.000Z',
  } as CustomerItem

  expect(withReception(waiting, { kind: 'archive', archive: true, ...by })).toMatchObject({
    archive: true,
    autoEnableAt: '2026-03-16T08:30:00.000Z',
  })
  expect(withReception(waiting, { kind: 'no_return', ...by })).toMatchObject({
    aiOffReason: 'agent_toggle',
    autoEnableAt: null,
  })
})

test('what does not apply changes nothing, and the version is the server’s alone', () => {
  expect(withReception(customer, { kind: 'ai_on', ...by })).toBe(customer)
  expect(withReception(customer, { kind: 'ai_off', ...by }).version).toBe(7)
  expect(withOwner(customer, wei).version).toBe(7)
})

test('reading and its taking back change the number of unread messages', () => {
  const read = withAllRead(customer)

  expect(read).toMatchObject({ unread: 0, readSeq: 9 })
  expect(withSeatPart(read, { markedUnread: true })).toMatchObject({ unread: 1, seatVersion: 2 })
})
