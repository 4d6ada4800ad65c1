import type { AgentId, ConsoleEvent, Customer, CustomerId, NotifySetting } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { DEFAULT_NOTIFY_SETTING, isQuiet } from './default-notify-setting.ts'
import { noticeFor } from './notice.ts'

const me = 'a'.repeat(32) as AgentId
const wei = 'b'.repeat(32) as AgentId
const customerId = 'c'.repeat(32) as CustomerId

const customer = (change: Partial<Customer> = {}) =>
  ({
    customerId,
    name: '楠楠',
    remark: '',
    agentId: me,
    receptionType: 'manual',
    lastMessage: { type: 'text', text: '在吗' },
    ...change,
  }) as Customer

const wrote = (change: Partial<Customer> = {}, senderKind = 'customer') =>
  ({ type: 'cus_message', customer: customer(change), message: { senderKind } }) as ConsoleEvent
const hint = (hintType: string) => ({ type: 'hint', hintType, text: '有客户分配给您', customerId }) as ConsoleEvent

const situation = (change: {
  setting?: Partial<NotifySetting>
  isInForeground?: boolean
  open?: boolean
  minute?: number
}) => ({
  me,
  setting: { ...DEFAULT_NOTIFY_SETTING, ...change.setting },
  minuteOfDay: change.minute ?? 600,
  isInForeground: change.isInForeground ?? false,
  openCustomerId: change.open ? customerId : null,
})

test.each([
  ['my customer writes', wrote(), {}, 'my_message', [true, true, true]],
  ['nobody’s customer writes', wrote({ agentId: null }), {}, 'unassigned_message', [true, false, true]],
  ['a colleague’s customer writes', wrote({ agentId: wei }), {}, null, []],
  ['a customer of the AI writes', wrote({ receptionType: 'ai_agent' }), {}, null, []],
  ['I write', wrote({}, 'human'), {}, null, []],
  ['the one I am looking at writes', wrote(), { open: true, isInForeground: true }, null, []],
  ['the open one writes while I look elsewhere', wrote(), { open: true }, 'my_message', [true, true, true]],
  [
    'a new customer',
    { type: 'customer_create', customer: customer({ agentId: null }) } as ConsoleEvent,
    {},
    'customer_create',
    [true, false, true],
  ],
  [
    'a new customer of the AI',
    { type: 'customer_create', customer: customer({ receptionType: 'ai_agent' }) } as ConsoleEvent,
    {},
    null,
    [],
  ],
  ['given to me', hint('assigned'), {}, 'assigned', [true, true, true]],
  ['handed over', hint('handoff'), {}, 'handoff', [true, true, true]],
  ['mentioned', hint('mention'), {}, 'mention', [true, true, true]],
  ['waits too long', hint('wait_warning'), {}, 'wait_warning', [true, true, true]],
  ['a reminder is due', hint('reminder_due'), {}, 'reminder_due', [true, true, true]],
  [
    'my message failed',
    { type: 'send_msg_failed', customer: customer(), msg: '平台繁忙' } as ConsoleEvent,
    {},
    'send_failed',
    [true, true, false],
  ],
  [
    'a colleague’s message failed',
    { type: 'send_msg_failed', customer: customer({ agentId: wei }), msg: '' } as ConsoleEvent,
    {},
    null,
    [],
  ],
  [
    'only in the background, and it is in front',
    wrote(),
    { setting: { onlyBackground: true }, isInForeground: true },
    'my_message',
    [false, false, true],
  ],
  [
    'quiet hours',
    wrote(),
    { setting: { quiet: { enabled: true, from: '22:00', to: '08:00' } }, minute: 23 * 60 },
    'my_message',
    [false, false, true],
  ],
] as const)('%s', (_name, event, given, kind, noise) => {
  const notice = noticeFor(event, situation(given))
  expect(notice && [notice.event, [notice.sound, notice.desktop, notice.flash]]).toEqual(kind && [kind, noise])
})

test.each([
  ['22:00', '08:00', 21 * 60 + 59, false],
  ['22:00', '08:00', 22 * 60, true],
  ['22:00', '08:00', 7 * 60 + 59, true],
  ['22:00', '08:00', 8 * 60, false],
  ['12:00', '13:00', 12 * 60 + 30, true],
  ['12:00', '13:00', 13 * 60, false],
  ['09:00', '09:00', 0, true],
])('quiet from %s to %s, at minute %i: %s', (from, to, minute, quiet) => {
  expect(isQuiet({ enabled: true, from, to }, minute)).toBe(quiet)
  expect(isQuiet({ enabled: false, from, to }, minute)).toBe(false)
})
