import { setTimeout as sleep } from 'node:timers/promises'
import { channelApi, customerApi, type CustomerId } from '@ruwu/contract'
import { seededRandom } from '@ruwu/testkit'
import { eq } from 'drizzle-orm'
import { aiRun, customerMessage, message, outbox, pointAccount } from '../../db/schema/index.ts'
import { OutboxResult } from '../../customer/index.ts'
import { type Bus, memoryBus } from '../../realtime/bus.ts'
import type { Node } from '../start-node.ts'
import { handsOver, says, ScriptedEngine } from '../scripted-engine.ts'
import { findBrokenAnswers } from './ai-invariants.ts'
import { findBroken } from './invariants.ts'
import { openRacePlace, type RacePlace } from './race-place.ts'
import { ask, atOnce, newText, type Round, send, unless } from './races.ts'

export type AiRacePlace = RacePlace & { engine: ScriptedEngine }

export type AiRace = (place: AiRacePlace) => Promise<Round>

const random = seededRandom(20_261_116)
const MOST_THOUGHT_MS = 30
/** About the duration of one answer, decision and sending. */
const MOST_WAIT_MS = 120
/** 合并等待 of the place, and the longest anything else waits here. */
const CALM_MS = 10_000
const POINTS = 1_000_000

/** The nodes of the other races, with an engine that takes a moment. */
export async function openAiRacePlace(databaseUrl: string): Promise<AiRacePlace> {
  const engine = new ScriptedEngine()
  const place = await openRacePlace(databaseUrl, { engine }, forgetful(memoryBus()))
  await setPoints(place, POINTS)
  return { ...place, engine }
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

const setPoints = async ({ db, account }: RacePlace, bonusHumanPoints: number) => {
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
async function waitingCustomer(place: AiRacePlace, parts = 1) {
  place.engine.script = async () => {
    await sleep(random() * MOST_THOUGHT_MS)
    return says(...Array.from({ length: parts }, newText))
  }
  const customer = await place.newCustomer('ai')
  place.clock.advance(CALM_MS)
  return customer
}

/** The platform accepts everything in the outbox. */
async function deliver({ db, clock, here }: AiRacePlace): Promise<void> {
  const result = new OutboxResult({ db, desk: here.reception.desk, clock, onAuthorisationEnded: async () => {} })
  for (const row of await db.sql.select().from(outbox).orderBy(outbox.seq))
    await result.sent(row, { platformMessageId: `@${row.messageId}==`, acceptedAt: clock.now() })
}

const ARCHIVED_LINE = '归档了该客户'

/** Whether an AI message follows a line of the thread. */
async function spokeAfter({ db }: AiRacePlace, id: CustomerId, line: string): Promise<boolean> {
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
async function conclude(place: AiRacePlace, id: CustomerId, broken: string[], isToldEach = true): Promise<Round> {
  place.clock.advance(CALM_MS)
  await answerOn(place.there)()
  await deliver(place)
  const runs = await place.db.sql.select().from(aiRun).where(eq(aiRun.customerId, id)).orderBy(aiRun.startedAt)
  return {
    outcome: runs.map((run) => run.state).join(' and ') || 'nothing begun',
    broken: [...broken, ...(await findBrokenAnswers(place, id)), ...(isToldEach ? await findBroken(place, id) : [])],
  }
}

export const AI_RACES: Record<string, AiRace> = {
  /** A person sends while the AI finishes. */
  async personSends(place) {
    const { id } = await waitingCustomer(place)
    const [sent] = await atOnce(sometime(send(place.lin, id)), answerOn(place.there))
    return conclude(place, id, unless(sent.code === 1, 'the person could not send'))
  },

  /** An agent writes in the platform's own app: the echo arrives after the message was sent. */
  async personInApp(place) {
    const { id, name } = await waitingCustomer(place, 2)
    const speak = async () => {
      await place.platform.tell(place.platform.echo(place.account, name, newText(), 'app'))
      await place.platform.settle()
    }
    await atOnce(sometime(speak), answerOn(place.there))
    const row = await place.customerOf(id)
    return conclude(place, id, unless(row.receptionType === 'manual', 'the AI goes on after a person'))
  },

  /** A person sends between the parts of an answer. */
  async personCutsIn(place) {
    const { id } = await waitingCustomer(place, 3)
    const [sent] = await atOnce(sometime(send(place.lin, id)), answerOn(place.here))
    return conclude(place, id, unless(sent.code === 1, 'the person could not send'))
  },

  /** AI 托管 is switched off and on again: another epoch, the same messages. */
  async toggle(place) {
    const { id } = await waitingCustomer(place)
    const set = (enableAi: boolean) => ask(place.zhao, customerApi.setAiStatus, { body: { customerId: id, enableAi } })
    const switchTwice = async () => {
      const off = await set(false)()
      await sleep(random() * MOST_THOUGHT_MS)
      return [off, await set(true)()]
    }
    const [switched] = await atOnce(sometime(switchTwice), answerOn(place.there))
    return conclude(
      place,
      id,
      unless(
        switched.every((each) => each.code === 1),
        'a switch was refused',
      ),
    )
  },

  /** The customer is archived. */
  async archive(place) {
    const { id } = await waitingCustomer(place)
    const archive = ask(place.zhao, customerApi.archive, { body: { customerId: id, archive: true } })
    const [archived] = await atOnce(sometime(archive), answerOn(place.there))
    return conclude(place, id, [
      ...unless(archived.code === 1, 'archiving failed'),
      ...unless(!(await spokeAfter(place, id, ARCHIVED_LINE)), 'the AI spoke to somebody who was archived'),
    ])
  },

  /** The customer goes on writing. */
  async customerWrites(place) {
    const { id, name } = await waitingCustomer(place)
    await atOnce(
      sometime(() => place.write(name, '还有一个问题')),
      answerOn(place.there),
    )
    return conclude(place, id, [])
  },

  /** The customer goes on writing, a person sends and another switches the AI off, while both nodes poll. */
  async everybody(place) {
    const { id, name } = await waitingCustomer(place, 2)
    const [, sent, off] = await atOnce(
      sometime(() => place.write(name, '还有一个问题')),
      sometime(send(place.lin, id)),
      sometime(ask(place.zhao, customerApi.setAiStatus, { body: { customerId: id, enableAi: false } })),
      answerOn(place.here),
      answerOn(place.there),
    )
    return conclude(place, id, unless(sent.code === 1 && off.code === 1, 'a person was refused'))
  },

  /** Both nodes poll at once. */
  async twoNodes(place) {
    const { id } = await waitingCustomer(place, 2)
    await atOnce(answerOn(place.here), answerOn(place.there), answerOn(place.here))
    const rows = await place.db.sql.select().from(aiRun).where(eq(aiRun.customerId, id))
    return conclude(place, id, unless(rows.length === 1, `${rows.length} runs for one burst`))
  },

  /** The AI hands over while an agent claims the customer. */
  async handOver(place) {
    const { id } = await waitingCustomer(place)
    place.engine.script = async () => {
      await sleep(random() * MOST_THOUGHT_MS)
      return handsOver('unknown')
    }
    const claim = ask(place.lin, customerApi.receive, { body: { customerId: id } })
    const [claimed] = await atOnce(sometime(claim), answerOn(place.here), answerOn(place.there))
    return conclude(place, id, unless(claimed.code === 1, 'the customer could not be received'))
  },

  /** Points end, and come back. */
  async pointsEnd(place) {
    const { id } = await waitingCustomer(place)
    const end = async () => {
      await setPoints(place, 0)
      await place.here.reception.work.points.run()
    }
    await atOnce(sometime(end), answerOn(place.there))
    await setPoints(place, POINTS)
    await place.here.reception.work.points.run()
    return conclude(place, id, [])
  },

  /** The account is switched to people, and back. */
  async accountSwitch(place) {
    const { id } = await waitingCustomer(place)
    const set = (receptionMode: 'open' | 'close') =>
      ask(place.zhao, channelApi.updateReceptionType, {
        body: { relationId: place.account.id, accountType: 'CORP', receptionMode },
      })
    const [closed] = await atOnce(sometime(set('close')), answerOn(place.there))
    const opened = await set('open')()
    // No event per customer.
    return conclude(place, id, unless(closed.code === 1 && opened.code === 1, 'a switch was refused'), false)
  },
}
