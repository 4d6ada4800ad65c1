import type { Customer, CustomerFilter, CustomerId, CustomerItem, CustomerSort, Seat } from '@ruwu/contract'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { NOT_POSTPONED } from '../postpone.ts'
import { compareItems } from './compare-items.ts'
import {
  emptyList,
  type ListChange,
  type ListContext,
  withCustomer,
  withItems,
  withNextPage,
  withSeat,
} from './customer-list.ts'
import { customerId, LIN, minute, relationId, stageId, tagId, WEI } from './testing/a-customer.ts'
import { type ModelEvent, ModelServer } from './testing/model-server.ts'

const CUSTOMERS = 12
const PAGE = 3

type Page = ReturnType<ModelServer['page']>

/** A console that hears of the server's changes late and twice, and whose answers are old when they arrive. */
class Screen {
  private list = emptyList()
  private cursor: CustomerItem | undefined
  private page: Page | undefined
  private missing = new Set<CustomerId>()
  private answers: CustomerItem[][] = []
  private heard = 0
  private readonly server: ModelServer
  private readonly context: ListContext

  constructor(server: ModelServer, context: ListContext) {
    this.server = server
    this.context = context
  }

  private take({ list, missing }: ListChange): void {
    this.list = list
    for (const id of missing) this.missing.add(id)
  }

  private apply(event: ModelEvent): void {
    this.take(
      'customer' in event
        ? withCustomer(this.list, event.customer, this.context)
        : withSeat(this.list, event, this.context),
    )
  }

  hear(): void {
    const event = this.server.log[this.heard]
    if (!event) return
    this.heard += 1
    this.apply(event)
  }

  hearAgain(back: number): void {
    const event = this.server.log[this.heard - 1 - back]
    if (event) this.apply(event)
  }

  askPage(): void {
    if (this.list.end !== null) this.page ??= this.server.page(this.context, this.cursor, PAGE)
  }

  showPage(): void {
    const { page } = this
    if (!page) return
    this.page = undefined
    this.cursor = page.items.at(-1) ?? this.cursor
    this.take(withNextPage(this.list, page, this.context))
  }

  askMissing(): void {
    this.answers.push(this.server.rows(this.context, [...this.missing]))
    this.missing.clear()
  }

  showMissing(): void {
    const answer = this.answers.shift()
    if (answer) this.take(withItems(this.list, answer, this.context))
  }

  settle(): void {
    while (this.heard < this.server.log.length) this.hear()
    this.showPage()
    do {
      this.askMissing()
      while (this.answers.length > 0) this.showMissing()
    } while (this.missing.size > 0)
  }

  get shown(): readonly CustomerItem[] {
    return [...this.list.items]
  }

  /** What a fresh fetch of as many rows would show. */
  get expected(): CustomerItem[] {
    const { end } = this.list
    if (end === undefined) return []
    const compare = compareItems(this.context.sort, LIN)
    return this.server.all(this.context).filter((item) => end === null || compare(item, end) <= 0)
  }
}

let clock = 0
const now = () => minute(1000 + (clock += 1))

const customerChanges: ((customer: Customer) => Partial<Customer>)[] = [
  ({ inboundCount, waitingSince }) => {
    const at = now()
    return { inboundCount: inboundCount + 1, lastMessageAt: at, waitingSince: waitingSince ?? at, archive: false }
  },
  () => ({ waitingSince: null, lastMessageAt: now(), sendResult: 1 }),
  () => ({ sendResult: 2 }),
  ({ archive }) => ({ archive: !archive }),
  () => ({ agentId: LIN, ...NOT_POSTPONED }),
  () => ({ agentId: WEI, ...NOT_POSTPONED }),
  () => ({ agentId: null, ...NOT_POSTPONED }),
  ({ agentId }) => (agentId === null ? {} : { postponedUntil: now() }),
  ({ agentId }) => (agentId === null ? {} : { postponedUntil: null, returnedAt: now() }),
  ({ enableAi }) => ({ enableAi: !enableAi, receptionType: enableAi ? 'manual' : 'ai_agent' }),
  ({ tagIds }) => ({ tagIds: tagIds.length > 1 ? [] : [...tagIds, tagId(tagIds.length + 1)] }),
  ({ leadStatus }) => ({ leadStatus: leadStatus ? null : 'new' }),
  ({ remark }) => ({ remark: remark ? '' : 'VIP' }),
  ({ stageId: now }) => ({ stageId: now ? null : stageId(2) }),
]
const seatChanges: ((customer: Customer) => Partial<Seat>)[] = [
  ({ inboundCount }) => ({ readInbound: inboundCount, markedUnread: false }),
  () => ({ markedUnread: true }),
  () => ({ sticky: true }),
  () => ({ sticky: false }),
  () => ({ isStar: true }),
  () => ({ isStar: false }),
]

const who = fc.integer({ min: 1, max: CUSTOMERS }).map(customerId)
const step: fc.Arbitrary<(server: ModelServer, screen: Screen) => void> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.tuple(who, fc.constantFrom(...customerChanges)).map(
      ([id, to]) =>
        (server: ModelServer) =>
          server.change(id, to),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(who, fc.constantFrom(...seatChanges)).map(
      ([id, to]) =>
        (server: ModelServer) =>
          server.sit(id, to),
    ),
  },
  { weight: 4, arbitrary: fc.constant((_: ModelServer, screen: Screen) => screen.hear()) },
  { weight: 1, arbitrary: fc.nat(6).map((back) => (_: ModelServer, screen: Screen) => screen.hearAgain(back)) },
  ...(['askPage', 'showPage', 'askMissing', 'showMissing'] as const).map((does) => ({
    weight: 2,
    arbitrary: fc.constant((_: ModelServer, screen: Screen) => screen[does]()),
  })),
)

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 4 })
const filter: fc.Arbitrary<CustomerFilter> = fc.record({
  scope: fc.constantFrom(1, 2, 3, 4),
  archive: fc.boolean(),
  tagMode: fc.constantFrom('any', 'all'),
  enableAi: maybe(fc.boolean()),
  unread: maybe(fc.boolean()),
  isStar: maybe(fc.boolean()),
  postponed: maybe(fc.constant(true as const)),
  stageId: maybe(fc.constant(stageId(2))),
  hasLead: maybe(fc.boolean()),
  replyState: maybe(fc.constant(1 as const)),
  sendResult: maybe(fc.constantFrom(1, 2)),
  agentId: maybe(fc.constantFrom(LIN, WEI)),
  subSourceId: maybe(fc.constant(relationId(1))),
  tagIds: maybe(fc.constantFrom([tagId(1)], [tagId(1), tagId(2)])),
  keyword: maybe(fc.constant('vip')),
})

test.each<CustomerSort>(['latest', 'longestWait', 'unreadFirst'])(
  'sorted by %s, an old list and its events show what a fresh one shows',
  (sort) => {
    fc.assert(
      fc.property(
        fc.oneof(fc.constant<CustomerFilter>({ scope: 3, archive: false, tagMode: 'any' }), filter),
        fc.array(step, { maxLength: 80 }),
        (wanted, steps) => {
          const server = new ModelServer(CUSTOMERS)
          const screen = new Screen(server, { filter: wanted, sort, me: { agentId: LIN } })
          screen.askPage()

          for (const does of steps) does(server, screen)
          screen.settle()

          expect(screen.shown).toEqual(screen.expected)
        },
      ),
      { numRuns: 1000 },
    )
  },
)
