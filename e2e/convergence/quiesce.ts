import { setTimeout as sleep } from 'node:timers/promises'
import { SOCKET } from '@ruwu/domain'
import type { Simulation, Seat } from './simulation.ts'
import { storedConversations } from './stored.ts'

const MOST_ROUNDS = 20
const ROUND_MS = SOCKET.responseTimeoutMs + 1000
const STILL_LATE_MS = 10

/** Ends all faults, resends what failed, and lets timers run until every client is connected and up to date. */
export async function quiesce(simulation: Simulation): Promise<void> {
  await simulation.calmDown()
  // Losses are noticed at a reconnect, or by the gap before the next message alone.
  if (simulation.endsByReconnecting) for (const seat of simulation.seats) seat.client.reconnect()
  else for (const topicId of simulation.topics) simulation.say(simulation.seats[0]!, topicId)
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    await simulation.settle()
    simulation.pass(ROUND_MS)
    await simulation.settle()
    if ((await stillOpen(simulation)).length === 0) break
    for (const seat of simulation.seats)
      for (const topicId of simulation.topicsOf(seat)) simulation.retry(seat, topicId)
    for (const post of simulation.posts) simulation.repost(post)
    await sleep(STILL_LATE_MS)
  }
  simulation.errors.push(...(await stillOpen(simulation)))
  for (const seat of simulation.seats)
    for (const topicId of simulation.topicsOf(seat)) await pageToTheStart(simulation, seat, topicId)
  await simulation.settle()
}

/** A topic without messages has no conversation, and the server refuses its history. */
async function pageToTheStart(simulation: Simulation, { userId, client }: Seat, topicId: string): Promise<void> {
  const stored = await storedConversations(simulation.nodes, topicId)
  if (!stored.some(({ ownerId }) => ownerId === userId)) return
  while ((await client.history(topicId, { limit: 1000 })).hasMore);
}

/** Clients that are not connected, messages that are unsent, and open topics without their newest message. */
async function stillOpen(simulation: Simulation): Promise<string[]> {
  const open = [...simulation.posts].map(({ text }) => `no answer to ${text}`)
  for (const { name, client } of simulation.seats)
    if (client.status !== 'connected') open.push(`${name} is ${client.status}`)
  for (const topicId of simulation.topics) {
    const [stored] = await storedConversations(simulation.nodes, topicId)
    for (const { name, client } of simulation.seats.filter((seat) => simulation.topicsOf(seat).includes(topicId))) {
      const held = client.messages(topicId)
      const unsent = held.filter(({ status }) => status !== 'sent')
      for (const { status, content, error } of unsent) open.push(`${name} ${status} ${content.text} ${error ?? ''}`)
      const last = held.at(-1)?.seq
      if (held.length > 0 && last !== stored?.lastSeq) open.push(`${name} ends with ${last} in ${topicId}`)
    }
  }
  return open
}
