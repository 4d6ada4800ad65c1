import { ERRORS } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { NetworkError, ResultError, SessionEnded } from '../../../../api/errors.ts'
import { ada, bob, flush, queueWorld, say } from './testing/queue-world.ts'

const unreachable = new NetworkError()
const hits = [{ rule: 'contact', word: '13800000000' }]
const blocked = new ResultError(ERRORS.compliance.code, '平台规定联系方式只能通过卡片发送', { hits, level: 'block' })
const warned = new ResultError(ERRORS.compliance.code, '可能违反平台规则：最好，仍要发送？', {
  hits,
  level: 'warn',
  canConfirm: true,
})

test('a message is shown at once and gone from the memory when it was answered', async () => {
  const { queue, calls, shown, answers, kept } = queueWorld()

  queue.send(ada, [say('您好')])
  expect([...shown.values()]).toEqual(['sending'])
  expect(kept()).toMatchObject([{ customerId: ada, content: say('您好') }])

  await calls[0]!.answer()
  expect([...shown.values()]).toEqual(['sent'])
  expect(kept()).toEqual([])
  expect(answers[0]?.quota.left).toBe(2)
})

test('messages of one customer go one after the other, those of another do not wait', async () => {
  const { queue, calls, sent } = queueWorld()

  queue.send(ada, [say('一')])
  queue.send(ada, [say('二')])
  queue.send(bob, [say('甲')])
  expect(sent()).toEqual(['一', '甲'])

  await calls[0]!.answer()
  expect(sent()).toEqual(['一', '甲', '二'])
  expect(calls.map(({ message }) => message.customerId)).toEqual([ada, bob, ada])
})

test('without an answer in 15 seconds it has failed, and the next one goes', async () => {
  const { queue, shown, sent, advance } = queueWorld()

  queue.send(ada, [say('一')])
  queue.send(ada, [say('二')])
  await advance(14_999)
  expect(sent()).toEqual(['一'])
  await advance(1)

  expect([...shown.values()]).toEqual(['发送超时', 'sending'])
  expect(sent()).toEqual(['一', '二'])
})

test('a message that waits for its turn has not timed out; after a sign-out it is kept instead of sent', async () => {
  const turn = Promise.withResolvers<void>()
  const { queue, shown, sent, kept, advance } = queueWorld({ turn: turn.promise })
  const [chatId] = queue.send(ada, [say('一')])
  await advance(15_000)
  expect([...shown.values()]).toEqual(['sending'])

  queue.stop()
  turn.resolve()
  await flush()

  expect(sent()).toEqual([])
  expect(kept()).toMatchObject([{ chatId }])
})

test('an answer that comes late is still true', async () => {
  const { queue, calls, shown, kept, advance } = queueWorld()

  queue.send(ada, [say('一')])
  await advance(15_000)
  await calls[0]!.answer()

  expect([...shown.values()]).toEqual(['sent'])
  expect(kept()).toEqual([])
})

test('another attempt keeps the name of the message and says that it is one', async () => {
  const { queue, calls, shown, advance } = queueWorld()
  queue.send(ada, [say('一')])
  await advance(15_000)
  const { chatId, content } = calls[0]!.message

  queue.resend(ada, { chatId, content })
  queue.resend(ada, { chatId, content })

  expect(calls.map(({ message }) => [message.chatId, message.retry])).toEqual([
    [chatId, false],
    [chatId, true],
  ])
  await calls[1]!.answer()
  expect([...shown]).toEqual([[chatId, 'sent']])
})

test('what never arrived can be put away, also from the memory; what is on its way or stored can not', async () => {
  const { queue, calls, shown, kept, advance } = queueWorld()
  queue.send(ada, [say('一')])
  await advance(15_000)
  queue.send(ada, [say('二')])
  queue.resend(ada, { chatId: 'stored', content: say('三') })
  const [first, second] = calls.map(({ message }) => message.chatId)

  for (const chatId of [first!, second!, 'stored']) queue.dismiss(ada, chatId)

  expect([...shown]).toEqual([
    [second, 'sending'],
    ['stored', 'sending'],
  ])
  expect(kept().map(({ chatId }) => chatId)).toEqual([second, 'stored'])
})

test('a failed message of the thread that is refused again stays in the thread, and the reason is said', async () => {
  const { queue, calls, told, returned, kept } = queueWorld()

  queue.resend(ada, { chatId: 'old', content: say('13800000000') })
  await calls[0]!.refuse(blocked)

  expect(told).toEqual(['平台规定联系方式只能通过卡片发送'])
  expect(returned).toEqual([])
  expect(kept()).toEqual([])
})

test('without a network messages wait and leave in their order when it is back', async () => {
  const { queue, calls, sent, setOnline } = queueWorld()
  await setOnline(false)

  queue.send(ada, [say('一')])
  queue.send(ada, [say('二')])
  expect(sent()).toEqual([])

  await setOnline(true)
  await calls[0]!.answer()
  expect(sent()).toEqual(['一', '二'])
})

test('a network that only seems to be there is tried again every five seconds', async () => {
  const { queue, calls, shown, advance } = queueWorld()

  queue.send(ada, [say('一')])
  await calls[0]!.refuse(unreachable)
  expect([...shown.values()]).toEqual(['sending'])
  await advance(5000)

  expect(calls).toHaveLength(2)
  expect(calls[1]!.message.chatId).toBe(calls[0]!.message.chatId)
})

test('after a reload what was not answered is sent again under the same name, to the same customer', async () => {
  const before = queueWorld()
  before.queue.send(ada, [say('一')])
  before.queue.send(bob, [say('甲')])
  const names = before.calls.map(({ message }) => message.chatId)

  const after = queueWorld({ memory: before.memory, pageId: 'page2' })
  await after.adopt()

  expect(after.calls.map(({ message }) => [message.customerId, message.chatId])).toEqual([
    [ada, names[0]],
    [bob, names[1]],
  ])
  await after.calls[0]!.answer()
  await after.calls[1]!.answer()
  const third = queueWorld({ memory: before.memory, pageId: 'page3' })
  await third.adopt()
  expect(third.calls).toEqual([])
})

test('what another open page sends is left to it', async () => {
  const first = queueWorld()
  first.queue.send(ada, [say('一')])

  const second = queueWorld({ memory: first.memory, pageId: 'page2' })
  await second.adopt((id) => id === 'page1')
  second.queue.send(bob, [say('甲')])
  await second.calls[0]!.answer()

  expect(second.sent()).toEqual(['甲'])
  const third = queueWorld({ memory: first.memory, pageId: 'page3' })
  await third.adopt()
  expect(third.sent()).toEqual(['一'])
})

test('what was written more than a day ago is not sent without being asked', async () => {
  const before = queueWorld()
  before.queue.send(ada, [say('一')])

  const after = queueWorld({ memory: before.memory, pageId: 'page2', start: '2026-03-17T02:00:01.000Z' })
  await after.adopt()
  expect(after.sent()).toEqual([])
  expect([...after.shown.values()]).toEqual(['发送超时'])

  after.queue.resend(ada, { chatId: after.kept()[0]!.chatId, content: say('一') })
  expect(after.sent()).toEqual(['一'])
})

test('a blocked text comes back with what was to follow it, and nothing is sent', async () => {
  const { queue, calls, shown, returned } = queueWorld()

  const quote = { chatId: 'asked', name: '楠楠', content: say('微信多少') }
  queue.send(ada, [say('加我 13800000000'), { type: 'image', text: '/api/attachment/x' }], { quote })
  queue.send(ada, [say('后一句')])
  await calls[0]!.refuse(blocked)

  expect(returned).toMatchObject([
    {
      customerId: ada,
      texts: ['加我 13800000000', '/api/attachment/x'],
      quote: 'asked',
      refusal: { message: blocked.message, hits },
    },
  ])
  expect(calls.map(({ message }) => message.content.text)).toEqual(['加我 13800000000', '后一句'])
  expect([...shown.values()]).toEqual(['sending'])
})

test.each([ERRORS.taken.code, ERRORS.notFound.code])(
  'a reply that lost the race (%i) returns to the composer with what was to follow it, and is not tried again',
  async (code) => {
    const { queue, calls, shown, returned, told, kept } = queueWorld()

    queue.send(ada, [say('我来报价'), { type: 'image', text: '/api/attachment/x' }])
    await calls[0]!.refuse(new ResultError(code, '已被 卫青禾 接待，您的回复未发送', null))

    expect(returned).toMatchObject([{ customerId: ada, texts: ['我来报价', '/api/attachment/x'], refusal: undefined }])
    expect(told).toEqual(['已被 卫青禾 接待，您的回复未发送'])
    expect([calls.length, shown.size, kept()]).toEqual([1, 0, []])
  },
)

test('a warning is asked about and sent under the same name when agreed to', async () => {
  const { queue, calls, asked } = queueWorld()

  queue.send(ada, [say('最好的')])
  await calls[0]!.refuse(warned)

  expect(asked).toHaveLength(1)
  expect(calls[1]!.message).toMatchObject({ chatId: calls[0]!.message.chatId, confirmWarn: true })
})

test('a warning that is not agreed to gives the text back', async () => {
  const { queue, calls, returned, shown } = queueWorld({ agrees: false })

  queue.send(ada, [say('最好的')])
  await calls[0]!.refuse(warned)

  expect(calls).toHaveLength(1)
  expect(returned).toEqual([{ customerId: ada, texts: ['最好的'], quote: undefined, refusal: undefined }])
  expect(shown.size).toBe(0)
})

test('any other refusal marks the message with its reason', async () => {
  const { queue, calls, shown } = queueWorld()

  queue.send(ada, [say('一')])
  await calls[0]!.refuse(new ResultError(ERRORS.refused.code, '该客户已被拉黑，无法发送消息', null))

  expect([...shown.values()]).toEqual(['该客户已被拉黑，无法发送消息'])
})

test('signed out, nothing more leaves; the next sign-in sends it', async () => {
  const { queue, calls, memory, sent, setOnline } = queueWorld()
  queue.send(ada, [say('一')])
  queue.send(ada, [say('二')])

  queue.stop()
  await calls[0]!.refuse(new SessionEnded())
  await setOnline(true)
  await flush()
  expect(sent()).toEqual(['一'])

  const again = queueWorld({ memory, pageId: 'page2' })
  await again.adopt()
  await again.calls[0]!.answer()
  expect(again.sent()).toEqual(['一', '二'])
})
