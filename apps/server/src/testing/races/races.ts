import { setTimeout as sleep } from 'node:timers/promises'
import { type CallArgs, customerApi, type CustomerId, type Endpoint, messageApi } from '@ruwu/contract'
import { seededRandom } from '@ruwu/testkit'
import { and, eq } from 'drizzle-orm'
import { event, message, notice } from '../../db/schema/index.ts'
import type { Person } from '../person.ts'
import { findBroken, isAbout, onceEach } from './invariants.ts'
import type { RaceNodes } from './race-nodes.ts'

/** One round: which side won, and the violated invariants. */
export type Round = { outcome: string; broken: string[] }

export type Race = (nodes: RaceNodes) => Promise<Round>

const random = seededRandom(20_261_115)
/** About the duration of the slowest operation. */
const MOST_LEAD_MS = 40

export const unless = (isFine: boolean, sentence: string) => (isFine ? [] : [sentence])

/** Runs operations concurrently, each with a random small delay. */
export const atOnce = <T extends readonly (() => Promise<unknown>)[]>(...works: T) =>
  Promise.all(works.map((work) => sleep(random() * MOST_LEAD_MS).then(work))) as Promise<{
    [At in keyof T]: Awaited<ReturnType<T[At]>>
  }>

export const ask =
  <E extends Endpoint>(person: Person, endpoint: E, args: CallArgs<E>) =>
  () =>
    person.request(endpoint, args)

let said = 0
/** Different per round: the duplicate-text guard would hold equal texts back. */
export const newText = () => {
  said += 1
  return `您好，这是第 ${said} 句`
}

export const send = (person: Person, customerId: CustomerId) => {
  const text = newText()
  const body = { customerId, chatId: `race-${100_000 + said}`, content: { type: 'text', text } }
  return ask(person, messageApi.send, { body })
}

const countTold = async ({ db }: RaceNodes, id: CustomerId, type: string) => {
  const told = await db.sql
    .select({ type: event.type, payload: event.payload })
    .from(event)
    .where(and(eq(event.type, type), isAbout(id)))
  return onceEach(told).length
}

/** An automatic sender with the epoch it has read now. */
async function thinkOfAnswer(nodes: RaceNodes, customerId: CustomerId) {
  const { receptionType, receptionEpoch, lastInboundSeq, lastHumanSeq } = await nodes.customerOf(customerId)
  const expected = { receptionType, receptionEpoch, inboundSeq: lastInboundSeq, humanSeq: lastHumanSeq }
  const text = newText()
  return () =>
    nodes.there.db.transaction((tx) =>
      nodes.there.reception.automatic.send(tx, {
        entId: nodes.account.entId,
        customerId,
        kind: 'ai_answer',
        senderKind: 'ai',
        content: { type: 'text', text },
        expected,
      }),
    )
}

const seqsOf = async ({ db }: RaceNodes, id: CustomerId, isMeant: (senderId: string) => boolean) => {
  const rows = await db.sql.select().from(message).where(eq(message.topicId, id))
  return rows.filter((row) => row.isReadable && isMeant(row.senderId)).map((row) => row.seq)
}

export const RACES: Record<string, Race> = {
  /** Two agents claim one customer on two nodes: one succeeds, the other is refused with the owner's name. */
  async claim(nodes) {
    const { id } = await nodes.newCustomer()
    const [lin, wei] = [nodes.lin, nodes.onOtherNode(nodes.wei)]
    const claim = (person: Person) => ask(person, customerApi.receive, { body: { customerId: id } })
    const answers = await atOnce(claim(lin), claim(wei))
    const winner = answers[0].code === 1 ? lin : wei
    const loser = answers[winner === lin ? 1 : 0]
    return {
      outcome: winner.name,
      broken: [
        ...unless(answers.filter((answer) => answer.code === 1).length === 1, 'not exactly one winner'),
        ...unless(
          loser.code === 40901 && (loser.data as { agentId?: string } | null)?.agentId === winner.id,
          'the loser was not told who was first',
        ),
        ...unless((await nodes.customerOf(id)).agentId === winner.id, 'the winner does not have the customer'),
        ...unless((await countTold(nodes, id, 'rec_cus')) === 1, 'not told exactly once'),
        ...(await findBroken(nodes, id)),
      ],
    }
  },

  /** A person sends while the AI answers: no AI message follows the person's, and the person's is always sent. */
  async takeover(nodes) {
    const { id } = await nodes.newCustomer('ai')
    const answer = await thinkOfAnswer(nodes, id)
    const [sent, answered] = await atOnce(send(nodes.lin, id), answer)
    const [human, ai] = [
      await seqsOf(nodes, id, (sender) => sender === nodes.lin.id),
      await seqsOf(nodes, id, (sender) => sender === 'ai'),
    ]
    const row = await nodes.customerOf(id)
    return {
      outcome: 'messageId' in answered ? 'the AI first' : `held back: ${answered.why}`,
      broken: [
        ...unless(sent.code === 1 && human.length === 1, 'the person’s message is missing'),
        ...unless(ai.length === ('messageId' in answered ? 1 : 0), 'what was answered and what is stored differ'),
        ...unless(
          ai.every((seq) => seq < (human[0] ?? 0)),
          'the AI spoke after a person',
        ),
        ...unless(row.receptionType === 'manual' && row.aiOffReason === 'human_reply', 'the person has not taken over'),
        ...unless(row.agentId === nodes.lin.id, 'who answered has not received'),
        ...(await findBroken(nodes, id)),
      ],
    }
  },

  /** The customer writes while the AI answers: the answer precedes the message it did not see, or is dropped. */
  async overtaken(nodes) {
    const { id, name } = await nodes.newCustomer('ai')
    const answer = await thinkOfAnswer(nodes, id)
    const [, answered] = await atOnce(() => nodes.write(name, '还有一个问题'), answer)
    const ai = await seqsOf(nodes, id, (sender) => sender === 'ai')
    const { lastInboundSeq } = await nodes.customerOf(id)
    return {
      outcome: 'messageId' in answered ? 'the AI first' : `held back: ${answered.why}`,
      broken: [
        ...unless('messageId' in answered || answered.why === 'inbound', 'held back for another reason'),
        ...unless(
          ai.every((seq) => seq < lastInboundSeq),
          'an answer to what was not read',
        ),
        ...(await findBroken(nodes, id)),
      ],
    }
  },

  /** A message arrives while the customer is archived: afterwards archived without a session, or open with one. */
  async archive(nodes) {
    const { id, name } = await nodes.newCustomer()
    const archive = ask(nodes.onOtherNode(nodes.zhao), customerApi.archive, { body: { customerId: id, archive: true } })
    const [, answer] = await atOnce(() => nodes.write(name, '还在吗'), archive)
    const row = await nodes.customerOf(id)
    return {
      outcome: row.archive ? 'archived' : 'here',
      broken: [
        ...unless(answer.code === 1, 'archiving failed'),
        ...unless(row.archive === (row.sessionId === null), 'archived and in a session, or neither'),
        ...unless(row.inboundCount === 2, 'the message is missing'),
        ...(await findBroken(nodes, id)),
      ],
    }
  },

  /** The customer is transferred while being released: both happen, serialised in one order. */
  async transfer(nodes) {
    const { id } = await nodes.newCustomer()
    const { lin, wei, zhao } = nodes
    await lin.call(customerApi.receive, { body: { customerId: id } })
    const [redirected, released] = await atOnce(
      ask(zhao, customerApi.redirect, { body: { customerId: id, agentId: wei.id, reason: '更专业的同事' } }),
      ask(nodes.onOtherNode(zhao), customerApi.release, { body: { customerId: id } }),
    )
    const { agentId } = await nodes.customerOf(id)
    return {
      outcome: agentId === null ? 'released last' : 'passed on last',
      broken: [
        ...unless(redirected.code === 1 && released.code === 1, 'one of them was refused'),
        ...unless(agentId === null || agentId === wei.id, 'still with the first owner'),
        ...(await findBroken(nodes, id)),
      ],
    }
  },

  /** An agent claims the customer while the queue assigns it. */
  async drain(nodes) {
    const { id } = await nodes.newCustomer()
    await nodes.seeEverybody()
    const claim = ask(nodes.zhao, customerApi.receive, { body: { customerId: id } })
    const [answer] = await atOnce(claim, () => nodes.there.reception.work.assignQueue.run())
    const { agentId } = await nodes.customerOf(id)
    return {
      outcome: answer.code === 1 ? 'claimed' : 'given',
      broken: [
        ...unless(agentId !== null, 'nobody has the customer'),
        // Also when the queue assigned the customer to the claiming agent.
        ...unless((answer.code === 1) === (agentId === nodes.zhao.id), 'the answer does not fit the owner'),
        ...unless((await countTold(nodes, id, 'rec_cus')) === 1, 'not told exactly once'),
        ...(await findBroken(nodes, id)),
      ],
    }
  },

  /** The AI's return falls due while a person writes: the person wins. */
  async comeback(nodes) {
    const { id, name } = await nodes.newCustomer('ai')
    await send(nodes.lin, id)()
    await nodes.write(name, '谢谢')
    nodes.clock.advance(30 * 60_000)
    const [sent] = await atOnce(send(nodes.lin, id), () => nodes.there.reception.work.returns.run())
    const row = await nodes.customerOf(id)
    const returned = await countTold(nodes, id, 'cus_delay_auto_enable_ai')
    return {
      outcome: returned > 0 ? 'returned first' : 'moved on',
      broken: [
        ...unless(sent.code === 1, 'the person could not send'),
        ...unless(row.receptionType === 'manual' && row.aiOffReason === 'human_reply', 'the AI has the last word'),
        ...unless((row.autoEnableAt?.getTime() ?? 0) > nodes.clock.now().getTime(), 'the return was not moved'),
        ...(await findBroken(nodes, id)),
      ],
    }
  },

  /** The owner answers while the customer is reassigned for waiting too long. */
  async timeout(nodes) {
    const { id } = await nodes.newCustomer()
    await nodes.lin.call(customerApi.receive, { body: { customerId: id } })
    nodes.clock.advance(5 * 60_000)
    const [sent] = await atOnce(send(nodes.lin, id), () => nodes.there.reception.work.waiting.run())
    const row = await nodes.customerOf(id)
    return {
      outcome: (await countTold(nodes, id, 'rel_cus')) > 0 ? 'taken back' : 'answered',
      broken: [
        ...unless(sent.code === 1, 'the owner could not answer'),
        // Reassigned first, the customer was unassigned, and the answering agent becomes the owner.
        ...unless(row.agentId === nodes.lin.id && row.waitingSince === null, 'answered, and yet waiting'),
        ...(await findBroken(nodes, id)),
      ],
    }
  },

  /** The customer writes while the owner postpones, then two nodes look for what is due: back once, and told once. */
  async postpone(nodes) {
    const { id, name } = await nodes.newCustomer()
    const { lin, here, there, clock } = nodes
    await lin.call(customerApi.receive, { body: { customerId: id } })
    const until = new Date(clock.now().getTime() + 60_000).toISOString()
    const postpone = ask(lin, customerApi.postpone, { body: { customerId: id, until } })
    const [answer] = await atOnce(postpone, () => nodes.write(name, '还有一个问题'))
    const between = await nodes.customerOf(id)
    const isAway = between.postponedUntil !== null
    clock.advance(60_000)
    await atOnce(
      () => here.reception.work.postpones.run(),
      () => there.reception.work.postpones.run(),
    )
    const row = await nodes.customerOf(id)
    const told = await nodes.db.sql.select().from(notice).where(eq(notice.customerId, id))
    return {
      outcome: isAway ? 'written first' : 'postponed first',
      broken: [
        ...unless(answer.code === 1, 'postponing failed'),
        ...unless(isAway === (between.returnedAt === null), 'neither away nor back'),
        ...unless(row.postponedUntil === null && row.returnedAt !== null, 'not back'),
        ...unless(told.filter(({ kind }) => kind === 'postpone_due').length === 1, 'not told exactly once'),
        ...(await findBroken(nodes, id)),
      ],
    }
  },

  /** Every action of an agent, sent twice concurrently, takes effect once. */
  async doubleClick(nodes) {
    const { id: customerId } = await nodes.newCustomer()
    const broken: string[] = []
    for (const [type, endpoint, body] of clicks(nodes, customerId)) {
      const before = await countTold(nodes, customerId, type)
      const click = (person: Person) => ask(person, endpoint, { body })
      const answers = await atOnce(click(nodes.zhao), click(nodes.onOtherNode(nodes.zhao)))
      const told = (await countTold(nodes, customerId, type)) - before
      broken.push(
        ...unless(
          answers.every((answer) => answer.code === 1),
          `${endpoint.path} refused one of two`,
        ),
        ...unless(told === 1, `${endpoint.path} happened ${told} times`),
      )
    }
    return { outcome: 'once', broken: [...broken, ...(await findBroken(nodes, customerId))] }
  },
}

/** Each action with a state in which it has an effect. */
const clicks = (
  { wei, clock }: RaceNodes,
  customerId: CustomerId,
): [event: string, endpoint: Endpoint, body: object][] => [
  ['rec_cus', customerApi.receive, { customerId }],
  ['cus_postpone', customerApi.postpone, { customerId, until: new Date(clock.now().getTime() + 60_000).toISOString() }],
  ['cus_postpone', customerApi.postpone, { customerId, until: null }],
  ['rel_cus', customerApi.release, { customerId }],
  ['redirect_cus', customerApi.redirect, { customerId, agentId: wei.id, reason: '更专业的同事', note: '请跟进' }],
  ['cus_change_enable_ai', customerApi.setAiStatus, { customerId, enableAi: true }],
  ['cus_change_enable_ai', customerApi.setAiStatus, { customerId, enableAi: false }],
  ['cus_tags_bind', customerApi.block, { customerId, block: true }],
  ['cus_tags_unbind', customerApi.block, { customerId, block: false }],
  ['cus_change_archive', customerApi.archive, { customerId, archive: true }],
  ['cus_change_archive', customerApi.archive, { customerId, archive: false }],
]
