import { setTimeout as sleep } from 'node:timers/promises'
import { channelApi, customerApi, type CustomerId } from '@ruwu/contract'
import { seededRandom } from '@ruwu/testkit'
import { eq } from 'drizzle-orm'
import { aiRun, customerMessage, message, outbox, pointAccount } from '../../db/schema/index.ts'
import { OutboxResult } from '../../outbound/outbox-result.ts'
import { type Bus, memoryBus } from '../../realtime/index.ts'
import type { Node } from '../start-node.ts'
import { handsOver, says, ScriptedEngine } from '../scripted-engine.ts'
import { findBrokenAnswers } from './ai-invariants.ts'
import { findBroken } from './invariants.ts'
import { openRaceNodes, type RaceNodes } from './race-nodes.ts'
import { leadKeeper } from '../../features/lead/index.ts'
import { ask, atOnce, newText, type Round, send, unless } from './races.ts'

export type AiRaceNodes = RaceNodes & { engine: ScriptedEngine }

export type AiRace = (nodes: AiRaceNodes) => Promise<Round>

const random = seededRandom(20_261_116)
const MOST_THOUGHT_MS = 30
/** About the duration of one answer, decision and sending. */
const MOST_WAIT_MS = 120
/** Longer than the merge window and every other delay of the races. */
const CALM_MS = 10_000
const POINTS = 1_000_000

/** The nodes of the other races, with an engine that takes a moment. */
export async function openAiRaceNodes(databaseUrl: string): Promise<AiRaceNodes> {
  const engine = new ScriptedEngine()
  const nodes = await openRaceNodes(databaseUrl, { engine }, forgetful(memoryBus()))
  await setPoints(nodes, POINTS)
  return { ...nodes, engine }
}

/** Every other time the abort message is dropped: then the guard in the database alone must stop the answer. */
const forgetful = (bus: Bus): Bus => ({
  ...bus,
  subscribe: (listener) =>
    bus.subscribe((message) => {
      if (message.kind !== 'answering' || random() < 0.5) listener(message)
    }),
})

/** A delay before, during or after the answer. */
const sometime =
  <T>(work: () => Promise<T>) =>
  async () => {
    await sleep(random() * MOST_WAIT_MS)
    return work()
  }

const setPoints = async ({ db, account }: RaceNodes, bonusHumanPoints: number) => {
  await db.sql.update(pointAccount).set({ bonusHumanPoints }).where(eq(pointAccount.entId, account.entId))
}

/** Answers every due customer on one node. */
const answerOn = (node: Node) => async () => {
  const { answers } = node.reception.ai.work
  while (await answers.run()) {
    // Until the queue is empty.
  }
  await answers.settle()
}

/** A customer whose merge window has passed, and an AI that will answer in so many parts. */
async function waitingCustomer(nodes: AiRaceNodes, parts = 1) {
  nodes.engine.script = async () => {
    await sleep(random() * MOST_THOUGHT_MS)
    return says(...Array.from({ length: parts }, newText))
  }
  const customer = await nodes.newCustomer('ai')
  nodes.clock.advance(CALM_MS)
  return customer
}

/** The platform accepts everything in the outbox. */
async function deliver({ db, clock, here }: AiRaceNodes): Promise<void> {
  const result = new OutboxResult({
    db,
    writer: here.reception.writer,
    clock,
    leads: leadKeeper,
    onAuthorisationEnded: async () => {},
  })
  for (const row of await db.sql.select().from(outbox).orderBy(outbox.seq))
    await result.sent(row, { platformMessageId: `@${row.messageId}==`, acceptedAt: clock.now() })
}

const ARCHIVED_LINE = '归档了该客户'

/** Whether an AI message follows a line of the thread. */
async function spokeAfter({ db }: AiRaceNodes, id: CustomerId, line: string): Promise<boolean> {
  const rows = await db.sql
    .select({ who: customerMessage.senderKind, content: message.content })
    .from(customerMessage)
    .innerJoin(message, eq(message.id, customerMessage.id))
    .where(eq(customerMessage.customerId, id))
    .orderBy(customerMessage.seq)
  const at = rows.findIndex(({ content }) => content.text?.includes(line) ?? false)
  if (at < 0) throw new Error(`nobody has read that ${line}`)
  return rows.slice(at).some(({ who }) => who === 'ai')
}

/** Finishes pending work and returns the violated invariants. */
async function conclude(nodes: AiRaceNodes, id: CustomerId, broken: string[], isToldEach = true): Promise<Round> {
  nodes.clock.advance(CALM_MS)
  await answerOn(nodes.there)()
  await deliver(nodes)
  const runs = await nodes.db.sql.select().from(aiRun).where(eq(aiRun.customerId, id)).orderBy(aiRun.startedAt)
  return {
    outcome: runs.map((run) => run.state).join(' and ') || 'nothing begun',
    broken: [...broken, ...(await findBrokenAnswers(nodes, id)), ...(isToldEach ? await findBroken(nodes, id) : [])],
  }
}

export const AI_RACES: Record<string, AiRace> = {
  /** A person sends while the AI finishes. */
  async personSends(nodes) {
    const { id } = await waitingCustomer(nodes)
    const [sent] = await atOnce(sometime(send(nodes.lin, id)), answerOn(nodes.there))
    return conclude(nodes, id, unless(sent.code === 1, 'the person could not send'))
  },

  /** An agent writes in the platform's own app: the echo arrives after the message was sent. */
  async personInApp(nodes) {
    const { id, name } = await waitingCustomer(nodes, 2)
    const speak = async () => {
      await nodes.platform.tell(nodes.platform.echo(nodes.account, name, newText(), 'app'))
      await nodes.platform.settle()
    }
    await atOnce(sometime(speak), answerOn(nodes.there))
    const row = await nodes.customerOf(id)
    return conclude(nodes, id, unless(row.receptionType === 'manual', 'the AI goes on after a person'))
  },

  /** A person sends between the parts of an answer. */
  async personCutsIn(nodes) {
    const { id } = await waitingCustomer(nodes, 3)
    const [sent] = await atOnce(sometime(send(nodes.lin, id)), answerOn(nodes.here))
    return conclude(nodes, id, unless(sent.code === 1, 'the person could not send'))
  },

  /** AI 托管 is switched off and on again: another epoch, the same messages. */
  async toggle(nodes) {
    const { id } = await waitingCustomer(nodes)
    const set = (enableAi: boolean) => ask(nodes.zhao, customerApi.setAiStatus, { body: { customerId: id, enableAi } })
    const switchTwice = async () => {
      const off = await set(false)()
      await sleep(random() * MOST_THOUGHT_MS)
      return [off, await set(true)()]
    }
    const [switched] = await atOnce(sometime(switchTwice), answerOn(nodes.there))
    return conclude(
      nodes,
      id,
      unless(
        switched.every((each) => each.code === 1),
        'a switch was refused',
      ),
    )
  },

  /** The customer is archived. */
  async archive(nodes) {
    const { id } = await waitingCustomer(nodes)
    const archive = ask(nodes.zhao, customerApi.archive, { body: { customerId: id, archive: true } })
    const [archived] = await atOnce(sometime(archive), answerOn(nodes.there))
    return conclude(nodes, id, [
      ...unless(archived.code === 1, 'archiving failed'),
      ...unless(!(await spokeAfter(nodes, id, ARCHIVED_LINE)), 'the AI spoke to somebody who was archived'),
    ])
  },

  /** The customer goes on writing. */
  async customerWrites(nodes) {
    const { id, name } = await waitingCustomer(nodes)
    await atOnce(
      sometime(() => nodes.write(name, '还有一个问题')),
      answerOn(nodes.there),
    )
    return conclude(nodes, id, [])
  },

  /** The customer goes on writing, a person sends and another switches the AI off, while both nodes poll. */
  async everybody(nodes) {
    const { id, name } = await waitingCustomer(nodes, 2)
    const [, sent, off] = await atOnce(
      sometime(() => nodes.write(name, '还有一个问题')),
      sometime(send(nodes.lin, id)),
      sometime(ask(nodes.zhao, customerApi.setAiStatus, { body: { customerId: id, enableAi: false } })),
      answerOn(nodes.here),
      answerOn(nodes.there),
    )
    return conclude(nodes, id, unless(sent.code === 1 && off.code === 1, 'a person was refused'))
  },

  /** Both nodes poll at once. */
  async twoNodes(nodes) {
    const { id } = await waitingCustomer(nodes, 2)
    await atOnce(answerOn(nodes.here), answerOn(nodes.there), answerOn(nodes.here))
    const rows = await nodes.db.sql.select().from(aiRun).where(eq(aiRun.customerId, id))
    return conclude(nodes, id, unless(rows.length === 1, `${rows.length} runs for one burst`))
  },

  /** The AI hands over while an agent claims the customer. */
  async handOver(nodes) {
    const { id } = await waitingCustomer(nodes)
    nodes.engine.script = async () => {
      await sleep(random() * MOST_THOUGHT_MS)
      return handsOver('unknown')
    }
    const claim = ask(nodes.lin, customerApi.receive, { body: { customerId: id } })
    const [claimed] = await atOnce(sometime(claim), answerOn(nodes.here), answerOn(nodes.there))
    return conclude(nodes, id, unless(claimed.code === 1, 'the customer could not be received'))
  },

  /** Points end, and come back. */
  async pointsEnd(nodes) {
    const { id } = await waitingCustomer(nodes)
    const end = async () => {
      await setPoints(nodes, 0)
      await nodes.here.reception.work.points.run()
    }
    await atOnce(sometime(end), answerOn(nodes.there))
    await setPoints(nodes, POINTS)
    await nodes.here.reception.work.points.run()
    return conclude(nodes, id, [])
  },

  /** The account is switched to people, and back. */
  async accountSwitch(nodes) {
    const { id } = await waitingCustomer(nodes)
    const set = (receptionMode: 'open' | 'close') =>
      ask(nodes.zhao, channelApi.updateReceptionType, {
        body: { relationId: nodes.account.id, accountType: 'CORP', receptionMode },
      })
    const [closed] = await atOnce(sometime(set('close')), answerOn(nodes.there))
    const opened = await set('open')()
    // No event per customer.
    return conclude(nodes, id, unless(closed.code === 1 && opened.code === 1, 'a switch was refused'), false)
  },
}
