import type { AgentId, AssignMode, AssignRule, RelationId, TagId } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { DEFAULT_ASSIGN_RULE } from './assign-rule.ts'
import { isCandidate, pickAgent, type QueuedCustomer, type Teammate } from './pick-agent.ts'

const NOW = new Date('2026-03-16T02:00:00.000Z')
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000)
const OFFICIAL = 'official' as RelationId
const VIP = 'vip' as TagId
const NEW = 'new' as TagId

const mate = (id: string, known: Partial<Teammate> = {}): Teammate => ({
  id: id as AgentId,
  isOnline: true,
  current: 10,
  limit: 50,
  accountScope: null,
  lastAssignedAt: daysAgo(1),
  ...known,
})
const customer: QueuedCustomer = {
  relationId: OFFICIAL,
  tagIds: [],
  lastHumanAgentId: null,
  lastHumanAt: null,
  skipAgentId: null,
  skipUntil: null,
}
const ids = (...names: string[]) => names as AgentId[]

test.each<[string, Partial<Teammate>, Partial<QueuedCustomer>, boolean]>([
  ['online with room', {}, {}, true],
  ['invisible or away', { isOnline: false }, {}, false],
  ['full', { current: 50 }, {}, false],
  ['beyond the limit', { current: 60 }, {}, false],
  ['one place left', { current: 49 }, {}, true],
  ['allowed this account', { accountScope: [OFFICIAL] }, {}, true],
  ['not allowed this account', { accountScope: ['other' as RelationId] }, {}, false],
  ['passed over', {}, { skipAgentId: 'lin' as AgentId, skipUntil: new Date(NOW.getTime() + 1) }, false],
  ['no longer passed over', {}, { skipAgentId: 'lin' as AgentId, skipUntil: NOW }, true],
  ['a colleague is passed over', {}, { skipAgentId: 'wei' as AgentId, skipUntil: daysAgo(-1) }, true],
])('%s', (_name, known, waiting, expected) => {
  expect(isCandidate(mate('lin', known), { ...customer, ...waiting }, NOW)).toBe(expected)
})

type Situation = {
  rule?: Partial<AssignRule>
  lastAgentId?: string
  customer?: Partial<QueuedCustomer>
}

const busy = { current: 40 }
const away = { isOnline: false }

test.each<[string, AssignMode, Teammate[], Situation, string | undefined]>([
  ['手动领取 gives to nobody', 'manual', [mate('lin')], {}, undefined],
  ['轮流 begins with the first', 'rotate', [mate('lin'), mate('wei')], {}, 'lin'],
  ['轮流 goes on after the last', 'rotate', [mate('lin'), mate('wei'), mate('zhao')], { lastAgentId: 'lin' }, 'wei'],
  ['轮流 goes round', 'rotate', [mate('lin'), mate('wei')], { lastAgentId: 'wei' }, 'lin'],
  [
    '轮流 passes over who is away',
    'rotate',
    [mate('lin'), mate('wei', away), mate('zhao')],
    { lastAgentId: 'lin' },
    'zhao',
  ],
  ['轮流 with one candidate, who was last', 'rotate', [mate('lin'), mate('wei', away)], { lastAgentId: 'lin' }, 'lin'],
  ['轮流 after somebody who left begins anew', 'rotate', [mate('lin'), mate('wei')], { lastAgentId: 'gone' }, 'lin'],
  ['空闲优先 by the share of the limit', 'idle', [mate('lin', { limit: 20 }), mate('wei', { limit: 200 })], {}, 'wei'],
  [
    '空闲优先 of equals who has waited longest',
    'idle',
    [mate('lin', { lastAssignedAt: daysAgo(1) }), mate('wei', { lastAssignedAt: daysAgo(2) })],
    {},
    'wei',
  ],
  ['空闲优先 of equals who never had anybody', 'idle', [mate('lin'), mate('wei', { lastAssignedAt: null })], {}, 'wei'],
  ['空闲优先 with nobody there', 'idle', [mate('lin', away)], {}, undefined],
  [
    '熟客优先 whom the customer knows',
    'familiar',
    [mate('lin', busy), mate('wei')],
    { customer: { lastHumanAgentId: 'lin' as AgentId, lastHumanAt: daysAgo(30) } },
    'lin',
  ],
  [
    '熟客优先 not after too long',
    'familiar',
    [mate('lin', busy), mate('wei')],
    { customer: { lastHumanAgentId: 'lin' as AgentId, lastHumanAt: daysAgo(31) } },
    'wei',
  ],
  [
    '熟客优先 as many days as the plan says',
    'familiar',
    [mate('lin', busy), mate('wei')],
    { rule: { familiarDays: 60 }, customer: { lastHumanAgentId: 'lin' as AgentId, lastHumanAt: daysAgo(31) } },
    'lin',
  ],
  [
    '熟客优先 not who is away',
    'familiar',
    [mate('lin', away), mate('wei')],
    { customer: { lastHumanAgentId: 'lin' as AgentId, lastHumanAt: daysAgo(1) } },
    'wei',
  ],
  ['指定客服', 'listed', [mate('lin'), mate('wei', busy)], { rule: { agentIds: ids('wei') } }, 'wei'],
  ['指定客服, others never', 'listed', [mate('lin'), mate('wei', away)], { rule: { agentIds: ids('wei') } }, undefined],
  [
    '按标签 the first row that fits',
    'tag',
    [mate('lin'), mate('wei', busy), mate('zhao', busy)],
    {
      rule: {
        tagRows: [
          { tagId: NEW, agentIds: ids('zhao') },
          { tagId: VIP, agentIds: ids('wei') },
        ],
      },
      customer: { tagIds: [VIP] },
    },
    'wei',
  ],
  [
    '按标签 without a row that fits',
    'tag',
    [mate('lin'), mate('wei', busy)],
    { rule: { tagRows: [{ tagId: VIP, agentIds: ids('wei') }] } },
    'lin',
  ],
  [
    '按标签 with nobody of the row there',
    'tag',
    [mate('lin'), mate('wei', away)],
    { rule: { tagRows: [{ tagId: VIP, agentIds: ids('wei') }] }, customer: { tagIds: [VIP] } },
    'lin',
  ],
])('%s', (_name, mode, team, situation, expected) => {
  const plan = {
    mode,
    rule: { ...DEFAULT_ASSIGN_RULE, ...situation.rule },
    lastAgentId: (situation.lastAgentId ?? null) as AgentId | null,
  }

  expect(pickAgent(plan, team, { ...customer, ...situation.customer }, NOW)?.id).toBe(expected)
})
