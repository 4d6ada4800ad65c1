import { setTimeout as sleep } from 'node:timers/promises'
import { SOCKET } from '@ruwu/domain'
import type { Life, Seat } from './simulation.ts'
import { storedConversations } from './stored.ts'

const MOST_ROUNDS = 20
const ROUND_MS = SOCKET.responseTimeoutMs + 1000
const STILL_LATE_MS = 10

/** The network is whole again and what failed is sent once more; then there is time. */
export async function makePeace(life: Life): Promise<void> {
  await life.calmDown()
  // What was lost shows when everybody reconnects, or by the next message alone.
  if (life.endsByReconnecting) for (const seat of life.seats) seat.client.reconnect()
  else for (const topicId of life.topics) life.say(life.seats[0]!, topicId)
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    await life.settle()
    life.pass(ROUND_MS)
    await life.settle()
    if ((await stillOpen(life)).length === 0) break
    for (const seat of life.seats) for (const topicId of life.topicsOf(seat)) life.retry(seat, topicId)
    for (const post of life.posts) life.repost(post)
    await sleep(STILL_LATE_MS)
  }
  life.errors.push(...(await stillOpen(life)))
  for (const seat of life.seats) for (const topicId of life.topicsOf(seat)) await pageToTheStart(life, seat, topicId)
  await life.settle()
}

/** Where nobody ever spoke there is no conversation, and a client that asks for its history is told so. */
async function pageToTheStart(life: Life, { userId, client }: Seat, topicId: string): Promise<void> {
  const stored = await storedConversations(life.nodes, topicId)
  if (!stored.some(({ ownerId }) => ownerId === userId)) return
  while ((await client.history(topicId, { limit: 1000 })).hasMore);
}

/** Who is not connected, what is unsent, and what is open and does not show the newest message by itself. */
async function stillOpen(life: Life): Promise<string[]> {
  const open = [...life.posts].map(({ text }) => `nobody answered ${text}`)
  for (const { name, client } of life.seats) if (client.status !== 'connected') open.push(`${name} is ${client.status}`)
  for (const topicId of life.topics) {
    const [stored] = await storedConversations(life.nodes, topicId)
    for (const { name, client } of life.seats.filter((seat) => life.topicsOf(seat).includes(topicId))) {
      const held = client.messages(topicId)
      const unsent = held.filter(({ status }) => status !== 'sent')
      for (const { status, content, error } of unsent) open.push(`${name} ${status} ${content.text} ${error ?? ''}`)
      const last = held.at(-1)?.seq
      if (held.length > 0 && last !== stored?.lastSeq) open.push(`${name} ends with ${last} in ${topicId}`)
    }
  }
  return open
}
