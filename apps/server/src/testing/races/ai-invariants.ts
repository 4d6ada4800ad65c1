import type { CustomerId } from '@ruwu/contract'
import { and, asc, eq } from 'drizzle-orm'
import {
  aiHandoff,
  aiRun,
  aiRunMessage,
  aiWaiting,
  customer,
  customerMessage,
  message,
  pointLedger,
} from '../../db/schema/index.ts'
import { OUT_OF_POINTS } from '../../features/ai-reception/index.ts'
import type { RaceNodes } from './race-nodes.ts'

type Spoken = { seq: number; id: string; who: string }

/** Violated invariants of a customer that the AI answers, as sentences. */
export async function findBrokenAnswers({ db }: RaceNodes, id: CustomerId): Promise<string[]> {
  const spoken: Spoken[] = await db.sql
    .select({ seq: customerMessage.seq, id: customerMessage.id, who: customerMessage.senderKind })
    .from(customerMessage)
    .innerJoin(message, eq(message.id, customerMessage.id))
    .where(and(eq(customerMessage.customerId, id), eq(message.isReadable, true)))
    .orderBy(asc(customerMessage.seq))
  const runs = await db.sql.select().from(aiRun).where(eq(aiRun.customerId, id))
  const parts = await db.sql
    .select({ messageId: aiRunMessage.messageId, runId: aiRunMessage.runId, index: aiRunMessage.index })
    .from(aiRunMessage)
    .innerJoin(aiRun, eq(aiRun.id, aiRunMessage.runId))
    .where(eq(aiRun.customerId, id))
  const handoffs = await db.sql.select().from(aiHandoff).where(eq(aiHandoff.customerId, id))
  const notes = await db.sql.select().from(message).where(eq(message.topicId, id))
  const charges = await db.sql.select().from(pointLedger).where(eq(pointLedger.customerId, id))
  const [row] = await db.sql.select().from(customer).where(eq(customer.id, id))
  const waiting = await db.sql.select().from(aiWaiting).where(eq(aiWaiting.customerId, id))

  const broken: string[] = []
  const check = (isFine: boolean, sentence: string) => {
    if (!isFine) broken.push(sentence)
  }
  const runOf = new Map(parts.map((part) => [part.messageId as string, runs.find((run) => run.id === part.runId)]))
  for (const said of spoken.filter(({ who }) => who === 'ai')) {
    const run = runOf.get(said.id)
    if (!run) {
      broken.push('an AI message without a run')
      continue
    }
    const before = spoken.filter(({ seq }) => seq < said.seq)
    const inbound = before.findLast(({ who }) => who === 'customer')
    check(inbound?.seq === run.answeredSeq, 'an answer to other words than the last')
    check(
      before.every(({ who, seq }) => who !== 'human' || seq < run.answeredSeq),
      'the AI spoke after a person it did not know of',
    )
    check(run.state === 'sent', `said by a run that is ${run.state}`)
  }
  const sent = runs.filter((run) => run.state === 'sent')
  check(new Set(sent.map((run) => run.answeredSeq)).size === sent.length, 'two answers to one burst')
  check(
    sent.every((run) => parts.some((part) => part.runId === run.id && part.index === 0)),
    'an answer without words',
  )
  check(
    runs.every((run) => run.state !== 'running'),
    'a run without an end',
  )
  const called = handoffs.filter(({ reason }) => reason !== OUT_OF_POINTS)
  check(
    notes.filter((each) => each.content.type === 'note').length === called.length,
    '转人工 did not happen exactly once',
  )
  const paid = charges.filter((each) => each.type === 'consume' && each.item === 'ai_reply')
  check(paid.length === sent.length, `${paid.length} charges for ${sent.length} answers`)
  const isOpen = row?.receptionType === 'ai_agent' && row.waitingSince !== null && !row.archive
  check(!isOpen || waiting.length === 1, 'somebody waits and is forgotten')
  return broken
}
