import { AgentId, CustomerId, type ConsoleEvent, type Seat } from '@ruwu/contract'
import { NOTIFY_REPEAT_MS, type Notice } from '@ruwu/domain'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createUnseenNotices } from './unseen-notices.ts'

const lin = AgentId.parse('1'.repeat(32))
const wei = AgentId.parse('2'.repeat(32))
const wang = CustomerId.parse('a'.repeat(32))
const chen = CustomerId.parse('b'.repeat(32))

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const notice = (event: Notice['event'], customerId: CustomerId | null = wang): Notice => ({
  event,
  sound: true,
  desktop: true,
  flash: true,
  title: '王女士',
  text: '在吗',
  customerId,
})

/** As much of an event as the notices look at. */
function told(type: string, part: object = {}, customer: object = {}): ConsoleEvent {
  const row = { agentId: lin, receptionType: 'manual', lastSeq: 7, ...customer }
  return { type, customerId: wang, customer: row, ...part } as unknown as ConsoleEvent
}
const hint = { type: 'hint', hintType: 'handoff', customerId: wang } as unknown as ConsoleEvent
const said = (senderKind: string, type = 'text') => told('cus_message', { message: { senderKind, content: { type } } })
const seat = (part: Partial<Seat>) =>
  ({ type: 'cus_seat', customerId: wang, seat: { readSeq: 0, markedUnread: false, ...part } }) as ConsoleEvent

function openNotices() {
  const delivered: string[] = []
  const repeated: string[][] = []
  let unseen: readonly Notice[] = []
  const notices = createUnseenNotices({
    timers: { start: (run, ms) => setTimeout(run, ms), stop: (timer) => clearTimeout(timer as never) },
    deliver: (it) => delivered.push(it.event),
    repeat: (all) => repeated.push(all.map((it) => it.event)),
    onChange: (all) => (unseen = all),
    me: () => lin,
  })
  return { notices, delivered, repeated, unseen: () => unseen.map((it) => it.event) }
}

test('an unseen notice is repeated every 30 seconds until it is seen', () => {
  const { notices, delivered, repeated } = openNotices()

  notices.take(notice('my_message'), said('customer'))
  expect(delivered).toEqual(['my_message'])
  vi.advanceTimersByTime(2 * NOTIFY_REPEAT_MS)
  expect(repeated).toEqual([['my_message'], ['my_message']])

  notices.see(wang)
  vi.advanceTimersByTime(5 * NOTIFY_REPEAT_MS)
  expect(repeated).toHaveLength(2)
})

test('looking at one customer is not looking at another', () => {
  const { notices, unseen } = openNotices()
  notices.take(notice('my_message'), said('customer'))
  notices.take(notice('my_message', chen), said('customer'))
  notices.take(notice('wait_warning', null), hint)

  notices.see(chen)

  expect(unseen()).toEqual(['my_message'])
})

test('a hand-over sounds at once: the server has waited already', () => {
  const { notices, delivered } = openNotices()

  notices.take(notice('handoff'), hint)

  expect(delivered).toEqual(['handoff'])
})

test('the note that explains a hand-over is no answer', () => {
  const { notices, unseen } = openNotices()
  notices.take(notice('handoff'), hint)

  notices.hear(said('human', 'note'))

  expect(unseen()).toEqual(['handoff'])
})

test.each([
  ['a colleague takes the customer', told('rec_cus', { reason: 'claim' }, { agentId: wei })],
  ['the AI takes the customer', told('cus_change_enable_ai', {}, { receptionType: 'ai_agent', agentId: null })],
  ['somebody answers', said('human')],
  ['it is read on another screen', seat({ readSeq: 7 })],
])('there is nothing to notice any more when %s', (_, event) => {
  const { notices, unseen } = openNotices()
  notices.take(notice('unassigned_message'), said('customer'))

  notices.hear(event)

  expect(unseen()).toEqual([])
})

test.each([
  ['an older message is read', seat({ readSeq: 6 })],
  ['it is put back to unread', seat({ readSeq: 7, markedUnread: true })],
  ['the customer goes on talking', said('customer')],
])('it stays when %s', (_, event) => {
  const { notices, unseen } = openNotices()
  notices.take(notice('my_message'), said('customer'))

  notices.hear(event)

  expect(unseen()).toEqual(['my_message'])
})

test('a mention stays, whichever agent owns the customer', () => {
  const { notices, unseen } = openNotices()
  notices.take(notice('mention'), hint)

  notices.hear(told('cus_message', { message: { senderKind: 'human', content: { type: 'text' } } }, { agentId: wei }))

  expect(unseen()).toEqual(['mention'])
})
