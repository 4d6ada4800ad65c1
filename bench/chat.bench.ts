import { randomUUID } from 'node:crypto'
import type { Run } from '../scripts/lib/figures-runner.ts'
import { chatPlace, registerAll } from './chat-place.ts'
import { load, percentile } from './load.ts'

const CALLERS = 64

/** Sending at 64 callers, against a bare route that only does the same batched insert. */
export const run: Run = async (report, { isSmall }) => {
  const ms = isSmall ? 2_000 : 8_000
  const place = await chatPlace()
  try {
    const names = Array.from({ length: CALLERS }, (_, n) => `bench${n}`)
    const tokens = await registerAll(place.server.url, names)
    const bareUrl = await place.bareUrl()
    const content = { type: 'text', text: '你好，想问下全屋定制多少钱一平？我家 89 平三房' }
    const topics = names.map(() => randomUUID())

    const bare = () =>
      load({
        url: bareUrl,
        callers: CALLERS,
        ms,
        body: (caller, n) =>
          JSON.stringify({
            topicId: topics[caller],
            chatId: `${caller}-${n}-${Math.random()}`,
            senderId: names[caller],
            content,
          }),
      })
    const ours = (pauseMs?: number) =>
      load({
        url: `${place.server.url}/api/chat/send`,
        callers: CALLERS,
        ms,
        ...(pauseMs === undefined ? {} : { pauseMs }),
        headers: (caller) => ({ authorization: `Bearer ${tokens[caller]}` }),
        body: (caller, n) =>
          JSON.stringify({
            attendee: names[(caller + 1) % CALLERS],
            chatId: `${caller}-${n}-${Math.random()}`.slice(0, 40),
            content,
          }),
      })
    await bare()
    await ours()
    const [limit, sent] = [await bare(), await ours()]
    const ratio = sent.perSecond / limit.perSecond
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
    await place.stop()
  }
}
