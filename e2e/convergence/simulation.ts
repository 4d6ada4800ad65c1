import { setTimeout as sleep } from 'node:timers/promises'
import { ChatClient, type ChatStorage, memoryStorage, type Message } from '@ruwu/chat-client'
import { fakeTimers } from '@ruwu/chat-client/fake-link'
import { seededRandom } from '@ruwu/testkit'
import { Device, HOST } from './device.ts'
import type { Nodes } from './nodes.ts'

/** Longer than the time nodes wait for a missing bus announcement before they read the log. */
const NODES_PATIENCE_MS = 60
const SETTLE_LIMIT_MS = 20_000

export type Seat = { name: string; userId: string; storage: ChatStorage; client: ChatClient; device: Device }
/** A text that a client has sent; it must end up in its topic exactly once. */
export type Send = { text: string; topicId: string; by: Seat; isPosted: boolean }
/** A message that the server has acknowledged. */
export type Acked = { topicId: string; chatId: string; seq: number }
/** A message sent over HTTP by its own name; sent again until there is an answer. */
export type Post = { by: Seat; topicId: string; chatId: string; text: string; isUnderWay: boolean }

/** Servers, a clock and five clients of three users under random faults, with a record of everything they did. */
export class Simulation {
  readonly seed: number
  readonly history: string[] = []
  readonly seats: Seat[] = []
  readonly topics: string[] = []
  readonly sends: Send[] = []
  readonly acked: Acked[] = []
  readonly posts = new Set<Post>()
  readonly hasFailed = new Set<string>()
  /** Numbers delivered to each client, by topic, in the order of delivery. */
  readonly delivered = new Map<ChatClient, Map<string, number[]>>()
  readonly errors: unknown[] = []
  readonly nodes: Nodes
  private readonly time = fakeTimers()
  private readonly secrets = new Map<string, string>()
  private randoms = 0
  private isCalm = false

  /** Whether all clients reconnect at the end. */
  get endsByReconnecting(): boolean {
    return this.seed % 3 > 0
  }

  constructor(seed: number, nodes: Nodes) {
    this.seed = seed
    this.nodes = nodes
  }

  async begin(): Promise<void> {
    await this.nodes.revive()
    this.nodes.bus.loseBy(this.newRandom())
    const [ann, bob, cat] = ['ann', 'bob', 'cat'].map((name) => `${name}${this.seed}`) as [string, string, string]
    for (const userId of [ann, bob, cat, ann, bob]) {
      const storage = memoryStorage()
      const name = `${userId}#${this.seats.length}`
      const seat = { name, userId, storage, ...(await this.signIn(userId, storage)) }
      this.seats.push(seat)
      this.listen(seat)
    }
    const { api } = this.seats[0]!.client
    const { id: group } = await api.topic.create({ name: 'group', members: [bob, cat] })
    this.topics.push(`${ann}:${bob}`, group)
    for (const seat of this.seats) await seat.client.connect()
    await this.settle()
  }

  /** A random stream of its own, so that one client's calls do not change another client's random numbers. */
  newRandom(): () => number {
    this.randoms += 1
    return seededRandom(this.seed * 1000 + this.randoms)
  }

  note(line: string): void {
    this.history.push(line)
  }

  topicsOf({ userId }: Seat): string[] {
    return this.topics.filter((topicId) => !topicId.includes(':') || topicId.split(':').includes(userId))
  }

  pass(ms: number): void {
    this.nodes.clock.advance(ms)
    this.time.pass(ms)
  }

  say(seat: Seat, topicId: string): void {
    const text = `${seat.name} ${this.sends.length}`
    this.sends.push({ text, topicId, by: seat, isPosted: false })
    seat.client.sendText(topicId, text).then((message) => this.answered(topicId, message), ignore)
  }

  retry(seat: Seat, topicId: string): void {
    for (const { chatId } of seat.client.messages(topicId).filter(({ status }) => status === 'failed')) {
      seat.client.retry(topicId, chatId).then((message) => this.answered(topicId, message), ignore)
    }
  }

  post(by: Seat, topicId: string): void {
    const text = `${by.name} ${this.sends.length} post`
    this.sends.push({ text, topicId, by, isPosted: true })
    const post = { by, topicId, chatId: `post${this.sends.length}`, text, isUnderWay: false }
    this.posts.add(post)
    this.repost(post)
  }

  repost(post: Post): void {
    if (post.isUnderWay) return
    post.isUnderWay = true
    const { topicId, chatId, text } = post
    post.by.client.api.conversation
      .send({ topicId, chatId, content: { type: 'text', text } })
      .then(({ seq }) => this.postAnswered(post, seq), ignore)
      .finally(() => (post.isUnderWay = false))
  }

  /** The client crashes with work pending; a new one starts from what was stored. */
  async reload(seat: Seat): Promise<void> {
    // A message sent in this turn is not stored yet: its loss breaks no promise.
    await tick()
    seat.device.crash()
    for (const post of this.posts) if (post.by === seat) post.isUnderWay = false
    await this.nodes.revive()
    Object.assign(seat, await this.signIn(seat.userId, seat.storage))
    this.listen(seat)
    await seat.client.connect()
  }

  /** From now on nothing is lost or delayed. */
  async calmDown(): Promise<void> {
    this.isCalm = true
    await this.nodes.revive()
    this.nodes.bus.loseBy(undefined)
    for (const { device } of this.seats) device.calmDown()
    await sleep(NODES_PATIENCE_MS)
    await this.settle()
  }

  /** Resolves when nothing is in flight on any real connection. */
  async settle(): Promise<void> {
    const deadline = performance.now() + SETTLE_LIMIT_MS
    for (;;) {
      const before = this.activity()
      const links = this.seats.flatMap(({ device }) => [...device.links])
      await Promise.all(links.map((link) => link.roundTrip()))
      await tick()
      if (!this.isBusy() && this.activity() === before) return
      if (performance.now() > deadline) throw new Error(`seed ${this.seed} does not settle`)
      if (this.isBusy()) await sleep(1)
    }
  }

  end(): void {
    for (const { client, device } of this.seats) {
      client.shutdown()
      device.crash()
    }
  }

  private isBusy(): boolean {
    return this.seats.some(({ device }) => device.callsUnderWay > 0 || [...device.links].some((link) => link.isBusy))
  }

  private activity(): number {
    return this.seats.reduce(
      (sum, { device }) => [...device.links].reduce((each, link) => each + link.received, sum) + device.callsDone,
      0,
    )
  }

  private postAnswered(post: Post, seq: number): void {
    this.posts.delete(post)
    this.acked.push({ topicId: post.topicId, chatId: post.chatId, seq })
  }

  private answered(topicId: string, { chatId, seq }: Message): void {
    this.acked.push({ topicId, chatId, seq })
  }

  private async signIn(userId: string, storage: ChatStorage): Promise<{ client: ChatClient; device: Device }> {
    const device = new Device({
      nodes: this.nodes,
      timers: this.time.timers,
      random: this.newRandom(),
      storage,
      report: (error) => this.errors.push(error),
      note: (what) => this.note(`${userId} ${what}`),
    })
    if (this.isCalm) device.calmDown()
    const client = new ChatClient({ host: HOST, platform: device.platform })
    const secret = this.secrets.get(userId)
    const { profile } = await client.guestLogin(userId, secret ? { secret } : {})
    this.secrets.set(userId, profile.privateExtra?.['guestSecret'] ?? '')
    return { client, device }
  }

  private listen({ client }: Seat): void {
    const byTopic = new Map<string, number[]>()
    this.delivered.set(client, byTopic)
    client.on('sendFailed', ({ content }) => this.hasFailed.add(content.text ?? ''))
    client.on('topicMessage', ({ topicId, seq }) => byTopic.set(topicId, [...(byTopic.get(topicId) ?? []), seq]))
  }
}

export const tick = () => new Promise<void>((resolve) => setImmediate(resolve))

const ignore = () => undefined
