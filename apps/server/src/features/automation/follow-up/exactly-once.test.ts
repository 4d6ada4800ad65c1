import { customerApi, type CustomerId } from '@ruwu/contract'
import { ANSWER_LIMIT_MS } from '@ruwu/domain'
import { expect, test } from 'vitest'
import { atOnce, send } from '../../../testing/races/races.ts'
import { startNode } from '../../../testing/start-node.ts'
import { followUpWorld, type FollowUpWorld, MINUTE_MS } from '../testing/follow-up-world.ts'

/** Longer than a node that lives would hold a customer. */
const LEASE_MS = ANSWER_LIMIT_MS + 30_000
const ROUNDS = 12

/** What a thread says, by who says it. */
const sendersOf = async (here: FollowUpWorld, id: CustomerId) =>
  (await here.wordsOf(id)).map((words) => words.slice(0, words.indexOf(':')))

/** As many times as it takes for either to be first, with a new customer each time. */
async function race(
  here: FollowUpWorld,
  other: (id: CustomerId, name: string) => () => Promise<unknown>,
): Promise<CustomerId[]> {
  const ids = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const name = `客户${round}`
    const id = await here.ask(name, `第 ${round} 问`)
    here.clock.advance(15 * MINUTE_MS)
    await atOnce(() => here.followUpOn(), other(id, name))
    ids.push(id)
  }
  return ids
}

test('two nodes that look at once speak once', async () => {
  const here = await followUpWorld({ ownNode: true })
  const there = await startNode(here.databaseUrl, here.clock, here.bus)
  const ids = []
  for (const name of ['甲', '乙', '丙', '丁']) ids.push(await here.ask(name, `${name}在吗`))
  here.clock.advance(15 * MINUTE_MS)

  await Promise.all([here.followUpOn(), here.followUpOn(there), here.followUpOn(), here.followUpOn(there)])
  await there.close()

  for (const id of ids) {
    expect(await here.followUpsOf(id)).toHaveLength(1)
    expect(await here.logOf(id)).toHaveLength(1)
  }
})

test('a node lost while it speaks: another says it, once', async () => {
  const here = await followUpWorld({ ownNode: true })
  const id = await here.ask('小满', '多少钱')
  let isLost = false
  here.reception.writer.onCommit(async (_tx, changes) => {
    if (isLost || !changes.some((each) => each.messages.some((added) => added.senderKind === 'flow'))) return
    isLost = true
    throw new Error('the node is gone')
  })
  await here.pass(15 * MINUTE_MS)
  expect(await here.followUpsOf(id)).toEqual([])
  expect(await here.logOf(id)).toEqual([])

  await here.pass(LEASE_MS)
  await here.pass(LEASE_MS)

  expect(await here.followUpsOf(id)).toEqual(['第 1 次'])
  expect(await here.logOf(id)).toHaveLength(1)
})

test('a step over which nodes break off again and again is left out', async () => {
  const here = await followUpWorld({ ownNode: true })
  const id = await here.ask('小满', '多少钱')
  here.reception.writer.onCommit(async (_tx, changes) => {
    if (changes.some((each) => each.messages.some((added) => added.senderKind === 'flow'))) throw new Error('lost')
  })
  await here.pass(15 * MINUTE_MS)
  for (let round = 0; round < 3; round += 1) await here.pass(LEASE_MS)

  expect(await here.logOf(id)).toMatchObject([{ step: 1, result: 'failed', reason: '多次中断' }])
  expect(await here.waitingOf(id)).toMatchObject({ step: 2 })
})

test('a follow-up interrupted by shutdown is sent by another node', async () => {
  const here = await followUpWorld({ ownNode: true })
  const there = await startNode(here.databaseUrl, here.clock, here.bus)
  const id = await here.ask('小满', '多少钱')
  here.clock.advance(15 * MINUTE_MS)
  here.reception.work.followUps.stop()

  await here.followUpOn()
  expect(await here.followUpsOf(id)).toEqual([])
  await here.followUpOn(there)
  await there.close()

  expect(await here.followUpsOf(id)).toEqual(['第 1 次'])
})

test('a customer message during a follow-up prevents the send', async () => {
  const here = await followUpWorld({ ownNode: true })

  const ids = await race(here, (_id, name) => () => here.write(name, '我还在'))

  for (const id of ids) {
    const senders = await sendersOf(here, id)
    expect(senders.filter((who, index) => who === 'flow' && senders[index - 1] === 'customer')).toEqual([])
    expect(senders.filter((who) => who === 'flow').length).toBe((await here.logOf(id)).length)
  }
})

test('an agent’s message during a follow-up prevents the send', async () => {
  const here = await followUpWorld({ ownNode: true })

  const ids = await race(here, (id) => send(here.lin, id))

  for (const id of ids) {
    expect([['flow', 'human'], ['human']]).toContainEqual((await sendersOf(here, id)).slice(2))
    expect(await here.waitingOf(id)).toBeUndefined()
  }
})

test('a person takes the customer from the AI while it fires: then nothing more is said', async () => {
  const here = await followUpWorld({ ownNode: true })

  const ids = await race(
    here,
    (customerId) => () => here.lin.call(customerApi.setAiStatus, { body: { customerId, enableAi: false } }),
  )
  await here.pass(3 * 60 * MINUTE_MS)

  for (const id of ids) {
    const said = await here.followUpsOf(id)
    expect(said.length).toBeLessThanOrEqual(1)
    expect(await here.waitingOf(id)).toBeUndefined()
  }
})
