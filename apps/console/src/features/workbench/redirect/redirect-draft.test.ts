import type { AgentId, TransferTarget } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { problemsOfRedirect, warningOf } from './redirect-dialog.tsx'
import { texts } from '../texts.ts'

const wei = 'a'.repeat(32) as AgentId
const target = (parts: Partial<TransferTarget>) =>
  ({
    agentId: wei,
    name: '周野',
    avatar: '',
    isOnline: true,
    busy: null,
    current: 3,
    limit: 50,
    ...parts,
  }) satisfies TransferTarget

test('whom and why have to be said, a note may be', () => {
  expect(problemsOfRedirect({ to: undefined, reason: undefined, note: '' })).toEqual({
    to: texts.chooseTarget,
    reason: texts.chooseReason,
    note: undefined,
  })
  expect(Object.values(problemsOfRedirect({ to: wei, reason: '客户指定', note: '记'.repeat(200) }))).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  expect(problemsOfRedirect({ to: wei, reason: '客户指定', note: '记'.repeat(201) }).note).toBe('备注最多 200 个字')
})

test.each([
  [{}, undefined],
  [{ current: 50 }, texts.targetFull],
  [{ isOnline: false, current: 50 }, texts.targetAway],
  [{ isOnline: false, busy: { reason: '用餐', until: null } }, texts.targetBusy('用餐')],
])('a colleague with %j is chosen with the warning %s', (parts, warning) => {
  expect(warningOf(target(parts))).toBe(warning)
})
