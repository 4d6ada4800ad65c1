import { SimulatorClock } from '../clock.ts'
import { Ids } from '../ids.ts'
import { Journal } from '../journal.ts'
import { Knobs, type KnobScope } from '../knobs.ts'
import { drawAt, type Random } from '../prng.ts'
import type { Options } from '../options.ts'
import type { Source } from '../views.ts'
import { NotFoundError } from './refusal.ts'
import { SEED_IMAGES, seedAccounts } from './seed-accounts.ts'
import type { Account, Conversation, Customer, MediaPath, WorldState } from './state.ts'

export const conversationKey = (source: Source, accountId: string, customerId: string) =>
  `${source}:${accountId}:${customerId}`
const customerKey = (source: Source, customerId: string) => `${source}:${customerId}`

/** Everything the two platforms know, and the services they share: time, ids, chance, knobs, journal. */
export class World {
  readonly options: Options
  readonly clock: SimulatorClock
  readonly journal: Journal
  state: WorldState
  ids: Ids
  knobs: Knobs
  private streams = new Map<string, Random>()
  private readonly listeners = new Set<() => void>()
  private address: string

  constructor(options: Options) {
    this.options = options
    this.clock = new SimulatorClock({ mode: options.clock, startAt: options.startAt })
    this.journal = new Journal({ file: options.journalFile, onAppend: () => this.changed() })
    this.address = options.publicUrl ?? ''
    this.state = freshState(options.seed, this.clock.now())
    this.ids = new Ids(this.state.seed, this.state.epoch, this.state.counters)
    this.knobs = new Knobs(this.state.knobs)
  }

  /** Goes on from a state; the streams of chance stand where it left them. */
  use(state: WorldState): void {
    this.state = state
    this.ids = new Ids(state.seed, state.epoch, state.counters)
    this.knobs = new Knobs(state.knobs)
    this.streams = new Map()
    this.changed()
  }

  now(): number {
    return this.clock.now()
  }

  /** The stream of chance of one concern. */
  random(concern: string): Random {
    const known = this.streams.get(concern)
    if (known) return known
    const { draws, seed } = this.state
    const draw = drawAt(seed, concern)
    const stream = () => {
      const drawn = draws[concern] ?? 0
      draws[concern] = drawn + 1
      return draw(drawn)
    }
    this.streams.set(concern, stream)
    return stream
  }

  chance(concern: string, probability: number | undefined): boolean {
    return probability !== undefined && probability > 0 && this.random(concern)() < probability
  }

  /** Known once the server listens, unless one was given. */
  listenAt(url: string): void {
    this.address ||= url
  }

  get publicUrl(): string {
    return this.address
  }

  mediaUrl(media: MediaPath): string {
    return `${this.address}/media/${media}`
  }

  /** The address that leaves in a webhook or an answer; it can be made to expire. */
  lentMediaUrl(media: MediaPath, scope: KnobScope): string {
    return `${this.address}/media/lent/${scope.source}/${scope.accountId ?? '-'}/${media}`
  }

  onChange(listener: () => void): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  changed(): void {
    for (const listener of this.listeners) listener()
  }

  findAccount(source: Source, accountId: string): Account | undefined {
    return this.state.accounts.find((account) => account.source === source && account.accountId === accountId)
  }

  getAccount(source: Source, accountId: string): Account {
    const account = this.findAccount(source, accountId)
    if (!account) throw new NotFoundError('没有这个账号')
    return account
  }

  /** The account itself, or the main account of a staff account. */
  mainOf(account: Account): Account {
    return account.mainId ? this.getAccount(account.source, account.mainId) : account
  }

  staffOf(account: Account): Account[] {
    return this.state.accounts.filter((other) => other.source === account.source && other.mainId === account.accountId)
  }

  findCustomer(source: Source, customerId: string): Customer | undefined {
    return this.state.customers[customerKey(source, customerId)]
  }

  addCustomer(customer: Customer): Customer {
    this.state.customers[customerKey(customer.source, customer.customerId)] = customer
    this.changed()
    return customer
  }

  findConversation(source: Source, accountId: string, customerId: string): Conversation | undefined {
    return this.state.conversations[conversationKey(source, accountId, customerId)]
  }

  conversations(): Conversation[] {
    return Object.values(this.state.conversations)
  }

  addConversation(conversation: Conversation): Conversation {
    const { source, accountId, customerId } = conversation
    this.state.conversations[conversationKey(source, accountId, customerId)] = conversation
    return conversation
  }
}

export function freshState(seed: number, epoch: number): WorldState {
  return {
    seed,
    epoch,
    counters: {},
    draws: {},
    accounts: seedAccounts(),
    customers: {},
    conversations: {},
    comments: [],
    apps: { douyinCodes: {}, douyinClient: null, redbookCodes: {}, redbook: null },
    images: { ...SEED_IMAGES },
    uploads: {},
    subscriptions: {},
    knobs: { global: {}, perAccount: {} },
    outbox: {},
  }
}
