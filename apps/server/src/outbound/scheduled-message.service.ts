import type { AgentId, CustomerId, EntId, ScheduledMessage, ScheduledMessageId } from '@ruwu/contract'
import { SCHEDULED_MAX, SCHEDULED_TEXTS, whyNotAt, whyStopped } from '@ruwu/domain'
import type { FastifyBaseLogger } from 'fastify'
import { maskedCustomerName, notifyAgents } from '../customer/notify-agents.ts'
import type { CustomerChange, CustomerRow } from '../customer/customer-change.ts'
import { lockCustomer } from '../customer/customer-change.repo.ts'
import { getAgentName } from '../customer/customer-names.repo.ts'
import type { CustomerWriter } from '../customer/customer-writer.ts'
import { shownTo } from '../customer/customer.view.ts'
import { isVisible, lockJustSeen } from '../customer/visibility.repo.ts'
import { listWatchers, watchersFor } from '../customer/watchers.repo.ts'
import type { Database, Queryable, Transaction } from '../db/database.ts'
import type { Clock } from '../platform/clock.ts'
import type { Caller } from '../platform/http/caller.ts'
import { NotFoundError, UserFacingError } from '../platform/http/errors.ts'
import { newId } from '../platform/ids.ts'
import {
  deleteScheduled,
  findScheduled,
  insertScheduled,
  listDueScheduled,
  listScheduled,
  lockScheduled,
  type ScheduledKey,
  type ScheduledRow,
  setScheduledOwner,
  updateScheduled,
  walkScheduled,
} from './scheduled-message.repo.ts'
import { findByChatId } from './send.repo.ts'
import type { CustomerSendService } from './send.service.ts'

const AT_ONCE = 100
/** How many waiting messages are looked through per round, whatever their number. */
const WALKED_AT_ONCE = 1000
const NOUN = '稍后发送的消息'

type Input = { text: string; sendAt: string; keepOnReply: boolean; confirmWarn: boolean }

type NewInput = Input & {
  id?: ScheduledMessageId | undefined
  customerId: CustomerId
  reply?: string | undefined
}

type ScheduledMessagesDeps = {
  db: Database
  writer: CustomerWriter
  clock: Clock
  log: FastifyBaseLogger
  sends: CustomerSendService
  /** The writer's rights at the time of sending; undefined for a disabled agent, and in a suspended enterprise. */
  findCaller(db: Queryable, entId: EntId, agentId: AgentId): Promise<Caller | undefined>
  isSuspended(db: Queryable, entId: EntId): Promise<boolean>
}

export type ScheduledMessages = ReturnType<typeof createScheduledMessages>

/**
 * 稍后发送. At its time a message is deleted and stored as an ordinary one in one transaction that holds the customer's lock: it is sent
 * once, or, after a crash before the commit, still waits.
 */
export function createScheduledMessages(deps: ScheduledMessagesDeps) {
  const { db, writer, clock, log, sends, findCaller, isSuspended } = deps
  // Received by the writer meanwhile: a release after that stops it.
  writer.onCommit(async (tx, changes) => {
    for (const { customer, before } of changes)
      if (customer.agentId !== null && before.agentId === null)
        await setScheduledOwner(tx.sql, customer, customer.agentId)
  })

  /** What a schedule is checked against, and what later stops it. */
  async function plan(tx: Transaction, caller: Caller, change: CustomerChange, input: Input, now: Date) {
    const { quota, words } = await sends.check(tx.sql, caller, change, input.text, input.confirmWarn, now)
    const sendAt = new Date(input.sendAt)
    const refused = whyNotAt(sendAt, quota.closesAt, now)
    if (refused) throw new UserFacingError('refused', refused)
    const { agentId: ownerId, lastInboundSeq: inboundSeq } = change.customer
    const { text, keepOnReply, confirmWarn: isConfirmed } = input
    return { text, sendAt, keepOnReply, isConfirmed, confirmedWords: words, ownerId, inboundSeq }
  }

  /** The row becomes a message under its id as chatId. */
  async function sendIn(
    tx: Transaction,
    caller: Caller,
    { change, row, ...how }: { change: CustomerChange; row: ScheduledRow; isConfirmed: boolean; isUnattended: boolean },
    now: Date,
  ) {
    await deleteScheduled(tx.sql, row)
    const { isConfirmed: confirmWarn, isUnattended } = how
    const message = { chatId: row.id, content: contentOf(row), confirmWarn, isUnattended }
    await sends.sendIn(tx, caller, change, message, now)
    await emitChange(tx, change.customer, caller.agentId, now)
  }

  /** A word that became 违禁词 after the agent confirmed others was not confirmed. */
  async function isStillConfirmed(
    tx: Transaction,
    caller: Caller,
    change: CustomerChange,
    { text, isConfirmed, confirmedWords }: ScheduledRow,
    now: Date,
  ): Promise<boolean> {
    if (!isConfirmed || confirmedWords === null) return isConfirmed
    const { words } = await sends.check(tx.sql, caller, change, text, true, now)
    return words.every((word) => confirmedWords.includes(word))
  }

  /** Sends or stops one message, if it still waits and still has a reason to be looked at. */
  const settle = (key: ScheduledKey) =>
    db.transaction(async (tx) => {
      const now = clock.now()
      const change = await lockCustomer(tx.sql, key.entId, key.customerId)
      const row = await lockScheduled(tx.sql, key)
      if (!change || row?.state !== 'waiting') return
      const { agentId } = change.customer
      const agentName = agentId ? await getAgentName(tx.sql, key.entId, agentId) : ''
      const stopped = whyStopped(row, { ...change.customer, agentName }, now)
      if (stopped) return stop(tx, row, change, stopped, now)
      if (row.sendAt > now) return
      const caller = await findCaller(tx.sql, key.entId, row.agentId)
      // Suspended since it was found due: it waits like all of them.
      if (!caller && (await isSuspended(tx.sql, key.entId))) return
      if (!caller?.permissions.has('im:replyCustomer') || !isVisible(caller, change.customer))
        return stop(tx, row, change, { state: 'failed', reason: SCHEDULED_TEXTS.noRight }, now)
      const isConfirmed = await isStillConfirmed(tx, caller, change, row, now)
      await sendIn(tx, caller, { change, row, isConfirmed, isUnattended: true }, now)
    })

  /** After the transaction of a refused message was rolled back. */
  const fail = (key: ScheduledKey, reason: string) =>
    db.transaction(async (tx) => {
      const change = await lockCustomer(tx.sql, key.entId, key.customerId)
      const row = await lockScheduled(tx.sql, key)
      if (change && row?.state === 'waiting') await stop(tx, row, change, { state: 'failed', reason }, clock.now())
    })

  const settleOrFail = (key: ScheduledKey) =>
    sends
      .countingHits(key, () => settle(key))
      .catch((error: unknown) => {
        if (error instanceof UserFacingError) return fail(key, error.message)
        throw error
      })

  /** The last message looked through; after all of them it begins again. */
  let walkedTo: ScheduledKey | undefined

  return {
    /** Asked again under the same id it is one message, as the caller wants it now. */
    create: (caller: Caller, input: NewInput) =>
      sends.countingHits(caller, () =>
        db.transaction(async (tx): Promise<ScheduledMessage> => {
          const now = clock.now()
          const { entId, agentId } = caller
          const { customerId, id = newId<ScheduledMessageId>(now) } = input
          const change = await lockJustSeen(tx.sql, caller, customerId, now)
          if (await findByChatId(tx.sql, change, id)) throw new UserFacingError('refused', SCHEDULED_TEXTS.sent)
          const before = await lockScheduled(tx.sql, { entId, id })
          if (before && (before.agentId !== agentId || before.customerId !== customerId))
            throw new UserFacingError('refused', SCHEDULED_TEXTS.notOwn)
          const planned = await plan(tx, caller, change, input, now)
          if (before) {
            await updateScheduled(tx.sql, before, { ...planned, state: 'waiting', reason: '' })
            return changed(tx, caller, change, id, now)
          }
          const others = await listScheduled(tx.sql, entId, customerId)
          if (others.filter((each) => each.agentId === agentId).length >= SCHEDULED_MAX)
            throw new UserFacingError('refused', SCHEDULED_TEXTS.tooMany)
          const place = { entId, id, customerId, agentId, reply: input.reply ?? null, createdAt: now }
          await insertScheduled(tx.sql, { ...place, ...planned })
          return changed(tx, caller, change, id, now)
        }),
      ),

    update: (caller: Caller, { id, ...input }: Input & { id: ScheduledMessageId }) =>
      sends.countingHits(caller, () =>
        db.transaction(async (tx): Promise<ScheduledMessage> => {
          const now = clock.now()
          const { change, row } = await lockOwn(tx, caller, id, now)
          const planned = await plan(tx, caller, change, input, now)
          await updateScheduled(tx.sql, row, { ...planned, state: 'waiting', reason: '' })
          return changed(tx, caller, change, id, now)
        }),
      ),

    send: (caller: Caller, { id, confirmWarn }: { id: ScheduledMessageId; confirmWarn: boolean }): Promise<true> =>
      sends.countingHits(caller, () =>
        db.transaction(async (tx) => {
          const now = clock.now()
          const { change, row } = await lockOwn(tx, caller, id, now)
          await sendIn(tx, caller, { change, row, isConfirmed: confirmWarn, isUnattended: false }, now)
          return true as const
        }),
      ),

    remove: (caller: Caller, id: ScheduledMessageId): Promise<true> =>
      db.transaction(async (tx) => {
        const now = clock.now()
        const { change, row } = await lockOwn(tx, caller, id, now)
        await deleteScheduled(tx.sql, row)
        await emitChange(tx, change.customer, caller.agentId, now)
        return true as const
      }),

    /** Sends what is due and stops what has lost its reason. True when there may be more. */
    async run(): Promise<boolean> {
      const due = await listDueScheduled(db.sql, clock.now(), AT_ONCE)
      const walked = await walkScheduled(db.sql, walkedTo, WALKED_AT_ONCE)
      walkedTo = walked.length === WALKED_AT_ONCE ? walked.at(-1) : undefined
      let settled = 0
      for (const key of [...due, ...walked.filter(({ isStopped }) => isStopped)]) {
        try {
          await settleOrFail(key)
          settled += 1
        } catch (error) {
          log.error({ err: error, scheduledMessageId: key.id }, 'a scheduled message was not sent')
        }
      }
      return due.length === AT_ONCE && settled > 0
    },
  }
}

/** The caller's own message with its customer, both locked. */
async function lockOwn(tx: Transaction, caller: Caller, id: ScheduledMessageId, now: Date) {
  const found = await findScheduled(tx.sql, caller.entId, id)
  if (!found) throw new NotFoundError(NOUN)
  const change = await lockJustSeen(tx.sql, caller, found.customerId, now)
  const row = await lockScheduled(tx.sql, found)
  if (!row) throw new NotFoundError(NOUN)
  if (row.agentId !== caller.agentId) throw new UserFacingError('refused', SCHEDULED_TEXTS.notOwn)
  return { change, row }
}

const contentOf = ({ text, reply }: ScheduledRow) => ({ type: 'text', text, ...(reply ? { reply } : {}) })

async function stop(
  tx: Transaction,
  row: ScheduledRow,
  { customer }: CustomerChange,
  why: Pick<ScheduledRow, 'state' | 'reason'>,
  now: Date,
) {
  await updateScheduled(tx.sql, row, why)
  const watchers = await emitChange(tx, customer, null, now)
  const text = `给 ${maskedCustomerName(customer)} 的稍后发送未发出：${why.reason}`
  // A writer who may no longer see the customer is told, without a way to the thread.
  const about = watchers.includes(row.agentId) ? customer : { entId: customer.entId }
  const told = { hintType: 'scheduled_stopped', text, level: 'warn', to: [row.agentId] } as const
  await notifyAgents(tx, about, { ...told, detail: watchers.includes(row.agentId) ? why.reason : text }, now)
}

/** The stored row, told to everybody who sees the thread. */
async function changed(
  tx: Transaction,
  caller: Caller,
  { customer }: CustomerChange,
  id: ScheduledMessageId,
  now: Date,
): Promise<ScheduledMessage> {
  await emitChange(tx, customer, caller.agentId, now)
  const row = (await readScheduled(tx.sql, caller, customer.id)).find((each) => each.id === id)
  if (!row) throw new NotFoundError(NOUN)
  return row
}

/** All that have not been sent to a customer whom the caller may see. */
export const readScheduled = async (db: Queryable, caller: Caller, id: CustomerId): Promise<ScheduledMessage[]> =>
  (await listScheduled(db, caller.entId, id)).map((row) => toScheduled(caller, row))

/** Returns who is told. */
async function emitChange(
  tx: Transaction,
  customer: CustomerRow,
  operatorId: AgentId | null,
  now: Date,
): Promise<AgentId[]> {
  const { entId, id: customerId } = customer
  const agentIds = watchersFor(await listWatchers(tx.sql, entId), customer).map(({ id }) => id)
  const event = { type: 'scheduled_message_change', customerId, at: now.toISOString(), operatorId } as const
  tx.emit(entId, event, { agentIds })
  return agentIds
}

/** What the writer typed is not masked for the writer, who edits it. */
const toScheduled = (caller: Caller, row: Awaited<ReturnType<typeof listScheduled>>[number]): ScheduledMessage => ({
  id: row.id,
  customerId: row.customerId,
  agentId: row.agentId,
  agentName: row.agentName,
  text: row.agentId === caller.agentId ? row.text : shownTo(caller, row.text),
  sendAt: row.sendAt.toISOString(),
  keepOnReply: row.keepOnReply,
  state: row.state,
  reason: row.reason,
})
