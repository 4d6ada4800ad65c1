import type { Source } from '@ruwu/contract'
import { and, eq, inArray, isNull, lt, lte, or, sql } from 'drizzle-orm'
import type { Queryable, Transaction } from '../db/database.ts'
import { array, records } from '../db/rows.ts'
import {
  aiAgent,
  channelAccount,
  customerMessage,
  enterprise,
  inboundMedia,
  platformPending,
} from '../db/schema/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { LeadKeeper } from '../customer/lead-keeper.ts'
import type { Case } from '../customer/customer-change.ts'
import { lockCasesOf, personName, type PlatformPerson } from '../customer/customer-change.repo.ts'
import type { Desk } from '../customer/customer-writer.ts'
import { storeRecall } from '../thread/recall.ts'
import { settleSent } from '../outbound/delivery-status.repo.ts'
import { hosting, receptionColumns, toReception } from '../customer/account-reception.repo.ts'
import type { ConversationEvent, InboundAccount, InboundItem } from './conversation-event.ts'
import { keepCauses } from './cause-worker.ts'
import { applyBatch, type BatchResult, type Held } from './inbound-batch.ts'
import { countCard, raiseCard } from './card-progress.ts'
import { findKnown, messageName, type PlatformMessageKey } from './known-message.ts'

/** How long an echo waits for the answer it overtook, and a recall for its message. */
const ECHO_PATIENCE_MS = 5_000
const RECALL_PATIENCE_MS = 10 * 60_000
const LAST_IN_STEP_MS = 10_000

/** Applies what platforms told us about conversations. The caller sees to it that one conversation is applied by one caller at a time. */
export class InboundService {
  private readonly desk: Desk
  private readonly clock: Clock
  private readonly leads: LeadKeeper
  private readonly onCauses: () => void
  private readonly onMedia: () => void

  constructor(deps: { desk: Desk; clock: Clock; leads: LeadKeeper; onCauses(): void; onMedia(): void }) {
    this.desk = deps.desk
    this.clock = deps.clock
    this.leads = deps.leads
    this.onCauses = deps.onCauses
    this.onMedia = deps.onMedia
  }

  /** Events in the order they came; those whose account is unknown come back. */
  async apply(tx: Transaction, events: readonly ConversationEvent[]): Promise<ConversationEvent[]> {
    const now = this.clock.now()
    const accounts = await findAccounts(tx.sql, events, now)
    const unplaced: ConversationEvent[] = []
    const items: InboundItem[] = []
    for (const event of events) {
      const account = accountOf(accounts, event)
      if (account) items.push({ account, event })
      else unplaced.push(event)
    }
    if (items.length > 0) await this.applyItems(tx, items, now)
    return unplaced
  }

  private async applyItems(tx: Transaction, items: InboundItem[], now: Date): Promise<void> {
    const known = await findKnown(tx.sql, items.flatMap(messageKeys))
    const keys = [...known.values()].map(({ entId, customerId }) => ({ entId, customerId }))
    const cases = await lockCasesOf(tx.sql, items.flatMap(peopleIn), keys)
    const earlyRecalls = await takeEarlyRecalls(tx.sql, items.flatMap(messageKeys), now)
    const result = applyBatch({
      items,
      cases: new Map(cases.map((each) => [personName(each.customer), each])),
      casesById: new Map(cases.map((each) => [each.customer.id, each])),
      known,
      earlyRecalls,
      now,
    })
    await this.carryOut(tx, result, now)
    await touchAccounts(tx.sql, items, now)
  }

  private async carryOut(tx: Transaction, result: BatchResult, now: Date): Promise<void> {
    const changed = new Set(result.cases)
    for (const { of, known, to } of result.changes) {
      changed.add(of)
      if (to.recalled) await storeRecall(tx.sql, of, known, null, now)
      else
        await settleSent(
          tx.sql,
          of,
          known,
          { ...known, messageId: known.platformMessageId, at: known.platformTime ?? now },
          now,
        )
    }
    for (const { of, seq } of result.reads) {
      if (await storeRead(tx.sql, of, seq, now)) {
        changed.add(of)
        of.events.push({ type: 'cus_read', seq, operatorId: null })
      }
    }
    for (const card of result.cards) await raiseCard(tx.sql, card, now)
    await this.leads.capture(tx.sql, result.captured, now)
    for (const of of result.cases) if (hasPersonsWord(of)) await this.leads.follow(tx.sql, of, null, now)
    await this.desk.save(tx, [...changed], now)
    await hold(tx.sql, result.held, now)
    await queueMedia(tx.sql, result, now)
    for (const card of result.cards) await countCard(tx.sql, card, now)
    await keepCauses(tx.sql, result.causes, now)
    tx.afterCommit(() => {
      if (result.causes.length > 0) this.onCauses()
      if (result.media.length > 0) this.onMedia()
    })
  }
}

/** Somebody answered in the platform's own app. */
const hasPersonsWord = ({ messages }: Case) => messages.some((added) => added.senderKind === 'human')

const peopleIn = ({ account, event }: InboundItem): PlatformPerson[] => {
  const party = 'from' in event ? event.from : 'to' in event ? event.to : undefined
  return party ? [{ entId: account.entId, relationId: account.id, platformUserId: party.platformId }] : []
}

/** The platform messages an event is, or speaks of. */
function messageKeys({ account, event }: InboundItem): PlatformMessageKey[] {
  const id =
    event.kind === 'message' || event.kind === 'echo' || event.kind === 'recall'
      ? event.messageId
      : event.kind === 'read'
        ? event.upTo.messageId
        : event.kind === 'card_submitted'
          ? (event.messageId ?? event.eventKey)
          : undefined
  return id === undefined ? [] : [{ entId: account.entId, relationId: account.id, platformMessageId: id }]
}

type Accounts = Map<string, InboundAccount>

const accountName = (source: Source, platformId: string) => `${source} ${platformId}`

/** Whose side of the conversation it is: a recall that does not say may come from either. */
function accountOf(accounts: Accounts, event: ConversationEvent): InboundAccount | undefined {
  const found = accounts.get(accountName(event.source, event.accountId))
  if (found || event.kind !== 'recall') return found
  return accounts.get(accountName(event.source, event.peerId))
}

async function findAccounts(db: Queryable, events: readonly ConversationEvent[], now: Date): Promise<Accounts> {
  const ids = new Set(
    events.flatMap((event) => (event.kind === 'recall' ? [event.accountId, event.peerId] : [event.accountId])),
  )
  const rows = await db
    .select({
      entId: channelAccount.entId,
      id: channelAccount.id,
      accountType: channelAccount.accountType,
      source: channelAccount.source,
      platformId: channelAccount.platformId,
      hasCardRules: sql<boolean>`exists (select 1 from card_rule r where r.ent_id = ${channelAccount.entId} and r.enabled
        and r.relation_id in (${channelAccount.id}, ${channelAccount.parentId}))`,
      ...receptionColumns(now),
    })
    .from(channelAccount)
    .innerJoin(enterprise, eq(enterprise.id, channelAccount.entId))
    .leftJoin(aiAgent, hosting)
    .where(and(inArray(channelAccount.platformId, [...ids]), sql`${channelAccount.openStatus} <> 'unbound'`))
  return new Map(
    rows.map((row) => {
      const { entId, id, accountType, source, platformId, hasCardRules } = row
      return [accountName(source, platformId), { entId, id, accountType, source, hasCardRules, ...toReception(row) }]
    }),
  )
}

/** To the nearest seconds: a busy account's row would otherwise be written, and waited for, by every batch. */
async function touchAccounts(db: Queryable, items: readonly InboundItem[], now: Date): Promise<void> {
  const ids = [...new Set(items.map(({ account }) => account.id))]
  const lately = new Date(now.getTime() - LAST_IN_STEP_MS)
  await db
    .update(channelAccount)
    .set({ lastInAt: now })
    .where(
      and(inArray(channelAccount.id, ids), or(isNull(channelAccount.lastInAt), lt(channelAccount.lastInAt, lately))),
    )
}

async function takeEarlyRecalls(db: Queryable, keys: readonly PlatformMessageKey[], now: Date): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const { rows } = await db.execute<Omit<PlatformMessageKey, 'entId'>>(sql`
    delete from platform_pending p
    using unnest(${array(keys, (key) => key.entId)}::uuid[], ${array(keys, (key) => key.relationId)}::uuid[],
      ${array(keys, (key) => key.platformMessageId)}::text[]) as k(ent_id, relation_id, platform_message_id)
    where p.kind = 'recall' and p.due_at > ${now} and p.ent_id = k.ent_id and p.relation_id = k.relation_id
      and p.platform_message_id = k.platform_message_id
    returning replace(p.relation_id::text, '-', '') as "relationId", p.platform_message_id as "platformMessageId"`)
  return new Set(rows.map(messageName))
}

async function hold(db: Queryable, held: readonly Held[], now: Date): Promise<void> {
  if (held.length === 0) return
  const due = { echo: ECHO_PATIENCE_MS, recall: RECALL_PATIENCE_MS }
  await db
    .insert(platformPending)
    .values(
      held.map(({ account, kind, platformMessageId, event }) => ({
        entId: account.entId,
        relationId: account.id,
        platformMessageId,
        kind,
        event: { ...event } as Record<string, unknown>,
        dueAt: new Date(now.getTime() + due[kind]),
      })),
    )
    .onConflictDoNothing()
}

async function storeRead(db: Queryable, of: Case, seq: number, now: Date): Promise<boolean> {
  const rows = await db
    .update(customerMessage)
    .set({ isRead: true, updatedAt: now })
    .where(
      and(
        eq(customerMessage.entId, of.customer.entId),
        eq(customerMessage.customerId, of.customer.id),
        lte(customerMessage.seq, seq),
        eq(customerMessage.isRead, false),
        eq(customerMessage.status, 1),
        inArray(customerMessage.senderKind, ['human', 'ai', 'flow']),
      ),
    )
    .returning({ seq: customerMessage.seq })
  return rows.length > 0
}

async function queueMedia(db: Queryable, { media }: BatchResult, now: Date): Promise<void> {
  if (media.length === 0) return
  const rows = media.map(({ of, seq, relationId, media: ref }) => ({
    entId: of.customer.entId,
    customerId: of.customer.id,
    seq,
    relationId,
    media: ref,
    tries: 0,
    dueAt: now,
  }))
  await db.execute(sql`insert into inbound_media select * from ${records(inboundMedia, rows)} on conflict do nothing`)
}
