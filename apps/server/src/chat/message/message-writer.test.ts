import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { PUBLIC_SPACE } from '../../db/schema/index.ts'
import { chatWorld, conversationOf, createGroup, historyOf } from '../../testing/chat-world.ts'
import type { World } from '../../testing/world.ts'
import type { Committed } from './batch.ts'
import { type Deliver, MessageWriter } from './message-writer.ts'

/** The message writer of another node on the same database. */
function otherNode({ db, clock }: World) {
  const delivered: Committed[] = []
  const deliver = (committed: readonly Committed[]) => delivered.push(...committed)
  const writer = new MessageWriter({ pool: db.pool, clock, deliver })
  const send = (topicId: string, senderId: string, chatId: string = randomUUID()) =>
    writer.send({ entId: PUBLIC_SPACE, topicId, senderId, chatId, content: { type: 'text', text: chatId } })
  /** Writes often enough that the node uses its optimistic write path for the topic. */
  const settleIn = async (topicId: string, senderId: string) => {
    for (let n = 0; n < 3; n += 1) await send(topicId, senderId)
  }
  return { writer, send, settleIn, delivered }
}

test('two nodes write into the same topics at once: no number is missing or given twice, and each delivers in order', async () => {
  const here = await chatWorld('u1', 'u2')
  const [u1, u2] = here.people
  const topics: string[] = []
  for (let n = 0; n < 4; n += 1) topics.push((await createGroup(u1, u2)).id)
  const nodes = [otherNode(here), otherNode(here)]
  for (const [index, topicId] of topics.entries()) await nodes[index % 2]!.settleIn(topicId, 'u1')

  const outcomes = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const wave = nodes.flatMap((node) => topics.flatMap((id) => ['u1', 'u2'].map((user) => node.send(id, user))))
      return Promise.all(wave)
    }),
  )

  expect(new Set(outcomes.flat().map((outcome) => outcome.code))).toEqual(new Set([200]))
  for (const id of topics) {
    const seqs = (await historyOf(u1, id, { limit: 100 })).map((item) => item.seq)
    expect(seqs).toEqual(Array.from({ length: 44 }, (_, index) => 44 - index))
    for (const { delivered } of nodes) {
      const here = delivered.filter((each) => each.topicId === id).map((each) => each.seq)
      expect(here).toEqual(here.toSorted((a, b) => a - b))
    }
  }
})

test('a node that knows a topic well still learns what another changed there', async () => {
  const here = await chatWorld('u1', 'u2')
  const [u1, u2] = here.people
  const { id } = await createGroup(u1, u2)
  const node = otherNode(here)
  await node.settleIn(id, 'u2')

  await u1.ok(`/api/topic/admin/silent_topic/${id}`, { duration: '1h' })
  expect(await node.send(id, 'u2')).toEqual({ code: 403, message: 'topic is silent' })
  await u1.ok(`/api/topic/admin/silent_topic/${id}`, { duration: '' })
  expect(await node.send(id, 'u2')).toMatchObject({ code: 200, seq: 7 })
  await u1.ok(`/api/topic/admin/kickout/${id}/u2`)
  expect(await node.send(id, 'u2')).toEqual({ code: 403, message: 'not a member' })
})

test('a name sent again is answered with its first number, however well its topic is known', async () => {
  const here = await chatWorld('u1', 'u2')
  const [u1, u2] = here.people
  const { id } = await createGroup(u1, u2)
  const node = otherNode(here)
  await node.send(id, 'u1', 'c1')
  await node.settleIn(id, 'u1')

  const [again, next] = await Promise.all([node.send(id, 'u1', 'c1'), node.send(id, 'u1', 'c2')])

  expect(again).toMatchObject({ code: 200, seq: 2, isRepeat: true })
  expect(next).toMatchObject({ code: 200, seq: 6, isRepeat: false })
  expect((await conversationOf(u2, id)).unread).toBe(5)
})

test('a delivery that fails is told to its sender, and what is sent next goes its way', async () => {
  const { db, clock, people } = await chatWorld('u1')
  const { id } = await createGroup(people[0])
  const deliver = vi.fn<Deliver>().mockImplementationOnce(() => {
    throw new Error('no bus')
  })
  const writer = new MessageWriter({ pool: db.pool, clock, deliver })
  const send = (chatId: string) =>
    writer.send({ entId: PUBLIC_SPACE, topicId: id, senderId: 'u1', chatId, content: { type: 'text', text: chatId } })

  await expect(send('c1')).rejects.toThrow('no bus')

  expect(await send('c2')).toMatchObject({ code: 200, seq: 3 })
  // The message was stored before its delivery failed, so a resend is a repetition.
  expect(await send('c1')).toMatchObject({ code: 200, seq: 2, isRepeat: true })
  await writer.drain()
})

test('a change of one topic holds up what is sent there, and nothing else', async () => {
  const here = await chatWorld('u1')
  const [u1] = here.people
  const [held, free] = [(await createGroup(u1)).id, (await createGroup(u1)).id]
  const { writer, send } = otherNode(here)
  const done: string[] = []
  const change = Promise.withResolvers<void>()

  const acting = writer.act(held, () => change.promise).then(() => done.push('change'))
  const waiting = send(held, 'u1').then(() => done.push('held'))
  await send(free, 'u1').then(() => done.push('free'))
  change.resolve()
  await Promise.all([acting, waiting])

  expect(done).toEqual(['free', 'change', 'held'])
})
