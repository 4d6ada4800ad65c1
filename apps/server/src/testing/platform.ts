import { randomUUID } from 'node:crypto'
import { messageApi, type CustomerId, type EntId, type RelationId, type Source } from '@ruwu/contract'
import { defaultChannelSetting } from '@ruwu/domain'
import type { InboundEvent } from '../channels/source.ts'
import { channelAccount, customer } from '../db/schema/index.ts'
import { newId } from '../platform/ids.ts'
import type { Person } from './person.ts'
import type { World } from './world.ts'

type Account = { entId: EntId; id: RelationId; platformId: string; source: Source }

/** Inserts an open account directly, without an authorisation. */
export async function openAccount(
  here: Pick<World, 'db' | 'clock'>,
  { entId, source = 'douyin', ...given }: { entId: EntId } & Partial<typeof channelAccount.$inferInsert>,
): Promise<Account> {
  const now = here.clock.now()
  const id = newId<RelationId>(now)
  const platformId = given.platformId ?? `acc-${id}`
  const accountType = given.accountType ?? 'CORP'
  await here.db.sql.insert(channelAccount).values({
    entId,
    id,
    source,
    accountType,
    platformId,
    name: '云杉家居',
    openStatus: 'open',
    setting: defaultChannelSetting(source, accountType),
    boundAt: now,
    createdAt: now,
    updatedAt: now,
    ...given,
  })
  return { entId, id, platformId, source }
}

/** Builds and stores inbound events without a platform. */
export class Platform {
  private readonly here: Pick<World, 'clock' | 'reception'>
  private count = 0

  constructor(here: Pick<World, 'clock' | 'reception'>) {
    this.here = here
  }

  /** Stores each event as a webhook call of its own, not yet applied. */
  async tell(...events: InboundEvent[]): Promise<void> {
    for (const event of events) await this.deliver(event)
  }

  /** A repeated call has the same dedupe key. */
  async deliver(event: InboundEvent, dedupeKey: string = randomUUID()): Promise<void> {
    await this.here.reception.deliveries.store({
      source: event.source,
      dedupeKey,
      path: '/test',
      body: '{}',
      events: [event],
      receivedAt: this.here.clock.now(),
    })
  }

  /** Applies everything that is due. */
  async settle(): Promise<void> {
    const { inbound, accountEvents } = this.here.reception.work
    while ((await inbound.run()) || (await accountEvents.run())) {
      // Until the queues are empty.
    }
  }

  text(
    account: Account,
    from: string,
    text: string,
    messageId = this.newId(),
  ): Extract<InboundEvent, { kind: 'message' }> {
    return {
      ...this.base(account, messageId),
      kind: 'message',
      conversationKey: `conv-${from}`,
      messageId,
      from: { platformId: from, name: from },
      content: { type: 'text', text, maskedPhone: false },
    }
  }

  echo(
    account: Account,
    to: string,
    text: string,
    origin: 'our_api' | 'app' | 'system',
    messageId = this.newId(),
  ): Extract<InboundEvent, { kind: 'echo' }> {
    return {
      ...this.base(account, messageId),
      kind: 'echo',
      conversationKey: `conv-${to}`,
      messageId,
      to: { platformId: to },
      content: { type: 'text', text, maskedPhone: false },
      origin,
    }
  }

  base(account: Account, eventKey = this.newId()) {
    return { source: account.source, accountId: account.platformId, eventKey, occurredAt: this.here.clock.now() }
  }

  newId(): string {
    this.count += 1
    return `@m${this.count}==`
  }
}

export async function onlyCustomer(here: World) {
  const rows = await here.db.sql.select().from(customer)
  if (rows.length !== 1 || !rows[0]) throw new Error(`there are ${rows.length} customers`)
  return rows[0]
}

/** A thread's messages as the agent sees them, system lines left out. */
export async function wordsOf(person: Person, customerId: CustomerId): Promise<string[]> {
  const { items } = await person.call(messageApi.list, { body: { customerId } })
  return items
    .filter((item) => item.senderKind !== 'system' && item.content.type !== 'recall')
    .map((item) => `${item.senderKind}: ${item.content.text ?? item.content.type}`)
}
