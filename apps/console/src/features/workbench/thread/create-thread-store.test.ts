import type { AgentId, CustomerId, CustomerMessage, MessageId } from '@ruwu/contract'
import { findQuoted } from '@ruwu/domain'
import { beforeEach, expect, test } from 'vitest'
import { createThreadStore, type ThreadStoreDeps } from './create-thread-store.ts'

const lin = 'a'.repeat(32) as AgentId
const wang = 'c'.repeat(32) as CustomerId
const xu = 'd'.repeat(32) as CustomerId
const AT = '2026-03-16T02:00:00.000Z'

const idOf = (seq: number) => seq.toString(16).padStart(32, '0') as MessageId

const message = (seq: number, some: Partial<CustomerMessage> = {}): CustomerMessage => ({
  id: idOf(seq),
  chatId: `chat${seq}`,
  topicId: wang,
  seq,
  senderId: wang,
  senderKind: 'customer',
  senderName: '王女士',
  content: { type: 'text', text: `第 ${seq} 句` },
  createdAt: AT,
  updatedAt: AT,
  platformTime: AT,
  status: 1,
  read: false,
  recall: false,
  ...some,
})

/** A server that holds so many messages, and what it was asked. */
function world(count: number) {
  const log: string[] = []
  let isDown = false
  let messages = Array.from({ length: count }, (_, index) => message(index + 1))
  const between = (from: number, to: number) => messages.filter(({ seq }) => seq >= from && seq <= to)
  const page = (items: CustomerMessage[]) => ({
    items,
    quotes: messages.filter((it) => !items.includes(it) && items.some(({ content }) => content.reply === it.chatId)),
    hasMoreBefore: (items[0]?.seq ?? 1) > 1,
    hasMoreAfter: (items.at(-1)?.seq ?? messages.length) < messages.length,
  })
  const deps: ThreadStoreDeps = {
    list: async ({ beforeSeq, afterSeq, limit = 50 }) => {
      if (isDown) throw new Error('down')
      log.push(`list ${beforeSeq === undefined ? '' : `<${beforeSeq}`}${afterSeq === undefined ? '' : `>${afterSeq}`}`)
      if (afterSeq !== undefined) return page(between(afterSeq + 1, afterSeq + limit))
      const end = beforeSeq ?? messages.length + 1
      return page(between(end - limit, end - 1))
    },
    locate: async ({ messageId, seq }) => {
      const at = seq ?? messages.find(({ id }) => id === messageId)?.seq ?? 0
      log.push(`locate ${at}`)
      if (at === 0) throw new Error('gone')
      return { ...page(between(at - 25, at + 25)), seq: at, customer: {} as never }
    },
    meId: () => lin,
    onMessageMissing: () => log.push('missing'),
  }
  const store = createThreadStore(deps)
  const say = (text: string, reply?: string) => {
    const added = message(messages.length + 1, { content: { type: 'text', text, ...(reply && { reply }) } })
    messages = [...messages, added]
    return added
  }
  const seqs = (customerId = wang) => {
    const held = store.find(customerId)?.state.messages ?? []
    return held.length > 0 ? `${held[0]?.seq}–${held.at(-1)?.seq}` : ''
  }
  const change = (how: (old: CustomerMessage) => CustomerMessage) => (messages = messages.map(how))
  return { store, log, say, seqs, change, fail: (to: boolean) => (isDown = to) }
}

/** Answers that are under way have been applied. */
const settled = () => new Promise((resolve) => setTimeout(resolve))

let open: ReturnType<typeof world>
beforeEach(() => {
  open = world(200)
  open.store.subscribe(wang, () => {})
})

test('the newest page comes first, older ones on demand', async () => {
  const { store, seqs, log } = open

  await store.load(wang)
  await store.loadOlder(wang)

  expect(seqs()).toBe('101–200')
  expect(log).toEqual(['list ', 'list <151'])
  expect(store.find(wang)).toMatchObject({ windowId: 1, older: 'idle', state: { hasMoreBefore: true } })
})

test('a thread that cannot be opened says why, and opens when it is tried again', async () => {
  const { store, seqs, fail } = open
  fail(true)

  await store.open(wang)

  expect(store.find(wang)?.failure).toEqual(new Error('down'))
  fail(false)
  await store.open(wang)
  expect(store.find(wang)?.failure).toBeUndefined()
  expect(seqs()).toBe('151–200')
})

test('a thread fetched ahead opens without a request, with what was said since', async () => {
  const { store, log, seqs, say } = open
  store.openAhead(wang)
  store.openAhead(wang)
  await settled()
  store.take(wang, say('还在吗'))

  await store.open(wang)
  expect(log).toEqual(['list '])
  expect(seqs()).toBe('151–201')

  await store.open(wang)
  expect(log).toEqual(['list ', 'list '])
})

test('opening joins a fetch that is still under way, at the same place only', async () => {
  const { store, log } = open
  store.openAhead(wang, { seq: 40 })
  await store.open(wang, { seq: 40 })
  expect(log).toEqual(['locate 40'])

  store.openAhead(wang, { seq: 90 })
  await store.open(wang)
  expect(log).toEqual(['locate 40', 'locate 90', 'list '])
})

test.each([
  ['failed', ({ store, fail }: typeof open) => (fail(false), store)],
  ['is outdated by a reset', ({ store, fail }: typeof open) => (fail(false), store.reload(), store)],
])('a fetch ahead that %s is made again when the thread is opened', async (_what, mend) => {
  open.fail(true)
  open.store.openAhead(wang)
  await settled()

  await mend(open).open(wang)

  expect(open.seqs()).toBe('151–200')
  expect(open.store.find(wang)?.failure).toBeUndefined()
})

test('a linked message that is gone is reported, and the thread opens at its end', async () => {
  const { store, seqs, log } = open

  await store.open(wang, { messageId: idOf(999) })

  expect(log).toEqual(['locate 0', 'list ', 'missing'])
  expect(seqs()).toBe('151–200')
})

test('a thread opens at the number of a message, however far up it is, and marks it', async () => {
  const { store, seqs, log } = open

  await store.open(wang, { seq: 40 })

  expect(log).toEqual(['locate 40'])
  expect(seqs()).not.toContain('200')
  expect(store.find(wang)?.found).toEqual({ seq: 40 })
})

test('after a reset the threads on screen are loaded again', async () => {
  const { store, log, seqs, say } = open
  await store.open(wang)
  say('一句没有收到的话')

  store.reload()
  await expect.poll(() => seqs()).toBe('151–201')

  expect(log).toEqual(['list ', 'list '])
})

test('a message that arrives while the thread is fetched anew stays, and the next adjoins it', async () => {
  const { store, say, seqs, log } = open
  await store.load(wang)

  store.refetchAll()
  store.take(wang, say('就在这时'))
  expect(log).toEqual(['list ', 'list >150'])
  await settled()
  store.take(wang, say('下一句'))

  expect(seqs()).toBe('151–202')
  expect(store.find(wang)).toMatchObject({ windowId: 1, state: { hasMoreBefore: true, hasMoreAfter: false } })
})

test('a reader of old messages stays there while they are fetched anew', async () => {
  const { store, seqs, change } = open
  await store.locate(wang, { seq: 60 })
  const { windowId, found } = store.find(wang)!
  change((old) => ({ ...old, content: { type: 'text', text: '***' } }))

  store.refetchAll()
  await expect.poll(() => store.find(wang)?.state.messages.every(({ content }) => content.text === '***')).toBe(true)

  expect(seqs()).toBe('35–134')
  expect(store.find(wang)).toMatchObject({ windowId, state: { hasMoreAfter: true } })
  expect(store.find(wang)?.found).toBe(found)
})

test('concurrent loads of the same page send one request', async () => {
  const { store, log } = open
  await store.load(wang)

  await Promise.all([store.loadOlder(wang), store.loadOlder(wang)])

  expect(log).toHaveLength(2)
})

test('a jump to an old message starts a new window, and loading newer pages closes the gap', async () => {
  const { store, seqs } = open
  await store.load(wang)

  await store.locate(wang, { messageId: idOf(60) })

  expect(seqs()).toBe('35–85')
  expect(store.find(wang)?.windowId).toBe(2)
  for (let i = 0; i < 3; i += 1) await store.loadNewer(wang)
  expect(seqs()).toBe('35–200')
  expect(store.find(wang)).toMatchObject({ windowId: 2, state: { hasMoreAfter: false } })
})

test('a jump to a loaded message keeps the window', async () => {
  const { store, seqs } = open
  await store.load(wang)

  await store.locate(wang, { seq: 170 })

  expect(seqs()).toBe('145–200')
  expect(store.find(wang)?.windowId).toBe(1)
})

test('going to a held message sends no request', async () => {
  const { store, log } = open
  await store.load(wang)

  await store.goTo(wang, 170)
  await store.goTo(wang, 40)

  expect(log).toEqual(['list ', 'locate 40'])
  expect(store.find(wang)?.found).toEqual({ seq: 40 })
})

test('a new message that quotes one far up brings it; it can be gone to', async () => {
  const { store, say, log } = open
  await store.load(wang)
  const quoted = (chatId: string) => findQuoted(store.find(wang)!.state, chatId)

  store.take(wang, say('这条', 'chat170'))
  store.take(wang, say('那条', 'chat3'))
  await expect.poll(() => quoted('chat3')?.seq).toBe(3)
  expect(quoted('chat170')?.seq).toBe(170)
  await store.goTo(wang, 3)

  expect(log).toEqual(['list ', 'list >201', 'locate 3'])
})

test('each jump sets a new target, and leaving the thread clears it', async () => {
  const { store } = world(200)
  const leave = store.subscribe(wang, () => {})
  await store.locate(wang, { seq: 60 })
  const first = store.find(wang)?.found
  await store.locate(wang, { seq: 60 })

  expect(store.find(wang)?.found).toEqual({ seq: 60 })
  expect(store.find(wang)?.found).not.toBe(first)
  leave()

  expect(store.find(wang)).toMatchObject({ found: undefined, state: { messages: [] } })
})

test('after a reconnect, missed messages are fetched by seq', async () => {
  const { store, say, seqs, log } = open
  await store.load(wang)
  for (let i = 0; i < 60; i += 1) say('还在吗')

  await store.catchUp(wang)

  expect(seqs()).toBe('151–260')
  expect(log.slice(1)).toEqual(['list >200', 'list >250'])
})

test('reloading after missed messages leaves no gap', async () => {
  const { store, say, seqs } = open
  await store.load(wang)
  for (let i = 0; i < 80; i += 1) say('没听到')
  store.take(wang, say('听到了'))

  await store.load(wang)

  expect(seqs()).toBe('232–281')
})

test('an event of a customer that was never opened is not kept', () => {
  const { store } = world(3)

  store.take(wang, message(4))

  expect(store.find(wang)).toBeUndefined()
})

test('a pending message is shown, settled by its acknowledgement, and not duplicated by its event', async () => {
  const { store, say } = open
  await store.load(wang)
  const sent = { chatId: 'mine0001', content: { type: 'text', text: '您好' }, createdAt: AT }

  store.addPending(wang, sent)
  expect(store.find(wang)?.state.pending).toMatchObject([{ chatId: 'mine0001', state: 'sending' }])
  const { id, seq } = say('您好')
  store.settle(wang, { id, seq, chatId: 'mine0001', createdAt: AT, status: 0, quota: {} as never })
  store.take(wang, message(seq, { id, chatId: 'mine0001', senderId: lin, senderKind: 'human' }))

  const { pending, messages } = store.find(wang)!.state
  expect(pending).toEqual([])
  expect(messages.filter((it) => it.chatId === 'mine0001')).toHaveLength(1)
})

test('a failed message stays pending with its reason until it is removed', () => {
  const { store } = open
  store.addPending(wang, { chatId: 'mine0001', content: { type: 'text', text: '您好' }, createdAt: AT })

  store.fail(wang, 'mine0001', '发送超时')
  expect(store.find(wang)?.state.pending).toMatchObject([{ state: 'failed', reason: '发送超时' }])
  store.removePending(wang, 'mine0001')

  expect(store.find(wang)?.state.pending).toEqual([])
})

test('a recall is applied to a message whose page is still loading', async () => {
  const { store } = open
  const loading = store.load(wang)
  store.apply({
    type: 'message_change',
    customerId: wang,
    messageId: idOf(200),
    chatId: 'chat200',
    status: 1,
    read: false,
    recall: true,
    content: { type: 'recalled' },
    at: '2026-03-16T02:00:01.000Z',
    operatorId: null,
    receptionEpoch: 1,
    customer: {} as never,
  })
  await loading

  expect(store.find(wang)?.state.messages.at(-1)).toMatchObject({ recall: true, content: { type: 'recalled' } })
})

test('the LRU keeps twenty threads and never evicts one with pending messages', async () => {
  const { store } = world(3)
  const customers = Array.from({ length: 30 }, (_, index) => index.toString(16).padStart(32, 'e') as CustomerId)
  store.addPending(customers[0]!, { chatId: 'mine0001', content: { type: 'text', text: '您好' }, createdAt: AT })

  for (const customer of customers) await store.open(customer)

  const kept = customers.filter((it) => store.find(it))
  expect(kept).toHaveLength(20)
  expect(kept[0]).toBe(customers[0])
  expect(kept[1]).toBe(customers[11])
})

test('threads that are only loaded ahead push out none that was opened, and are loaded again after they were forgotten', async () => {
  const { store, log } = world(3)
  const customers = Array.from({ length: 30 }, (_, index) => index.toString(16).padStart(32, 'e') as CustomerId)
  const [opened, ahead] = [customers.slice(0, 20), customers.slice(20)]
  for (const customer of opened) await store.open(customer)
  for (const customer of ahead) store.openAhead(customer)
  await settled()

  expect(opened.filter((it) => store.find(it))).toEqual(opened)
  expect(ahead.filter((it) => store.find(it))).toEqual(ahead.slice(-4))
  const asked = log.length
  store.openAhead(ahead[0]!)
  expect(log).toHaveLength(asked + 1)
})

test.each([
  ['an erased customer', (store: typeof open.store) => store.forget(xu)],
  ['a change of masking', (store: typeof open.store) => store.refetchAll()],
  ['signing out', (store: typeof open.store) => store.clear()],
])('what was being loaded ahead does not come back after %s', async (_what, forget) => {
  const { store } = open
  store.openAhead(xu)
  forget(store)
  await settled()

  expect(store.find(xu)).toBeUndefined()
})

test('a failed page of older messages is shown and can be retried', async () => {
  let isDown = true
  const page = { items: [message(60)], hasMoreBefore: true, hasMoreAfter: false }
  const store = createThreadStore({
    list: async ({ beforeSeq }) => {
      if (beforeSeq !== undefined && isDown) throw new Error('down')
      return beforeSeq === undefined ? page : { items: [message(59)], hasMoreBefore: false, hasMoreAfter: true }
    },
    locate: async () => ({ ...page, seq: 60, customer: {} as never }),
    meId: () => lin,
    onMessageMissing: () => {},
  })
  await store.load(wang)

  await store.loadOlder(wang)
  expect(store.find(wang)?.older).toBe('failed')
  isDown = false
  await store.loadOlder(wang)

  expect(store.find(wang)).toMatchObject({ older: 'idle', state: { hasMoreBefore: false } })
})

test('a thread is open while it has a subscriber, not only because it is held', async () => {
  const { store } = world(3)
  await store.load(wang)
  expect(store.isOpen(wang)).toBe(false)

  const leave = store.subscribe(wang, () => {})
  expect(store.isOpen(wang)).toBe(true)
  expect(store.isOpen(undefined)).toBe(false)
  leave()
  expect(store.isOpen(wang)).toBe(false)
})
