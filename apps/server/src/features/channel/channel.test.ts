import { type CallArgs, channelApi, COPY_PARTS, type Endpoint, type RelationId, type SessionId } from '@ruwu/contract'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { PlatformError } from '../../channels/platform-error.ts'
import { aiAgent, cardRule, channelDay, customer, customerActivity, knowledge, outbox } from '../../db/schema/index.ts'
import { newId } from '../../platform/ids.ts'
import { auditEntries } from '../../testing/audit-entries.ts'
import { channelWorld } from '../../testing/channel-world.ts'
import { absentForRival, answerForRival } from '../../testing/tenant-isolation.ts'

const HOUR_MS = 3_600_000

test('what came and who is there are counted within the data scope of the caller', async () => {
  const { zhao, lin, wei, hire, db, bindRedbook, addCustomer, clock } = await channelWorld()
  const relationId = await bindRedbook(zhao)
  for (const agentId of [lin.id, wei.id, null, null]) {
    const customerId = await addCustomer(relationId, { agentId })
    const slot = new Date(Math.floor(clock.now().getTime() / 900_000) * 900_000)
    await db.sql
      .insert(customerActivity)
      .values({ entId: zhao.entId, sessionId: newId<SessionId>(slot), relationId, slot, customerId })
  }
  const keeper = await hire('账号管理', ['channelAccount:viewPage'])
  await db.sql.update(customer).set({ agentId: keeper.id }).where(eq(customer.agentId, wei.id))
  await keeper.signIn()
  const read = async (person: typeof keeper) => {
    const [account] = await person.call(channelApi.list, { body: {} })
    const { series } = await person.call(channelApi.detail, {
      query: { relationId, accountType: 'CORP' },
    })
    return [account?.todayEnter, account?.customers, series.at(-1)?.enter]
  }

  expect(await read(zhao)).toEqual([4, 4, 4])
  // Own ones, and those without an owner.
  expect(await read(keeper)).toEqual([3, 3, 3])
})

test('the list shows main accounts with their sub-accounts, the newest binding first, and what came today', async () => {
  const { zhao, rival, db, platform, bindDouyin, bindRedbook, addCustomer, clock } = await channelWorld()
  platform.redbook.staff = [{ platformId: 'kos-1', name: '子账号', state: 'authorised' }]
  const redbookId = await bindRedbook(zhao)
  clock.advance(1000)
  const douyinId = await bindDouyin(zhao)
  await bindDouyin(rival, 'dy-rival')
  const customers = [await addCustomer(redbookId), await addCustomer(redbookId)]
  // 10:00 in Shanghai: the day began ten hours ago.
  const hours = [-1, -9, -11].map((hour) => new Date(Date.parse('2026-03-16T02:00:00.000Z') + hour * HOUR_MS))
  for (const customerId of customers) {
    for (const slot of customerId === customers[0] ? hours : hours.slice(2)) {
      const key = { entId: zhao.entId, sessionId: newId<SessionId>(slot) }
      await db.sql.insert(customerActivity).values({ ...key, relationId: redbookId, slot, customerId })
    }
  }

  expect(await zhao.call(channelApi.list, { body: {} })).toMatchObject([
    { relationId: douyinId, source: 'douyin', accountType: 'CORP', todayEnter: 0, customers: 0, kosAccount: [] },
    {
      relationId: redbookId,
      name: '小红书号 rb-1',
      platformId: 'rb-1',
      openStatus: 'open',
      adStatus: 'none',
      receptionMode: 'open',
      aiAgentName: null,
      todayEnter: 1,
      customers: 2,
      lastError: null,
      kosAccount: [{ accountType: 'KOS', name: '子账号', todayEnter: 0, customers: 0 }],
    },
  ])
  const simple = await zhao.call(channelApi.simpleList, { body: {} })
  expect(simple.map((row) => [row.name, row.accountType])).toEqual([
    ['抖音号 dy-1', 'CORP'],
    ['小红书号 rb-1', 'CORP'],
    ['子账号', 'KOS'],
  ])
  expect(await zhao.call(channelApi.simpleList, { body: { relationId: redbookId } })).toHaveLength(2)
  expect(await zhao.call(channelApi.simpleList, { body: { source: 'douyin' } })).toHaveLength(1)
})

test.each([
  [{}, ['dy-1', 'rb-1', 'kos-1', 'kos-2']],
  [{ source: 'redbook' }, ['rb-1', 'kos-1', 'kos-2']],
  [{ openStatus: 'open' }, ['dy-1', 'rb-1', 'kos-1', 'kos-2']],
  [{ openStatus: 'abnormal' }, []],
  [{ openStatus: 'unbound' }, ['dy-2']],
  [{ adStatus: 'none' }, ['dy-1', 'rb-1', 'kos-1', 'kos-2']],
  [{ adStatus: 'active' }, []],
  [{ receptionMode: 'close' }, ['rb-1', 'kos-2']],
  [{ keyword: 'DY-1' }, ['dy-1']],
  [{ keyword: '小红书' }, ['rb-1', 'kos-1', 'kos-2']],
  [{ keyword: 'kos-2' }, ['rb-1', 'kos-2']],
  [{ keyword: '%' }, []],
] as const)('the list filtered by %j shows %j', async (filter, expected) => {
  const { zhao, platform, bindDouyin, bindRedbook } = await channelWorld()
  platform.redbook.staff = ['kos-1', 'kos-2'].map((platformId) => ({ platformId, state: 'authorised' }))
  await bindRedbook(zhao)
  await bindDouyin(zhao, 'dy-1')
  const gone = await bindDouyin(zhao, 'dy-2')
  await zhao.call(channelApi.removeDouyin, { query: { relationId: gone } })
  const staff = (await zhao.call(channelApi.list, { body: { source: 'redbook' } }))[0]?.kosAccount ?? []
  const second = staff.find((row) => row.platformId === 'kos-2')!
  await zhao.call(channelApi.updateReceptionType, {
    body: { relationId: second.relationId, accountType: 'KOS', receptionMode: 'close' },
  })

  const found = await zhao.call(channelApi.list, { body: filter })

  const ids = found.flatMap((main) => [main.platformId, ...main.kosAccount.map((row) => row.platformId)])
  expect(ids.toSorted()).toEqual([...expected].toSorted())
})

test('the overview tells what is done, what was sent today and how the week went', async () => {
  const { zhao, db, bindDouyin, addCustomer, addMessage } = await channelWorld()
  const relationId = await bindDouyin(zhao)
  const customerId = await addCustomer(relationId)
  const slot = new Date('2026-03-16T01:00:00.000Z')
  const sessionId = newId<SessionId>(slot)
  await db.sql.insert(customerActivity).values({ entId: zhao.entId, sessionId, relationId, slot, customerId })
  await db.sql.insert(channelDay).values({ entId: zhao.entId, relationId, day: '2026-03-16', sent: 4, strangers: 0 })
  const content = { type: 'link', extra: { cardType: 'lead_form', state: 'filled' } }
  await addMessage(customerId, { content, senderKind: 'customer', status: 1 })

  const detail = await zhao.call(channelApi.detail, { query: { relationId, accountType: 'CORP' } })

  expect(detail).toMatchObject({
    name: '抖音号 dy-1',
    scopes: ['user_info', 'im.direct_message'],
    renewLeft: 5,
    openExpireAt: expect.stringMatching(/^2026-04-15/),
    capabilities: { source: 'douyin', cards: ['lead_form'], cardEdit: true },
    quotaToday: { used: 4, strangers: 0, heldBack: 0 },
    checklist: [
      { key: 'auth', done: true },
      { key: 'plan', done: false },
      { key: 'knowledge', done: false },
      { key: 'publish', done: false },
      { key: 'card', done: false },
      { key: 'agent', done: true },
    ],
  })
  expect(detail.capabilities).not.toHaveProperty('assumed')
  expect(detail.series).toHaveLength(7)
  expect(detail.series[0]).toEqual({ day: '2026-03-10', enter: 0, sessions: 0, leads: 0 })
  expect(detail.series[6]).toEqual({ day: '2026-03-16', enter: 1, sessions: 1, leads: 1 })
})

// R43
test('a sub-account’s overview shows its main account’s authorisation; the wrong type looks absent', async () => {
  const { zhao, platform, bindRedbook } = await channelWorld()
  platform.redbook.staff = [{ platformId: 'kos-1', state: 'authorised' }]
  const parentId = await bindRedbook(zhao)
  const relationId = (await zhao.call(channelApi.list, { body: {} }))[0]!.kosAccount[0]!.relationId
  const detail = (accountType: 'CORP' | 'KOS') => ({ query: { relationId, accountType } })

  expect(await zhao.call(channelApi.detail, detail('KOS'))).toMatchObject({
    accountType: 'KOS',
    parentId,
    renewLeft: null,
  })
  expect(await zhao.refused(channelApi.detail, detail('CORP'))).toMatchObject({ msg: '账号不存在或已删除' })
})

test('what happened to an account is read piece by piece, newest first', async () => {
  const { zhao, bindDouyin, clock } = await channelWorld()
  const relationId = await bindDouyin(zhao)
  for (const receptionMode of ['close', 'open', 'close'] as const) {
    clock.advance(1000)
    await zhao.call(channelApi.updateReceptionType, { body: { relationId, accountType: 'CORP', receptionMode } })
  }
  const page = (cursor: string | null) => zhao.call(channelApi.eventList, { body: { relationId, limit: 2, cursor } })

  const first = await page(null)
  const second = await page(first.nextCursor)

  expect([...first.items, ...second.items].map((item) => item.kind)).toEqual(['mode', 'mode', 'mode', 'auth'])
  expect(second.nextCursor).toBeNull()
  const modes = await zhao.call(channelApi.eventList, { body: { relationId, kind: 'auth' } })
  expect(modes.items).toMatchObject([{ text: '绑定成功', operatorId: zhao.id }])
  expect(await zhao.refused(channelApi.eventList, { body: { relationId, cursor: 'nonsense' } })).toMatchObject({
    code: 40001,
    data: { fields: { cursor: '翻页标识不正确' } },
  })
})

test('unbinding ends the account and its sub-accounts here first, then tells the platform', async () => {
  const { zhao, lin, platform, bindRedbook, account, db } = await channelWorld()
  platform.redbook.staff = [{ platformId: 'kos-1', state: 'authorised' }]
  const relationId = await bindRedbook(zhao)
  platform.redbook.pause = new Promise(() => {})
  const screen = await lin.connect()

  expect(await zhao.call(channelApi.removeRedbook, { query: { relationId } })).toBe(true)

  const { bindCode } = await account(relationId)
  expect(platform.redbook.closed).toEqual([
    { platformId: 'rb-1', mainPlatformId: 'rb-1', accountCode: bindCode, accessToken: null },
  ])
  expect(await zhao.call(channelApi.list, { body: {} })).toEqual([])
  expect(await zhao.call(channelApi.list, { body: { openStatus: 'unbound' } })).toMatchObject([
    { relationId, kosAccount: [{ openStatus: 'unbound' }] },
  ])
  await screen.roundTrip()
  expect(screen.take('message').map((frame) => frame.content.type)).toEqual([
    'channel_account_change',
    'channel_account_change',
  ])
  expect(await zhao.call(channelApi.removeRedbook, { query: { relationId } })).toBe(true)
  expect(platform.redbook.closed).toHaveLength(1)
  expect(await auditEntries(db, channelApi.removeRedbook)).toMatchObject([{ agentId: zhao.id, object: relationId }])
})

test('a sub-account is not unbound alone, nor an account through the other source’s call', async () => {
  const { zhao, platform, bindRedbook } = await channelWorld()
  platform.redbook.staff = [{ platformId: 'kos-1', state: 'authorised' }]
  const mainId = await bindRedbook(zhao)
  const staffId = (await zhao.call(channelApi.list, { body: {} }))[0]!.kosAccount[0]!.relationId

  expect(await zhao.refused(channelApi.removeRedbook, { query: { relationId: staffId } })).toMatchObject({
    code: 42200,
    msg: '子账号随主账号一并解绑',
  })
  expect(await zhao.refused(channelApi.removeDouyin, { query: { relationId: mainId } })).toMatchObject({ code: 40401 })
})

test('a failing platform call does not undo an unbinding', async () => {
  const { zhao, platform, bindRedbook, account } = await channelWorld()
  const relationId = await bindRedbook(zhao)
  platform.redbook.closeRefusal = new PlatformError('platform_down')

  await zhao.call(channelApi.removeRedbook, { query: { relationId } })

  expect(platform.redbook.closed).toHaveLength(1)
  expect((await account(relationId)).openStatus).toBe('unbound')
})

test('messages that wait for an unbound account are taken up at once, to fail', async () => {
  const { zhao, db, bindDouyin, addCustomer, addMessage, clock, channel } = await channelWorld()
  const relationId = await bindDouyin(zhao)
  const customerId = await addCustomer(relationId)
  const messageId = await addMessage(customerId, { content: { type: 'text' }, senderKind: 'human', status: 0 })
  const now = clock.now()
  await db.sql.insert(outbox).values({
    entId: zhao.entId,
    messageId,
    customerId,
    seq: 1,
    relationId,
    source: 'douyin',
    requestId: 'request',
    dueAt: new Date(now.getTime() + HOUR_MS),
    createdAt: now,
  })

  await zhao.call(channelApi.removeDouyin, { query: { relationId } })

  expect(await db.sql.select({ dueAt: outbox.dueAt }).from(outbox)).toEqual([{ dueAt: clock.now() }])
  await expect(channel.keeper.ready(zhao.entId, relationId)).rejects.toMatchObject({ kind: 'token_invalid' })
})

test('another enterprise’s account looks absent everywhere', async () => {
  const { zhao, rival, bindDouyin, account } = await channelWorld()
  const theirs = await bindDouyin(rival)
  const own = await bindDouyin(zhao, 'dy-own')
  const {
    relationId: _id,
    accountType: _type,
    receptionMode: _mode,
    updatedAt: _at,
    updatedBy: _by,
    ...setting
  } = await zhao.call(channelApi.setting, { query: { relationId: own } })
  const refused = async <E extends Endpoint>(endpoint: E, args: CallArgs<E>) =>
    expect(await absentForRival(zhao, endpoint, args)).toEqual({ code: 40401, msg: '账号不存在或已删除', data: null })

  await refused(channelApi.detail, { query: { relationId: theirs, accountType: 'CORP' } })
  await refused(channelApi.eventList, { body: { relationId: theirs } })
  await refused(channelApi.switchEffect, { query: { relationId: theirs, receptionMode: 'close' } })
  await refused(channelApi.updateReceptionType, {
    body: { relationId: theirs, accountType: 'CORP', receptionMode: 'close' },
  })
  await refused(channelApi.syncKos, { body: { relationId: theirs } })
  await refused(channelApi.copyConfig, {
    body: { fromRelationId: theirs, toRelationIds: [own], parts: ['setting'] },
  })
  await refused(channelApi.setting, { query: { relationId: theirs } })
  await refused(channelApi.updateSetting, { body: { ...setting, relationId: theirs } })
  await refused(channelApi.removeDouyin, { query: { relationId: theirs } })
  await refused(channelApi.removeRedbook, { query: { relationId: theirs } })
  expect(await answerForRival(zhao, channelApi.simpleList, { body: { relationId: theirs } })).toEqual([])
  expect(await account(theirs)).toMatchObject({ openStatus: 'open', receptionMode: 'open', version: 1 })
})

test.each(COPY_PARTS)(
  '%s of another enterprise’s account is not copied, nor does a dry run tell of it',
  async (part) => {
    const { zhao, rival, db, bindDouyin, account } = await channelWorld()
    const theirs = await bindDouyin(rival)
    const own = await bindDouyin(zhao, 'dy-own')
    const state = async () => ({
      account: await account(own),
      aiAgents: await db.sql.select().from(aiAgent),
      rules: await db.sql.select().from(cardRule),
      knowledge: await db.sql.select().from(knowledge),
      events: await zhao.call(channelApi.eventList, { body: { relationId: own } }),
    })
    const before = await state()

    for (const dryRun of [true, false]) {
      const body = { fromRelationId: theirs, toRelationIds: [own], parts: [part], dryRun }
      expect(await absentForRival(zhao, channelApi.copyConfig, { body })).toMatchObject({ code: 40401, data: null })
    }
    expect(await state()).toEqual(before)
  },
)

test('an id that is none is refused before anything is looked up', async () => {
  const { zhao } = await channelWorld()
  const relationId = 'none' as RelationId

  expect(await zhao.refused(channelApi.detail, { query: { relationId, accountType: 'CORP' } })).toMatchObject({
    code: 40001,
    data: { fields: { relationId: '标识格式不正确' } },
  })
})

test('answers carry no token, code or hash', async () => {
  const { zhao, bindDouyin } = await channelWorld()
  const relationId = await bindDouyin(zhao)
  const raw = async (endpoint: Endpoint, args: object) => JSON.stringify(await zhao.request(endpoint, args))

  const answers = await Promise.all([
    raw(channelApi.list, { body: {} }),
    raw(channelApi.detail, { query: { relationId, accountType: 'CORP' } }),
    raw(channelApi.setting, { query: { relationId } }),
    raw(channelApi.eventList, { body: { relationId } }),
  ])

  for (const answer of answers) expect(answer).not.toMatch(/access-|refresh-|tokens|bindCode/)
})

test('a platform account is bound once in all enterprises, whatever the code says', async () => {
  const { zhao, rival, db, bindDouyin } = await channelWorld()
  await bindDouyin(zhao)

  const copy = db.sql.execute(sql`insert into channel_account
    select * from jsonb_populate_record(null::channel_account, (select to_jsonb(a) || jsonb_build_object(
      'ent_id', ${rival.entId}::uuid, 'id', gen_random_uuid(), 'bound_by', null) from channel_account a limit 1))`)

  await expect(copy).rejects.toMatchObject({ cause: { constraint: 'channel_account_open' } })
})
