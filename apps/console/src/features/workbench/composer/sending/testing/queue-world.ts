import { CustomerId, MessageId } from '@ruwu/contract'
import type { KeyValueStorage } from '../../../../../browser/storage.ts'
import { memoryStorage } from '../../../../../testing/memory-storage.ts'
import { createOutgoingStorage } from '../outgoing-storage.ts'
import { type Outgoing, type OutgoingContent, readOutgoing } from '../outgoing.ts'
import { createSendQueue, type SendAnswer } from '../send-queue.ts'
import type { Refusal } from '../send-outcome.ts'

export const ada = CustomerId.parse('a'.repeat(32))
export const bob = CustomerId.parse('b'.repeat(32))
export const say = (text: string): OutgoingContent => ({ type: 'text', text })

type Call = {
  message: Outgoing
  answer: (part?: Partial<SendAnswer>) => Promise<void>
  refuse: (error: Error) => Promise<void>
}
type Returned = {
  customerId: CustomerId
  texts: (string | undefined)[]
  quote: string | undefined
  refusal: Refusal | undefined
}

type WorldOptions = {
  memory?: KeyValueStorage
  pageId?: string
  start?: string
  agrees?: boolean
  /** What every message waits for before it is sent. */
  turn?: Promise<void>
}

/** A queue whose server, clock, network and thread the test holds in its hands. */
export function queueWorld({
  memory = memoryStorage(),
  pageId = 'page1',
  start,
  agrees = true,
  turn,
}: WorldOptions = {}) {
  let time = Date.parse(start ?? '2026-03-16T02:00:00.000Z')
  let isOnline = true
  let count = 0
  let timers: { at: number; run: () => void }[] = []
  const calls: Call[] = []
  const shown = new Map<string, string>()
  const returned: Returned[] = []
  const asked: Refusal[] = []
  const told: string[] = []
  const answers: SendAnswer[] = []

  const outgoing = createOutgoingStorage({ storage: memory, agentId: 'lin', pageId, now: () => time })
  const queue = createSendQueue({
    send: (message) =>
      new Promise((resolve, reject) => {
        calls.push({
          message,
          answer: (part) => {
            resolve({ ...answerTo(message, time), ...part })
            return flush()
          },
          refuse: (error) => {
            reject(error)
            return flush()
          },
        })
      }),
    inOrder: (_, step) => (turn ? turn.then(step) : step()),
    thread: {
      add: ({ chatId }) => void shown.set(chatId, 'sending'),
      settle: (_, { chatId }) => void shown.set(chatId, 'sent'),
      fail: (_, chatId, reason) => void shown.set(chatId, reason),
      remove: (_, chatId) => void shown.delete(chatId),
    },
    storage: outgoing,
    timers: {
      now: () => time,
      after: (ms, run) => {
        const timer = { at: time + ms, run }
        timers.push(timer)
        return () => {
          timers = timers.filter((it) => it !== timer)
        }
      },
    },
    now: () => new Date(time),
    newChatId: () => `${pageId}-m${++count}`,
    pageId,
    isOnline: () => isOnline,
    ask: (_, refusal) => {
      asked.push(refusal)
      return Promise.resolve(agrees)
    },
    onReturn: (messages, refusal) =>
      returned.push({
        customerId: messages[0]!.customerId,
        texts: messages.map((it) => it.content.text),
        quote: messages[0]!.quote?.chatId,
        refusal,
      }),
    tell: (reason) => told.push(reason),
    onAnswer: (_, answer) => answers.push(answer),
    onUnsent: () => {},
  })

  return {
    queue,
    memory,
    calls,
    shown,
    returned,
    asked,
    told,
    answers,
    /** What a reload would find. */
    kept: () => readOutgoing(memory.get('ruwu.outgoing.lin')),
    /** What was sent so far, as texts. */
    sent: () => calls.map(({ message }) => message.content.text),
    async advance(ms: number) {
      time += ms
      const due = timers.filter((it) => it.at <= time)
      timers = timers.filter((it) => it.at > time)
      for (const { run } of due) run()
      await flush()
    },
    async setOnline(value: boolean) {
      isOnline = value
      if (value) queue.wake()
      await flush()
    },
    async adopt(isOpen: (id: string) => boolean = () => false) {
      queue.adopt(outgoing.adopt(isOpen))
      await flush()
    },
  }
}

export const flush = () => new Promise<void>((resolve) => setImmediate(resolve))

const answerTo = ({ chatId }: Outgoing, time: number): SendAnswer => ({
  id: MessageId.parse('c'.repeat(32)),
  chatId,
  seq: 1,
  createdAt: new Date(time).toISOString(),
  status: 0,
  quota: { left: 2, max: 3, closesAt: null, ruleId: 'redbook.before.reply' },
})
