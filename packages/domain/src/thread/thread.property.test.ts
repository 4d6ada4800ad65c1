import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { second } from './testing/a-message.ts'
import { type ModelEvent, ModelThread } from './testing/model-thread.ts'
import { type ThreadPage, withBreak, withChange, withMessage, withPage } from './thread-messages.ts'
import { type SendAnswer, withAnswer, withFailure, withPending } from './thread-pending.ts'
import { freshThread } from './thread-state.ts'

const ME = { topicId: 'topic', senderId: 'lin', senderName: '林小满' }

/** A console whose pages and answers come in any order, and old. */
class Screen {
  state = freshThread()
  private readonly server: ModelThread
  private readonly pages: ThreadPage[] = []
  private readonly answers: SendAnswer[] = []
  private heard = 0
  private sent = 0

  constructor(server: ModelThread) {
    this.server = server
  }

  private apply(event: ModelEvent | undefined): void {
    if (!event) return
    this.state = event.type === 'cus_message' ? withMessage(this.state, event.message) : withChange(this.state, event)
  }

  hear(): void {
    if (this.heard < this.server.log.length) this.heard += 1
    this.apply(this.server.log[this.heard - 1])
  }

  hearAgain(back: number): void {
    this.apply(this.server.log[this.heard - 1 - back])
  }

  ask(which: 'older' | 'newer' | 'newest' | 'around', seq: number): void {
    const { messages } = this.state
    if (which === 'newest') this.pages.push(this.server.newest())
    else if (which === 'around') this.pages.push(this.server.around(seq))
    else if (which === 'older' && messages[0]) this.pages.push(this.server.older(messages[0].seq))
    else if (which === 'newer' && messages.length > 0) this.pages.push(this.server.newer(messages.at(-1)?.seq ?? 0))
  }

  show(which: number): void {
    const [page] = this.pages.splice(which % (this.pages.length || 1), 1)
    if (page) this.state = withPage(this.state, page)
  }

  send(): void {
    this.sent += 1
    this.state = withPending(this.state, this.draft(this.sent))
  }

  private draft(no: number) {
    return { chatId: `mine-${no}`, content: { type: 'text', text: `我的第${no}句` }, createdAt: second(no) }
  }

  reach(): void {
    for (const { chatId, content } of this.state.pending)
      this.answers.push(this.server.take(chatId, content.text ?? ''))
  }

  answer(which: number): void {
    const [answer] = this.answers.splice(which % (this.answers.length || 1), 1)
    if (answer) this.state = withAnswer(this.state, answer, ME)
  }

  giveUp(): void {
    for (const { chatId } of this.state.pending) this.state = withFailure(this.state, chatId, '发送超时')
  }

  sendAgain(): void {
    for (const { chatId } of this.state.pending) {
      this.state = withPending(this.state, { ...this.draft(Number(chatId.slice(5))), retry: true })
    }
  }

  break(): void {
    this.state = withBreak(this.state)
  }

  settle(): void {
    while (this.heard < this.server.log.length) this.hear()
    while (this.answers.length > 0) this.answer(0)
    while (this.pages.length > 0) this.show(0)
    for (let tries = 0; this.state.hasMoreAfter && tries <= this.server.messages.length; tries += 1) {
      this.ask(this.state.messages.length > 0 ? 'newer' : 'newest', 0)
      this.show(0)
    }
  }

  /** What must hold at every moment: in order, and nothing twice. */
  get isSound(): boolean {
    const { messages, newer, pending } = this.state
    const all = [...messages, ...newer]
    const chatIds = new Set([...all, ...pending].map(({ chatId }) => chatId))
    return (
      all.every(({ seq }, at) => at === 0 || (all[at - 1]?.seq ?? 0) < seq) &&
      chatIds.size === all.length + pending.length
    )
  }
}

type Step = (server: ModelThread, screen: Screen, no: number) => void

/** Any message there is. */
const seqIn = (server: ModelThread, no: number) => (no % (server.messages.length || 1)) + 1

const STEPS = {
  hear: (server) => server.hear(),
  line: (server) => server.sayLine(),
  arrive: (server, _, no) => server.arrive(seqIn(server, no)),
  fail: (server, _, no) => server.fail(seqIn(server, no)),
  retry: (server, _, no) => server.retry(seqIn(server, no)),
  fetch: (server, _, no) => server.fetchMedia(seqIn(server, no)),
  recall: (server, _, no) => server.recall(seqIn(server, no)),
  read: (server, _, no) => server.readTo(seqIn(server, no)),
  event: (_, screen) => screen.hear(),
  eventAgain: (_, screen, no) => screen.hearAgain(no % 8),
  askOlder: (_, screen) => screen.ask('older', 0),
  askNewer: (_, screen) => screen.ask('newer', 0),
  askNewest: (_, screen) => screen.ask('newest', 0),
  askAround: (server, screen, no) => screen.ask('around', seqIn(server, no)),
  page: (_, screen, no) => screen.show(no),
  answer: (_, screen, no) => screen.answer(no),
  send: (_, screen) => screen.send(),
  reach: (_, screen) => screen.reach(),
  giveUp: (_, screen) => screen.giveUp(),
  sendAgain: (_, screen) => screen.sendAgain(),
  break: (_, screen) => screen.break(),
} satisfies Record<string, Step>

const OFTEN: Partial<Record<keyof typeof STEPS, number>> = { hear: 4, event: 8, page: 4, send: 2, answer: 2 }
const names = Object.keys(STEPS) as (keyof typeof STEPS)[]
const step = fc.tuple(
  fc.constantFrom(...names.flatMap((name) => Array.from({ length: OFTEN[name] ?? 1 }, () => name))),
  fc.nat(60),
)

test('whatever comes late, twice or in another order, the thread is the server’s', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120, size: 'max' }), (steps) => {
      const server = new ModelThread()
      const screen = new Screen(server)
      screen.ask('newest', 0)
      screen.show(0)

      const sound = steps.map(([name, no]) => {
        STEPS[name](server, screen, no)
        return screen.isSound
      })
      screen.settle()

      expect(sound).not.toContain(false)
      expect(screen.isSound).toBe(true)
      const { messages, newer, hasMoreBefore, pending } = screen.state
      expect(messages).toEqual(server.messages.slice(hasMoreBefore ? (messages[0]?.seq ?? 0) - 1 : 0))
      expect(newer).toEqual([])
      expect(pending.filter(({ chatId }) => server.messages.some((message) => message.chatId === chatId))).toEqual([])
    }),
    { numRuns: 500 },
  )
})
