import { AiDraft, type CustomerId } from '@ruwu/contract'
import { asc, eq } from 'drizzle-orm'
import { PlatformError } from '../channels/platform-error.ts'
import { aiHandoff, aiRun, aiWaiting, customerMessage, message, outbox } from '../db/schema/index.ts'
import { OutboxResult } from '../outbound/outbox-result.ts'
import type { Reception } from '../compose/reception.ts'
import { receptionWorld } from './reception-world.ts'
import { ScriptedEngine } from './scripted-engine.ts'
import { leadKeeper } from '../features/lead/index.ts'
import type { WorldOptions } from './world.ts'

export type AiWorld = Awaited<ReturnType<typeof aiWorld>>

/** 合并等待 as it is by default. */
export const MERGE_MS = 3_000

type ConfigInput = Parameters<typeof AiDraft.parse>[0]

/** A world whose account has a published AI with a scripted engine and no typing delay. */
export async function aiWorld({ config = {}, ...options }: WorldOptions & { config?: object } = {}) {
  const engine = new ScriptedEngine()
  const here = await receptionWorld({ engine, ...options })
  const { db, clock, reception } = here

  const publish = (draft: object, returnAfter: '30' | 'off' = '30') =>
    here.publishAi(returnAfter, 1, AiDraft.parse(quick(draft)))
  await publish(config)

  /** Answers every customer that is due. */
  const answer = async (node: { reception: Reception } = here) => {
    const { answers } = node.reception.ai.work
    while (await answers.run()) {
      // Until the queue is empty.
    }
    await answers.settle()
  }
  /** The customer writes, the merge window passes, and the AI answers. */
  const ask = async (name: string, ...texts: string[]): Promise<CustomerId> => {
    const id = await here.write(name, ...texts)
    clock.advance(MERGE_MS)
    await answer()
    return id
  }

  /** A thread's messages without system lines and notes. */
  const wordsOf = async (id: CustomerId) => {
    const rows = await db.sql
      .select({ who: customerMessage.senderKind, content: message.content })
      .from(customerMessage)
      .innerJoin(message, eq(message.id, customerMessage.id))
      .where(eq(customerMessage.customerId, id))
      .orderBy(asc(customerMessage.seq))
    return rows
      .filter((row) => row.content.type !== 'system' && row.content.type !== 'note')
      .map((row) => `${row.who}: ${row.content.text ?? row.content.type}`)
  }
  const notesOf = async (id: CustomerId) => {
    const rows = await db.sql.select().from(message).where(eq(message.topicId, id)).orderBy(asc(message.seq))
    return rows.filter((row) => row.content.type === 'note').map((row) => row.content.text ?? '')
  }
  const runsOf = (id: CustomerId) =>
    db.sql.select().from(aiRun).where(eq(aiRun.customerId, id)).orderBy(asc(aiRun.startedAt), asc(aiRun.id))
  const handoffsOf = (id: CustomerId) => db.sql.select().from(aiHandoff).where(eq(aiHandoff.customerId, id))
  const waiting = () => db.sql.select().from(aiWaiting)

  const result = new OutboxResult({
    db,
    writer: reception.writer,
    clock,
    leads: leadKeeper,
    onAuthorisationEnded: async () => {},
  })
  const queued = () => db.sql.select().from(outbox).orderBy(asc(outbox.seq))
  let accepted = 0
  /** The platform takes what waits to be sent. */
  const deliver = async () => {
    for (const row of await queued()) {
      accepted += 1
      await result.sent(row, { platformMessageId: `@out${accepted}==`, acceptedAt: clock.now() })
    }
  }
  /** The platform does not take what waits, or the oldest so many of it. */
  const refuse = async (most?: number) => {
    for (const row of (await queued()).slice(0, most))
      await result.failed(row, new PlatformError('customer_unreachable'))
  }

  return { ...here, engine, publish, answer, ask, wordsOf, notesOf, runsOf, handoffsOf, waiting, deliver, refuse }
}

/** Without the typing delay. */
function quick(draft: ConfigInput): ConfigInput {
  const given = draft as { advanced?: object }
  return { ...given, advanced: { delaySec: 0, ...given.advanced } }
}
