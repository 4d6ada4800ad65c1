import { createHash, createHmac, randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { SIMULATOR_KEY } from '@ruwu/e2e/simulator-process.ts'

/** The application of the simulator; the server must be started with the same `SIMULATOR_KEY`. */
const CLIENT_KEY = 'awsim0001'
const CLIENT_SECRET = createHmac('sha256', SIMULATOR_KEY).update('douyin client secret').digest('hex')

export type InboundLoad = {
  url: string
  accountId: string
  customers: number
  events: number
  perSecond: number
  /** Parts of the events that come twice, and that come after their successors. */
  duplicated: number
  reordered: number
  random(): number
  /** The number of the first event; 0 by default. */
  first?: number
  /** Told before each call. */
  onPost?(n: number): void
}

export type InboundFigures = { answerMs: number[]; failed: number; sent: number; seconds: number }

/**
 * Calls as the platform would make them, at a fixed pace whatever the server does. Customers' messages are numbered, so that
 * what arrived can be told from what did not.
 */
export async function drive(load: InboundLoad): Promise<InboundFigures> {
  const agent = new Agent({ keepAlive: true, maxSockets: 200 })
  const answerMs: number[] = []
  const waiting: Promise<void>[] = []
  let failed = 0
  const started = performance.now()
  const post = (body: string, key: string) =>
    new Promise<void>((resolve) => {
      const from = performance.now()
      const headers = headersOf(body, key)
      const call = request(load.url + HOOK_PATH, { method: 'POST', agent, headers }, (response) => {
        response.resume()
        response.once('end', () => {
          answerMs.push(performance.now() - from)
          if (response.statusCode !== 200) failed += 1
          resolve()
        })
      })
      call.once('error', () => {
        failed += 1
        resolve()
      })
      call.end(body)
    })
  let sent = 0
  const later: { at: number; body: string; key: string }[] = []
  for (let n = 0; n < load.events;) {
    const due = Math.min(load.events, Math.floor(((performance.now() - started) / 1000) * load.perSecond))
    for (; n < due; n += 1) {
      const no = (load.first ?? 0) + n
      const [body, key] = [eventOf(load, no), randomUUID()]
      sent += 1
      load.onPost?.(no)
      if (load.random() < load.reordered) later.push({ at: performance.now() + 20 + load.random() * 200, body, key })
      else waiting.push(post(body, key))
      if (load.random() < load.duplicated) later.push({ at: performance.now() + load.random() * 500, body, key })
    }
    for (const each of later.splice(0)) {
      if (each.at <= performance.now()) waiting.push(post(each.body, each.key))
      else later.push(each)
    }
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  for (const each of later) waiting.push(post(each.body, each.key))
  await Promise.all(waiting)
  agent.destroy()
  return { answerMs, failed, sent, seconds: (performance.now() - started) / 1000 }
}

const HOOK_PATH = '/hooks/douyin'

const headersOf = (body: string, key: string) => ({
  'content-type': 'application/json',
  'x-douyin-signature': createHash('sha1').update(CLIENT_SECRET).update(body).digest('hex'),
  'msg-id': key,
  'content-length': String(Buffer.byteLength(body)),
})

type Message = { accountId: string; customer: string; n: number; text: string }

/** A customer's message as the platform would send it. */
export function messageCall(message: Message): { path: string; body: string; headers: Record<string, string> } {
  const body = messageBody(message)
  return { path: HOOK_PATH, body, headers: headersOf(body, randomUUID()) }
}

const eventOf = ({ accountId, customers }: InboundLoad, n: number): string =>
  messageBody({ accountId, customer: `_000load${n % customers}`, n, text: `第 ${Math.floor(n / customers)} 句` })

function messageBody({ accountId, customer, n, text }: Message): string {
  const content = {
    conversation_short_id: `@conv-${customer}==`,
    server_message_id: `@in-load-${n}==`,
    conversation_type: 1,
    create_time: Date.now(),
    message_type: 'text',
    text,
    source: '',
    scene_type: 100,
    user_infos: [{ open_id: customer, nick_name: customer, avatar: '' }],
  }
  return JSON.stringify({
    event: 'im_receive_msg',
    client_key: CLIENT_KEY,
    from_user_id: customer,
    to_user_id: accountId,
    log_id: String(n),
    content: JSON.stringify(content),
  })
}
