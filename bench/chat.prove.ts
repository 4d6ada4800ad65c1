import { setTimeout as sleep } from 'node:timers/promises'
import { Server } from '@ruwu/e2e/server.ts'
import type { Report, Run } from '../scripts/lib/figures-runner.ts'
import { createGroup, post, registerAll, sendChat } from './chat-server.ts'
import { killUnder, type Load } from './killed-server.ts'

const SENDERS = 64

type Ack = { topic: string; seq: number }
type Item = { id: string; seq: number }

/**
 * The whole server is killed under 64 senders. What it had acknowledged is there under its number, no name is stored twice,
 * and every topic's numbers run without a gap. What was not acknowledged is sent again under the same name.
 */
export const run: Run = async (report) => {
  const server = await Server.start()
  try {
    await killUnder(server, [await openSenders(server)], report, { rounds: 10, seed: 7, killsDatabase: true })
  } finally {
    await server.stop()
  }
}

/** Half of them write to one group, the others to each other. */
export async function openSenders({ url }: Server): Promise<Load> {
  const acked = new Map<string, Ack>()
  const open = new Map<string, string>()
  const names = Array.from({ length: SENDERS }, (_, n) => `kill${n}`)
  const tokens = await registerAll(url, names)
  const group = await createGroup(url, tokens[0] ?? '', names)
  const write = (round: number) =>
    Promise.all(
      names.map((name, index) => {
        const topic = index % 2 === 0 ? group : `${name}:${names[(index + 1) % SENDERS]}`
        return send(url, tokens[index] ?? '', topic, `${round}-${index}`, acked, open)
      }),
    )

  const check = async (report: Report, rounds: number) => {
    const resent = await resendOpen(url, tokens, acked, open)
    const topics = new Map<string, string>()
    for (const { topic } of acked.values())
      topics.set(topic, topic === group ? (tokens[0] ?? '') : (tokens[names.indexOf(topic.split(':')[0] ?? '')] ?? ''))
    const found = new Map<string, number>()
    let [gaps, twice] = [0, 0]
    for (const [topic, token] of topics) {
      const items = await readAll(url, token, topic)
      const seqs = items.map((item) => item.seq).toSorted((a, b) => a - b)
      gaps += seqs.filter((seq, index) => seq !== index + 1).length
      for (const { id, seq } of items) {
        if (found.has(`${topic} ${id}`)) twice += 1
        found.set(`${topic} ${id}`, seq)
      }
    }
    const lost = [...acked].filter(([chatId, { topic, seq }]) => found.get(`${topic} ${chatId}`) !== seq).length

    report({ name: 'chat.kill.rounds', value: rounds, unit: 'kills', budget: rounds, isWithin: true })
    report({
      name: 'chat.kill.acknowledged',
      value: acked.size,
      unit: 'messages',
      budget: '> 0',
      isWithin: acked.size > 0,
    })
    report({ name: 'chat.kill.resent', value: resent, unit: 'messages', budget: '-', isWithin: true })
    report({ name: 'chat.kill.lost', value: lost, unit: 'messages', budget: 0, isWithin: lost === 0 })
    report({ name: 'chat.kill.twice', value: twice, unit: 'messages', budget: 0, isWithin: twice === 0 })
    report({ name: 'chat.kill.gaps', value: gaps, unit: 'numbers', budget: 0, isWithin: gaps === 0 })
  }
  return { write, acknowledged: acked, check }
}

/** Sends until the server is gone. */
async function send(
  url: string,
  token: string,
  topic: string,
  prefix: string,
  acked: Map<string, Ack>,
  open: Map<string, string>,
) {
  for (let n = 0; ; n += 1) {
    const chatId = `${prefix}-${n}`
    open.set(chatId, topic)
    try {
      const { seq } = await sendChat(url, token, topic, chatId)
      acked.set(chatId, { topic, seq })
      open.delete(chatId)
    } catch (error) {
      // Too fast is an answer, not the end.
      if (!String(error).includes('429')) return
      open.delete(chatId)
      await sleep(50)
    }
  }
}

/** What got no answer may or may not be there; under the same name it is stored once either way. */
async function resendOpen(
  url: string,
  tokens: string[],
  acked: Map<string, Ack>,
  open: Map<string, string>,
): Promise<number> {
  for (const [chatId, topic] of open) {
    const token = tokens[Number(chatId.split('-')[1])] ?? ''
    const { seq } = await sendChat(url, token, topic, chatId)
    acked.set(chatId, { topic, seq })
  }
  return open.size
}

async function readAll(url: string, token: string, topic: string): Promise<Item[]> {
  const items: Item[] = []
  for (let lastSeq = 0; ;) {
    const page: { items: Item[]; hasMore: boolean; lastSeq: number } = await post(
      `${url}/api/chat/sync/${topic}`,
      token,
      { lastSeq, limit: 100 },
    )
    items.push(...page.items)
    if (!page.hasMore) return items
    lastSeq = page.lastSeq - 1
  }
}
