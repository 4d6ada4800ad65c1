import { randomUUID } from 'node:crypto'
import type { Run } from '../scripts/lib/figures-runner.ts'
import { startChatServer, registerAll } from './chat-server.ts'
import { measureFanOut } from './fan-out.ts'
import { measureIdleSockets } from './idle-sockets.ts'
import { load, type LoadResult, percentile } from './load.ts'

const CALLERS = 64
const ROUNDS = 5
/** Rounds of each before it counts: what runs often is compiled only after thousands of requests. */
const WARM_UPS = 2
/** Each caller speaks for several users in turn, so that none is held to a person's pace. */
const USERS = CALLERS * 4

/** Sending at 64 callers, against a bare route that only does the same batched insert. */
export const run: Run = async (report, { isSmall }) => {
  const ms = isSmall ? 1_000 : 3_000
  const product = await startChatServer()
  try {
    const names = Array.from({ length: USERS }, (_, n) => `bench${n}`)
    const tokens = await registerAll(product.server.url, names)
    const content = { type: 'text', text: '你好，想问下全屋定制多少钱一平？我家 89 平三房' }
    const topics = names.map(() => randomUUID())
    const bareUrl = await product.bareUrl(topics)

    const bare = () =>
      load({
        url: bareUrl,
        callers: CALLERS,
        ms,
        body: (caller, n) =>
          JSON.stringify({
            topicId: topics[userOf(caller, n)],
            chatId: `${caller}-${n}-${Math.random()}`,
            senderId: names[caller],
            content,
          }),
      })
    const ours = (pauseMs?: number) =>
      load({
        url: `${product.server.url}/api/chat/send`,
        callers: CALLERS,
        ms,
        ...(pauseMs === undefined ? {} : { pauseMs }),
        headers: (caller, n) => ({ authorization: `Bearer ${tokens[userOf(caller, n)]}` }),
        body: (caller, n) =>
          JSON.stringify({
            attendee: names[(userOf(caller, n) + 1) % USERS],
            chatId: `${caller}-${n}-${Math.random()}`.slice(0, 40),
            content,
          }),
      })
    for (let round = 0; round < WARM_UPS; round += 1) {
      await bare()
      await ours()
    }
    // In turns, so that whatever else the machine does meets both.
    const rounds: { limit: LoadResult; sent: LoadResult }[] = []
    for (let round = 0; round < ROUNDS; round += 1) rounds.push({ limit: await bare(), sent: await ours() })
    const middle = rounds.toSorted((a, b) => ratioOf(a) - ratioOf(b))[Math.floor(ROUNDS / 2)]
    if (!middle) throw new Error('nothing was measured')
    const { limit, sent } = middle
    const ratio = ratioOf(middle)
    report({
      name: 'chat.bare_insert',
      value: limit.perSecond,
      unit: 'messages/s',
      budget: '-',
      isWithin: limit.failed === 0,
    })
    report({ name: 'chat.send', value: sent.perSecond, unit: 'messages/s', budget: '-', isWithin: sent.failed === 0 })
    report({ name: 'chat.send_ratio', value: ratio, unit: 'of bare', budget: '>= 0.6', isWithin: ratio >= 0.6 })

    // Each caller waits as long as it worked: about half the load.
    const half = await ours((CALLERS / sent.perSecond) * 1000)
    report({
      name: 'chat.half_load',
      value: half.perSecond,
      unit: 'messages/s',
      budget: '-',
      isWithin: half.failed === 0,
    })
    report({ name: 'chat.ack_p50', value: percentile(half.latencies, 0.5), unit: 'ms', budget: '-', isWithin: true })
    report({ name: 'chat.ack_p99', value: percentile(half.latencies, 0.99), unit: 'ms', budget: '-', isWithin: true })
  } finally {
    await product.stop()
  }
  await measureFanOut(report, isSmall)
  await measureIdleSockets(report, isSmall)
}

const userOf = (caller: number, n: number) => caller * 4 + (n % 4)

const ratioOf = ({ limit, sent }: { limit: LoadResult; sent: LoadResult }) => sent.perSecond / limit.perSecond
