import { expect, test } from 'vitest'
import type { ChatClient } from './chat-client.ts'
import type { Message } from './message.ts'
import { type ChatStorage, memoryStorage } from './storage.ts'
import type { Line } from './testing/fake-server.ts'
import { seeded, world } from './testing/world.ts'

const SEEDS = 300
const STEPS = 150
const TOPICS = ['u1:u2', 'group']
const PEOPLE = ['u1', 'u2', 'u3', 'u1']

type Seat = { userId: string; storage: ChatStorage; client: ChatClient }

/** Several clients, random steps, then peace; everything below happens by one seed. */
async function live(seed: number) {
  const random = seeded(seed)
  const chance = (of: number) => random() < of
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
      for (let left = Math.floor(random() * 8); line && left > 0; left -= 1) {
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
      const of = chance(0.5) ? 0.4 : 0
      it.server.failCall = () => chance(of)
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
  for (const seat of seats) {
    for (const topicId of topicsOf(seat)) {
      while ((await seat.client.history(topicId, { limit: 1000 })).hasMore);
    }
  }
  return { ...it, seats, told, said, hasFailed, topicsOf }
}

const shown = ({ seq, chatId, senderId, content, recall }: Message) => ({ seq, chatId, senderId, content, recall })

test(`over ${SEEDS} random lives all clients hold the same messages in the same order`, async () => {
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const { server, seats, told, said, hasFailed, topicsOf, errors } = await live(seed)
    const note = `seed ${seed}`

    expect(errors, note).toEqual([])
    // Whoever listens hears of every message once and in order.
    for (const seqs of told) expect(seqs, note).toEqual(seqs.map((_, index) => seqs[0]! + index))
    for (const [topicId, { log }] of server.topics) {
      const truth = log.map(({ seq, id, senderId, content, recall }) => ({ seq, chatId: id, senderId, content, recall }))
      for (const seat of seats.filter((each) => topicsOf(each).includes(topicId))) {
        const held = seat.client.messages(topicId)
        expect(held.map(shown), `${note} ${seat.userId} ${topicId}`).toEqual(truth)
        const { unread, lastSeq, lastReadSeq } = server.conversation(server.topics.get(topicId)!, seat.userId)
        expect(await seat.client.conversation(topicId), note).toMatchObject({ unread, lastSeq, lastReadSeq })
        expect(held.every((message) => message.status === 'sent'), note).toBe(true)
      }
      const texts = log.flatMap(({ content, recall }) => (content.type === 'text' && !recall ? [content.text!] : []))
      expect(new Set(texts).size, note).toBe(texts.length)
      const recalled = log.filter(({ recall }) => recall).length
      expect(texts.length + recalled, note).toBe(said.filter((each) => each.topicId === topicId).length)
      for (const seat of seats) {
        const smooth = said.filter((each) => each.seat === seat && each.topicId === topicId && !hasFailed.has(each.text))
        const places = smooth.map(({ text }) => texts.indexOf(text)).filter((place) => place >= 0)
        expect(places, note).toEqual(places.toSorted((a, b) => a - b))
      }
    }
  }
}, 60_000)
