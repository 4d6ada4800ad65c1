import { AgentId } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { SCHEDULED_TEXTS, whyNotAt, whyStopped } from './scheduled-message.ts'

const lin = AgentId.parse('1'.repeat(32))
const wei = AgentId.parse('2'.repeat(32))
const now = new Date('2026-03-16T02:00:00.000Z')
const inHours = (hours: number) => new Date(now.getTime() + hours * 3_600_000)

// R174
test.each([
  ['later today', 2, null, undefined],
  ['now', 0, null, SCHEDULED_TEXTS.past],
  ['thirty days ahead', 720, null, undefined],
  ['beyond', 720.1, null, SCHEDULED_TEXTS.tooFar],
  ['inside the reply window', 2, inHours(3), undefined],
  ['at its end', 3, inHours(3), '平台仅允许在 2026-03-16 13:00 前回复该客户，请选择更早的时间'],
])('%s', (_when, hours, closesAt, reason) => {
  expect(whyNotAt(inHours(hours), closesAt, now)).toBe(reason)
})

const message = { agentId: lin, ownerId: lin, inboundSeq: 5, keepOnReply: false, sendAt: now }
const customer = { agentId: lin as AgentId | null, agentName: '林小满', lastInboundSeq: 5 }

test.each([
  ['nothing has changed', {}, {}, undefined],
  ['the customer wrote', {}, { lastInboundSeq: 6 }, SCHEDULED_TEXTS.replied],
  ['the customer wrote, and it is kept', { keepOnReply: true }, { lastInboundSeq: 6 }, undefined],
  [
    'a colleague has them',
    { keepOnReply: true },
    { agentId: wei, agentName: '卫青禾' },
    '客户已由 卫青禾 接待，未发送',
  ],
  ['they were released', {}, { agentId: null }, SCHEDULED_TEXTS.released],
  ['nobody had them and nobody has', { ownerId: null }, { agentId: null }, undefined],
  ['the writer received them meanwhile', { ownerId: null }, {}, undefined],
  ['ten minutes late', { sendAt: inHours(-1 / 6) }, {}, undefined],
  ['an hour late', { sendAt: inHours(-1) }, {}, SCHEDULED_TEXTS.late],
])('%s', (_what, some, changed, reason) => {
  expect(whyStopped({ ...message, ...some }, { ...customer, ...changed }, now)?.reason).toBe(reason)
})
