import { channelApi, type CustomerId, type RelationId } from '@ruwu/contract'
import { eq, inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { customer, customerMessage, message, session, topic } from '../../db/schema/index.ts'
import { auditEntries } from '../../testing/audit-entries.ts'
import { type ChannelWorld, channelWorld } from '../../testing/channel-world.ts'
import { discardPlans } from '../../testing/discard-plans.ts'

const customersOf = async ({ db }: ChannelWorld, ...ids: CustomerId[]) => {
  const rows = await db.sql.select().from(customer).where(inArray(customer.id, ids))
  return ids.map((id) => rows.find((row) => row.id === id))
}

const switchTo = (relationId: RelationId, receptionMode: 'open' | 'close', more: object = {}) => ({
  body: { relationId, accountType: 'CORP' as const, receptionMode, ...more },
})

async function familyWorld() {
  const here = await channelWorld()
  const { zhao, platform, bindRedbook } = here
  platform.redbook.staff = [{ platformId: 'kos-1', name: '子账号', state: 'authorised' }]
  const mainId = await bindRedbook(zhao)
  const staffId = (await zhao.call(channelApi.list, { body: {} }))[0]!.kosAccount[0]!.relationId
  return { ...here, mainId, staffId }
}

test('switching the AI off takes its customers to people, in one step that every console hears once', async () => {
  const here = await familyWorld()
  const { zhao, lin, addCustomer, mainId } = here
  const byAi = await addCustomer(mainId)
  const byPerson = await addCustomer(mainId, { receptionType: 'manual', aiOffReason: 'agent_toggle' })
  const screen = await lin.connect()

  const answer = await zhao.call(channelApi.updateReceptionType, switchTo(mainId, 'close', { withKos: false }))

  expect(answer).toEqual({ affected: 1 })
  expect(await customersOf(here, byAi, byPerson)).toMatchObject([
    { receptionType: 'manual', aiOffReason: 'channel_off', receptionEpoch: 2, autoEnableAt: null },
    { receptionType: 'manual', aiOffReason: 'agent_toggle', receptionEpoch: 1 },
  ])
  await screen.roundTrip()
  const events = screen
    .take('message')
    .map((frame) => ({ type: frame.content.type, ...JSON.parse(frame.content.text) }))
  expect(events).toMatchObject([
    {
      type: 'channel_change_enable_ai',
      relationId: mainId,
      subSourceId: mainId,
      source: 'redbook',
      enable: false,
      operatorId: zhao.id,
    },
  ])
  const history = await zhao.call(channelApi.eventList, { body: { relationId: mainId, kind: 'mode' } })
  expect(history.items).toMatchObject([{ text: '接待模式切换为 工作流/人工接待，影响 1 位客户', operatorId: zhao.id }])
  expect(await auditEntries(here.db, channelApi.updateReceptionType)).toMatchObject([
    { agentId: zhao.id, object: mainId, after: { receptionMode: '工作流/人工接待', affected: '1' } },
  ])
})

test('every customer concerned gets a line in the thread, and the session its path', async () => {
  const here = await familyWorld()
  const { zhao, db, addCustomer, mainId } = here
  const id = await addCustomer(mainId)

  await zhao.call(channelApi.updateReceptionType, switchTo(mainId, 'close'))
  await zhao.call(channelApi.updateReceptionType, switchTo(mainId, 'open'))

  const lines = await db.sql.select().from(message).where(eq(message.topicId, id)).orderBy(message.seq)
  expect(lines.map(({ seq, senderId, isReadable, content }) => [seq, senderId, isReadable, content.text])).toEqual([
    [1, 'system', false, 'AI 托管已关闭：账号切换为工作流/人工接待'],
    [2, 'system', false, 'AI 托管已开启：账号切换为 AI 托管'],
  ])
  const ofCustomer = eq(customerMessage.customerId, id)
  const facts = await db.sql.select().from(customerMessage).where(ofCustomer).orderBy(customerMessage.seq)
  expect(facts).toMatchObject([
    { seq: 1, senderKind: 'system', relationId: mainId },
    { seq: 2, senderKind: 'system', relationId: mainId },
  ])
  const [[row], [head], [open]] = await Promise.all([
    customersOf(here, id),
    db.sql.select().from(topic).where(eq(topic.id, id)),
    db.sql.select().from(session).where(eq(session.customerId, id)),
  ])
  expect(row).toMatchObject({ lastSeq: 2, receptionType: 'ai_agent', aiOffReason: null, receptionEpoch: 3 })
  expect(head?.lastSeq).toBe(2)
  expect(open?.receptionPath).toEqual(['ai_agent', 'manual', 'ai_agent'])
})

test('switching the AI on gives it back only those whom a switch took from it', async () => {
  const here = await familyWorld()
  const { zhao, addCustomer, mainId } = here
  const taken = await addCustomer(mainId)
  await zhao.call(channelApi.updateReceptionType, switchTo(mainId, 'close'))
  const others = [
    await addCustomer(mainId, { receptionType: 'manual', aiOffReason: 'human_reply' }),
    await addCustomer(mainId, { receptionType: 'workflow', aiOffReason: 'schedule' }),
  ]

  expect(await zhao.call(channelApi.updateReceptionType, switchTo(mainId, 'open'))).toEqual({ affected: 1 })

  expect(await customersOf(here, taken)).toMatchObject([{ receptionType: 'ai_agent', aiOffReason: null }])
  expect((await customersOf(here, ...others)).map((row) => row?.receptionEpoch)).toEqual([1, 1])
})

test('a main account’s switch goes to its sub-accounts unless told otherwise, and says beforehand whom it concerns', async () => {
  const here = await familyWorld()
  const { zhao, addCustomer, mainId, staffId } = here
  await addCustomer(mainId)
  await addCustomer(staffId)
  await addCustomer(staffId)
  const modes = async () => {
    const [main] = await zhao.call(channelApi.list, { body: {} })
    return [main?.receptionMode, main?.kosAccount[0]?.receptionMode]
  }

  const effect = (relationId: RelationId) =>
    zhao.call(channelApi.switchEffect, { query: { relationId, receptionMode: 'close' } })
  expect(await effect(mainId)).toEqual({ own: 1, kos: 2, kosAccounts: 1 })
  expect(await effect(staffId)).toEqual({ own: 2, kos: 0, kosAccounts: 0 })

  expect(await zhao.call(channelApi.updateReceptionType, switchTo(mainId, 'close', { withKos: false }))).toEqual({
    affected: 1,
  })
  expect(await modes()).toEqual(['close', 'open'])
  const screen = await zhao.connect()
  expect(await zhao.call(channelApi.updateReceptionType, switchTo(mainId, 'close'))).toEqual({ affected: 2 })
  expect(await modes()).toEqual(['close', 'close'])
  await screen.roundTrip()
  // Only the account that was switched is spoken of.
  expect(screen.take('message').map((frame) => JSON.parse(frame.content.text).relationId)).toEqual([staffId])
})

test('two switches at once leave account and customers agreeing', async () => {
  const here = await familyWorld()
  const { zhao, addCustomer, mainId, account } = here
  const ids = await Promise.all(Array.from({ length: 20 }, () => addCustomer(mainId)))

  for (let round = 0; round < 5; round += 1) {
    await Promise.all(
      (['close', 'open', 'close'] as const).map((mode) =>
        zhao.call(channelApi.updateReceptionType, switchTo(mainId, mode)),
      ),
    )
    const { receptionMode } = await account(mainId)
    const types = new Set((await customersOf(here, ...ids)).map((row) => row?.receptionType))
    expect([...types]).toEqual([receptionMode === 'open' ? 'ai_agent' : 'manual'])
  }
})

test('ten switches to and fro at once are all carried out, one after the other', async () => {
  const here = await familyWorld()
  const { zhao, addCustomer, mainId, staffId } = here
  await Promise.all(Array.from({ length: 40 }, (_, n) => addCustomer(n % 2 === 0 ? mainId : staffId)))

  const modes = Array.from({ length: 10 }, (_, n) => (n % 2 === 0 ? 'close' : 'open'))
  const answers = await Promise.all(
    modes.map((mode) => zhao.call(channelApi.updateReceptionType, switchTo(mainId, mode))),
  )

  expect(answers.filter(({ affected }) => affected !== 0 && affected !== 40)).toEqual([])
})

test('a switch of an account of the other type, or of one that is unbound, is refused', async () => {
  const { zhao, mainId, staffId } = await familyWorld()

  expect(await zhao.refused(channelApi.updateReceptionType, switchTo(staffId, 'close'))).toMatchObject({ code: 40401 })
  await zhao.call(channelApi.removeRedbook, { query: { relationId: mainId } })
  expect(await zhao.refused(channelApi.updateReceptionType, switchTo(mainId, 'close'))).toMatchObject({
    code: 42200,
    msg: '账号已解绑',
  })
})

test('ten thousand customers change in one go', async () => {
  const here = await familyWorld()
  const { zhao, db, addCustomer, mainId, account } = here
  const first = await addCustomer(mainId)
  await discardPlans(db.pool)
  await db.pool.query(
    `with people as (select gen_random_uuid() as id from generate_series(1, 9999)), topics as (
       insert into topic (ent_id, id, kind, owner_id, is_private, created_at, updated_at)
       select $1, id, 'customer', id::text, true, now(), now() from people)
     insert into customer (ent_id, id, relation_id, source, platform_user_id, reception_type, last_message_at, first_enter_at,
       last_enter_at, created_at, updated_at)
     select $1, id, $2, 'redbook', id::text, 'ai_agent', now(), now(), now(), now(), now() from people`,
    [(await account(mainId)).entId, mainId],
  )

  expect(await zhao.call(channelApi.updateReceptionType, switchTo(mainId, 'close'))).toEqual({ affected: 10_000 })

  expect(await customersOf(here, first)).toMatchObject([{ receptionType: 'manual' }])
})
