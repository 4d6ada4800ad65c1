import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import type { ChatClient } from './chat-client.ts'
import type { Message } from './message.ts'
import { type ChatStorage, memoryStorage } from './storage.ts'
import type { Line } from './testing/fake-server.ts'
import { seeded, world } from './testing/world.ts'

const SEEDS = 60
const STEPS = 120
const TOPICS = ['u1:u2', 'group']
const PEOPLE = ['u1', 'u2', 'u3', 'u1']

type Seat = { userId: string; storage: ChatStorage; client: ChatClient }

/** Several clients, random steps, then peace; everything below happens by one seed. */
async function live(seed: number) {
  const random = seeded(seed)
  const chance = (probability: number) => random() < probability
  const any = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!
  const it = world(random)
  it.server.addTopic('u1:u2', ['u1', 'u2'])
  it.server.addTopic('group', ['u1', 'u2', 'u3'])

  const seats: Seat[] = []
  for (const userId of PEOPLE) {
    const storage = memoryStorage()
    seats.push({ userId, storage, client: await it.online(userId, storage) })
  }
  const said: { text: string; topicId: string; seat: Seat }[] = []
  const hasFailed = new Set<string>()
  const isLossy = seed % 3 === 0
  const told: number[][] = []
  const watch = ({ client }: Seat) => {
    client.on('sendFailed', (message) => hasFailed.add(message.content.text ?? ''))
    const byTopic = new Map(TOPICS.map((topicId) => [topicId, [] as number[]]))
    client.on('topicMessage', ({ topicId, seq }) => byTopic.get(topicId === 'u2:u1' ? 'u1:u2' : topicId)!.push(seq))
    told.push(...byTopic.values())
  }
  seats.forEach(watch)

  const topicsOf = ({ userId }: Seat) => TOPICS.filter((id) => id === 'group' || userId !== 'u3')
  const ownOf = (seat: Seat, topicId: string) =>
    seat.client.messages(topicId).filter((message) => message.isSentByMe && message.content.type === 'text')

  /** Copies that arrive once more, much later. */
  const ghosts = new Map<Line, string[]>()
  const steps: Record<string, (seat: Seat, topicId?: string) => unknown> = {
    send(seat, topicId = any(topicsOf(seat))) {
      for (let left = 1 + Math.floor(random() * 3); left > 0; left -= 1) {
        const text = `${seat.userId} ${said.length}`
        said.push({ text, topicId, seat })
        seat.client.sendText(topicId, text).catch(() => undefined)
      }
    },
    recall(seat) {
      const topicId = any(topicsOf(seat))
      const target = any(ownOf(seat, topicId))
      if (target) seat.client.recall(topicId, target.chatId).catch(() => undefined)
    },
    extra(seat) {
      const topicId = any(topicsOf(seat))
      const target = any(ownOf(seat, topicId))
      if (target) seat.client.updateExtra(topicId, target.chatId, { n: String(random()) }).catch(() => undefined)
    },
    arrive() {
      const line = any([...it.server.lines])
      if (!line) return
      for (let left = Math.floor(random() * 8); left > 0; left -= 1) {
        if (isLossy && chance(0.1)) line.up.shift()
        if (isLossy && chance(0.1)) line.down.shift()
        const ghost = ghosts.get(line)?.pop()
        if (ghost !== undefined && chance(0.5)) line.down.push(ghost)
        const first = line.down[0]
        if (first !== undefined && chance(0.1)) ghosts.set(line, [first, ...(ghosts.get(line) ?? [])])
        if (first !== undefined && chance(0.15)) line.down.splice(1 + Math.floor(random() * 3), 0, first)
        if (first !== undefined && chance(0.15)) line.down.splice(2, 0, line.down.shift()!)
        if (chance(0.5)) it.server.takeUp(line)
        if (chance(0.7)) it.server.takeDown(line)
      }
    },
    admit: () => it.server.admit(),
    disconnect: () => it.server.lines.size > 0 && it.server.cut(any([...it.server.lines])),
    restart() {
      it.server.restart()
      it.server.isUp = chance(0.5)
    },
    up: () => (it.server.isUp = true),
    badNetwork() {
      const failureRate = chance(0.5) ? 0.4 : 0
      it.server.failCall = () => chance(failureRate)
    },
    wait: () => it.pass(Math.floor(random() * 12_000)),
    history: (seat) => void seat.client.history(any(topicsOf(seat)), { limit: 5 }).catch(() => undefined),
    read: (seat) => void seat.client.read(any(topicsOf(seat))).catch(() => undefined),
    async reload(seat) {
      // A message sent this very moment is not stored yet, and nobody was promised anything.
      await it.settle()
      it.crash(seat.client)
      it.server.isUp = true
      it.server.failCall = () => false
      seat.client = await it.client(seat.userId, seat.storage)
      watch(seat)
      await seat.client.connect()
    },
  }

  const weights: [string, number][] = [
    ['send', 8],
    ['arrive', 16],
    ['admit', 4],
    ['wait', 4],
    ['disconnect', 2],
    ['restart', 0.7],
    ['up', 2],
    ['recall', 2],
    ['extra', 3],
    ['badNetwork', 1],
    ['history', 2],
    ['read', 1],
    ['reload', 0.7],
  ]
  const total = weights.reduce((sum, [, weight]) => sum + weight, 0)
  for (let step = 0; step < STEPS; step += 1) {
    let left = random() * total
    const [name] = weights.find(([, weight]) => (left -= weight) < 0)!
    await steps[name]!(any(seats))
    await it.settle(1)
  }

  // Peace: the network is whole again, and what failed is sent once more.
  it.server.isUp = true
  it.server.failCall = () => false
  await it.flush()
  // What was lost shows when everybody reconnects, or by the next message alone.
  if (seed % 2 === 0) it.server.restart()
  else for (const topicId of TOPICS) steps.send!(seats[0]!, topicId)
  for (let round = 0; round < 12; round += 1) {
    await it.settle(1)
    it.pass(8000)
    await it.flush()
    for (const seat of seats) {
      for (const topicId of topicsOf(seat)) {
        const failed = seat.client.messages(topicId).filter((message) => message.status === 'failed')
        for (const message of failed) seat.client.retry(topicId, message.chatId).catch(() => undefined)
      }
    }
  }
  await it.flush()
  // Whatever is open has caught up by itself.
  const isCurrent = seats.every((seat) =>
    topicsOf(seat).every((topicId) => {
      const last = seat.client.messages(topicId).at(-1)
      return !last || last.seq === it.server.topics.get(topicId)!.log.length
    }),
  )
  for (const seat of seats) {
    for (const topicId of topicsOf(seat)) {
      while ((await seat.client.history(topicId, { limit: 1000 })).hasMore);
    }
  }
  return { ...it, isCurrent, seats, told, said, hasFailed, topicsOf }
}

const shown = ({ seq, chatId, senderId, content, recall }: Message) => ({ seq, chatId, senderId, content, recall })
const isSorted = (numbers: number[]) => numbers.every((n, index) => index === 0 || numbers[index - 1]! < n)
const isRow = (numbers: number[]) => numbers.every((n, index) => n === numbers[0]! + index)

/** What is wrong at the end, in words. */
async function complaintsOf({ server, isCurrent, seats, told, said, hasFailed, topicsOf, errors }: Life) {
  const complaints: unknown[] = [...errors]
  const check = (isRight: boolean, words: string) => isRight || complaints.push(words)
  check(isCurrent, 'something open has not caught up')
  check(told.every(isRow), 'a message was told twice, late or not at all')
  for (const [topicId, topic] of server.topics) {
    const truth = topic.log.map((log) => shown({ ...log, chatId: log.id } as unknown as Message))
    for (const seat of seats.filter((each) => topicsOf(each).includes(topicId))) {
      const held = seat.client.messages(topicId)
      check(isDeepStrictEqual(held.map(shown), truth), `${seat.userId} holds other messages of ${topicId}`)
      check(
        held.every(({ status }) => status === 'sent'),
        `${seat.userId} has something unsent in ${topicId}`,
      )
      const [own, theirs] = [await seat.client.conversation(topicId), server.conversation(topic, seat.userId)]
      for (const key of ['unread', 'lastSeq', 'lastReadSeq'] as const)
        check(own[key] === theirs[key], `${seat.userId} counts another ${key} in ${topicId}`)
    }
    const texts = topic.log.flatMap(({ content }) => (content.type === 'text' ? [content.text!] : []))
    const recalled = topic.log.filter(({ recall }) => recall).length
    check(new Set(texts).size === texts.length, `something is twice in ${topicId}`)
    check(texts.length + recalled === said.filter((each) => each.topicId === topicId).length, `lost in ${topicId}`)
    for (const seat of seats) {
      const smooth = said.filter((each) => each.seat === seat && each.topicId === topicId && !hasFailed.has(each.text))
      const places = smooth.map(({ text }) => texts.indexOf(text)).filter((place) => place >= 0)
      check(isSorted(places), `${seat.userId} said it in another order in ${topicId}`)
    }
  }
  return complaints
}
type Life = Awaited<ReturnType<typeof live>>

test(`over ${SEEDS} random lives all clients hold the same messages in the same order`, async () => {
  const wrong: Record<number, unknown[]> = {}

  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const complaints = await complaintsOf(await live(seed))
    if (complaints.length > 0) wrong[seed] = complaints
  }

  expect(wrong).toEqual({})
})
