import { setTimeout as sleep } from 'node:timers/promises'
import { SOCKET_PATH } from '@ruwu/contract'
import { TestSocket } from '@ruwu/testkit'
import { registerAll } from './chat-server.ts'

const LATE_MS = 5000

/** Two well-behaved clients in their own process beside the fuzzing ones; when stdin ends they print what failed for them. */
const url = process.env.SERVER_URL ?? ''
const [first, second] = await registerAll(url, ['calm1', 'calm2'])
const open = (token = '') => TestSocket.open(`${url.replace('http', 'ws')}${SOCKET_PATH}?token=${token}`)
const [mine, theirs] = [await open(first), await open(second)]
const end = new AbortController()
process.stdin.resume().once('end', () => end.abort())

const wrong: string[] = []
let sent = 0
while (!end.signal.aborted) {
  sent += 1
  const text = `m${sent}`
  const began = performance.now()
  mine.send({ type: 'chat', chatId: text, topicId: 'calm1:calm2', content: { type: 'text', text } })
  try {
    const ack = await mine.next((frame) => frame.type === 'resp' && frame.chatId === text)
    if (ack.type !== 'resp' || ack.code !== 200 || ack.seq !== sent)
      wrong.push(`ack of ${text}: ${JSON.stringify(ack)}`)
    await theirs.next((frame) => frame.type === 'chat' && frame.seq === sent && frame.content.text === text)
  } catch (error) {
    wrong.push(`${text}: ${String(error)}`)
    break
  }
  const took = performance.now() - began
  if (took > LATE_MS) wrong.push(`${text} took ${Math.round(took)} ms`)
  mine.frames.length = 0
  theirs.frames.length = 0
  await sleep(100)
}
await Promise.all([mine.close(), theirs.close()])
console.log(JSON.stringify({ sent, wrong }))
