import { randomBytes } from 'node:crypto'
import {
  channelApi,
  type Content,
  type CustomerId,
  type EntId,
  type MessageId,
  type RelationId,
  type SenderKind,
  type SessionId,
  type Source,
} from '@ruwu/contract'
import { eq } from 'drizzle-orm'
import type { AccountTokens, InboundEvent, OpenedAccount } from '../channels/source.ts'
import { channelAccount, customer, customerMessage, message, session, topic } from '../db/schema/index.ts'
import { newId } from '../platform/ids.ts'
import type { Person } from './person.ts'
import { world, type WorldOptions } from './world.ts'
import { FakePlatform, tokensOf } from './fake-platform.ts'

export type ChannelWorld = Awaited<ReturnType<typeof channelWorld>>

/** A world whose platforms are the test's own, with builders for accounts and customers. */
export async function channelWorld(options: WorldOptions = {}) {
  const platform = new FakePlatform()
  const here = await world({ openSources: () => platform, ...options })
  const { app, db, clock } = here

  const openUrls = { redbook: channelApi.openUrlRedbook, douyin: channelApi.openUrlDouyin }

  /** The agent starts an authorisation; the state is read from the platform's URL. */
  const start = async (person: Person, source: Source, reqPage = '/channel') => {
    const { url, preCode } = await person.call(openUrls[source], { query: { reqPage } })
    return { preCode, state: new URL(url).searchParams.get('state') ?? '' }
  }

  /** The merchant's browser returns from douyin. */
  const comeBack = async (query: Record<string, string>) => {
    const response = await app.inject({ method: 'GET', url: '/hooks/douyin/callback', query })
    return { status: response.statusCode, location: response.headers.location, body: response.body }
  }

  /** A merchant agrees on douyin's page, up to where the console takes over. */
  const agree = async (person: Person, opened: OpenedAccount) => {
    const code = `code-${randomBytes(4).toString('hex')}`
    platform.douyin.grants.set(code, opened)
    const { preCode, state } = await start(person, 'douyin')
    await comeBack({ state, code })
    return preCode
  }

  const bindDouyin = async (person: Person, platformId = 'dy-1', tokens?: AccountTokens): Promise<RelationId> => {
    const preCode = await agree(
      person,
      douyinAccount(platformId, tokens ?? tokensOf({ name: platformId, now: clock.now() })),
    )
    return (await person.call(channelApi.openDouyin, { body: { preCode } })).relationId
  }

  /** The platform reports that a merchant has bound an account for our attempt. */
  const bindRedbook = async (person: Person, platformId = 'rb-1'): Promise<RelationId> => {
    const { state, preCode } = await start(person, 'redbook')
    await here.channel.events.handle(boundEvent(platform, state, platformId, clock.now()))
    return (await person.call(channelApi.openRedbook, { body: { preCode } })).relationId
  }

  const account = async (id: RelationId) => {
    const [row] = await db.sql.select().from(channelAccount).where(eq(channelAccount.id, id))
    if (!row) throw new Error('no such account')
    return row
  }

  return { ...here, platform, start, comeBack, agree, bindDouyin, bindRedbook, account, addCustomer, addMessage }

  async function addCustomer(
    relationId: RelationId,
    fields: Partial<typeof customer.$inferInsert> = {},
  ): Promise<CustomerId> {
    const { entId, source } = await account(relationId)
    const now = clock.now()
    const id = newId<CustomerId>(now)
    const sessionId = newId<SessionId>(now)
    const receptionType = fields.receptionType ?? 'ai_agent'
    await db.sql.insert(topic).values(topicOf(entId, id, now))
    await db.sql.insert(customer).values({
      entId,
      id,
      relationId,
      source,
      platformUserId: id,
      receptionType,
      aiOffReason: receptionType === 'ai_agent' ? null : 'schedule',
      sessionId,
      lastMessageAt: now,
      firstEnterAt: now,
      lastEnterAt: now,
      createdAt: now,
      updatedAt: now,
      ...fields,
    })
    await db.sql.insert(session).values({
      entId,
      id: sessionId,
      customerId: id,
      relationId,
      source,
      startAt: now,
      startSeq: 1,
      receptionPath: [receptionType],
    })
    return id
  }

  /** The first message of a customer's thread. */
  async function addMessage(
    customerId: CustomerId,
    said: { content: Content; senderKind: SenderKind; status: 0 | 1 },
  ): Promise<MessageId> {
    const now = clock.now()
    const [row] = await db.sql.update(customer).set({ lastSeq: 1 }).where(eq(customer.id, customerId)).returning()
    if (!row) throw new Error('no such customer')
    const id = newId<MessageId>(now)
    const at = { createdAt: now, updatedAt: now }
    const { entId, relationId, sessionId } = row
    await db.sql.insert(message).values({
      entId,
      topicId: customerId,
      seq: 1,
      id,
      chatId: id,
      senderId: customerId,
      content: said.content,
      isReadable: true,
      isRecalled: false,
      ...at,
    })
    await db.sql.insert(customerMessage).values({
      entId,
      customerId,
      seq: 1,
      id,
      relationId,
      sessionId,
      senderKind: said.senderKind,
      status: said.status,
      updatedAt: now,
    })
    return id
  }
}

export const douyinAccount = (platformId: string, tokens: AccountTokens): OpenedAccount => ({
  platformId,
  profile: { platformId, name: `抖音号 ${platformId}`, avatarUrl: 'https://douyin.example/a.png' },
  tokens,
  scopes: ['user_info', 'im.direct_message'],
})

export function boundEvent(platform: FakePlatform, state: string, platformId: string, now: Date) {
  const profile = { platformId, name: `小红书号 ${platformId}` }
  platform.redbook.grants.set(platformId, { platformId, profile, tokens: null, scopes: [] })
  return {
    source: 'redbook',
    accountId: platformId,
    eventKey: `bind:${platformId}`,
    occurredAt: now,
    kind: 'account_bound',
    profile,
    state,
  } satisfies InboundEvent
}

export const topicOf = (entId: EntId, id: string, now: Date): typeof topic.$inferInsert => ({
  entId,
  id,
  kind: 'customer',
  ownerId: id,
  name: '',
  icon: '',
  category: '',
  isPrivate: true,
  createdAt: now,
  updatedAt: now,
})
