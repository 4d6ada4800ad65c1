import { expect, test } from 'vitest'
import { chatWorld, conversationOf, createGroup, historyOf, listOf, topicOf } from '../../testing/chat-world.ts'

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n + 1)

test('two admins accept at once: one member, one join, one answer', async () => {
  const {
    people: [u1, u2, u3],
  } = await chatWorld('u1', 'u2', 'u3')
  const { id } = await createGroup(u1, u2)
  await u1.ok(`/api/topic/admin/add_admin/${id}/u2`)
  await u3.ok(`/api/topic/knock/${id}`)
  const applicant = await u3.connect()

  await Promise.all([u1, u2, u1, u2].map((admin) => admin.ok(`/api/topic/admin/knock/accept/${id}/u3`)))

  expect((await applicant.chats()).map((frame) => frame.content.type)).toEqual(['topic.join', 'topic.knock.accept'])
  expect(await topicOf(u1, id)).toMatchObject({ members: 3, lastSeq: 3 })
})

test('kicked out while sending: what was acknowledged lies before the kick, nothing after it', async () => {
  const {
    people: [u1, u2],
  } = await chatWorld('u1', 'u2')
  const { id } = await createGroup(u1, u2)
  const [owner, victim] = [await u1.connect(), await u2.connect()]

  const sending = numbers(40).map((n) => victim.say(id, `m${n}`))
  await sending[5]
  await u1.ok(`/api/topic/admin/kickout/${id}/u2`)
  const acks = await Promise.all(sending)

  const history = (await historyOf(u1, id, { limit: 100 })).toReversed()
  const kick = history.find((item) => item.content.type === 'topic.kickout')!
  const sent = history.filter((item) => item.content.type === 'text')
  expect(acks.filter((ack) => ack.code === 200).map((ack) => ack.seq)).toEqual(sent.map((item) => item.seq))
  expect(sent.every((item) => item.seq < kick.seq)).toBe(true)
  expect(acks.every((ack) => ack.code === 200 || ack.code === 403)).toBe(true)
  expect(history.map((item) => item.seq)).toEqual(numbers(history.length))
  expect((await victim.chats()).at(-1)).toMatchObject({ seq: kick.seq, content: { type: 'topic.kickout' } })
  expect((await owner.chats()).map((frame) => frame.seq)).toEqual(numbers(history.length).slice(1))
  expect((await listOf(u2)).items).toEqual([])
})

test('dismissed while all send: the dismissal is the last word, and no list holds the group', async () => {
  const {
    people: [u1, u2, u3],
  } = await chatWorld('u1', 'u2', 'u3')
  const { id } = await createGroup(u1, u2, u3)
  const sockets = [await u1.connect(), await u2.connect(), await u3.connect()]

  const sending = sockets.flatMap((socket) => numbers(20).map((n) => socket.say(id, `m${n}`)))
  await sending[3]
  await u1.ok(`/api/topic/dismiss/${id}`)
  const acks = await Promise.all(sending)

  const history = (await historyOf(u1, id, { limit: 100 })).toReversed()
  expect(history.at(-1)!.content.type).toBe('topic.dismiss')
  expect(history.map((item) => item.seq)).toEqual(numbers(history.length))
  expect(acks.filter((ack) => ack.code === 200)).toHaveLength(history.length - 2)
  for (const person of [u1, u2, u3]) expect((await listOf(person)).items).toEqual([])
})

test('handed over twice at once: one owner, and only the first hand-over counts', async () => {
  const {
    people: [u1, u2, u3],
  } = await chatWorld('u1', 'u2', 'u3')
  const { id } = await createGroup(u1, u2, u3)

  const answers = await Promise.all(['u2', 'u3'].map((to) => u1.refused(`/api/topic/admin/transfer/${id}/${to}`)))

  expect(new Set(answers.map(([status]) => status))).toEqual(new Set([200, 403]))
  const winner = answers[0]![0] === 200 ? 'u2' : 'u3'
  expect(await topicOf(u1, id)).toMatchObject({ ownerId: winner, lastSeq: 2 })
})

test('added by several at once a member joins once', async () => {
  const {
    people: [u1],
  } = await chatWorld('u1', 'u2')
  const { id } = await createGroup(u1)

  await Promise.all(numbers(6).map(() => u1.ok(`/api/topic/invite/${id}/u2`)))

  expect(await topicOf(u1, id)).toMatchObject({ members: 2, lastSeq: 2 })
})

test('quitting while being kicked out leaves once', async () => {
  const {
    people: [u1, u2],
  } = await chatWorld('u1', 'u2')
  const { id } = await createGroup(u1, u2)

  const [quit, kick] = await Promise.all([
    u2.refused(`/api/topic/quit/${id}`),
    u1.refused(`/api/topic/admin/kickout/${id}/u2`),
  ])

  expect([quit[0], kick[0]].filter((status) => status === 200)).toHaveLength(1)
  expect(await topicOf(u1, id)).toMatchObject({ members: 1, lastSeq: 2 })
})

test('a change that failed half-way leaves nothing of itself behind, not even in what is remembered', async () => {
  const {
    people: [u1, u2],
    db,
  } = await chatWorld('u1', 'u2', 'u3')
  const { id } = await createGroup(u1, u2)
  const [mine, theirs] = [await u1.connect(), await u2.connect()]
  // The kickout's last statement fails, after the transaction has read and cached its uncommitted members.
  await db.pool.query(`create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$`)
  await db.pool.query(
    `create trigger refuse before update of removed_at on conversation for each row
     when (new.removed_at is not null) execute function refuse()`,
  )
  expect((await u1.refused(`/api/topic/admin/kickout/${id}/u2`))[0]).toBe(500)
  await db.pool.query('drop trigger refuse on conversation')

  await u1.ok(`/api/topic/invite/${id}/u3`)
  await mine.say(id, '都在吗')

  expect((await theirs.chats()).map((frame) => frame.content.type)).toEqual(['topic.join', 'text'])
  expect(await conversationOf(u2, id)).toMatchObject({ unread: 1, members: 3 })
  expect((await theirs.say(id, '在')).code).toBe(200)
})

test('reading on several sockets at once never goes back', async () => {
  const {
    people: [u1, u2],
  } = await chatWorld('u1', 'u2')
  const sender = await u1.connect()
  await Promise.all(numbers(30).map((n) => sender.say('u1:u2', `m${n}`)))
  const sockets = await Promise.all(numbers(6).map(() => u2.connect()))

  sockets.forEach((socket, n) => {
    for (const seq of [5, 30, 10, 20, 1]) socket.wire.send({ type: 'read', topicId: 'u2:u1', seq: (seq + n) % 31 || 1 })
  })
  await Promise.all(sockets.map((socket) => socket.wire.roundTrip()))

  expect(await conversationOf(u2, 'u2:u1')).toMatchObject({ lastReadSeq: 30, unread: 0 })
})

test('sending, reading, reading all, marking and setting at once: nothing waits for ever, nothing fails', async () => {
  const {
    people: [u1, u2],
  } = await chatWorld('u1', 'u2')
  const groups = await Promise.all(numbers(4).map(() => createGroup(u1, u2)))
  const send = { content: { type: 'text', text: 'x' } }

  const calls = numbers(12).flatMap((n) => {
    const { id } = groups[n % groups.length]!
    return [
      u1.refused(`/api/chat/send/${id}`, send),
      u2.refused(`/api/chat/read/${id}`),
      u2.refused('/api/chat/readall'),
      u2.refused(`/api/chat/unread/${id}`),
      u2.refused(`/api/chat/update/${id}`, { sticky: n % 2 === 0 }),
      u2.refused(`/api/chat/clear_messages/${id}`),
    ]
  })

  expect(new Set((await Promise.all(calls)).map(([status]) => status))).toEqual(new Set([200]))
  const { items } = await listOf(u2)
  expect(new Set(items.map((item) => item.updatedAt)).size).toBe(4)
})
