import { channelApi, enterpriseApi } from '@ruwu/contract'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { PlatformError } from '../../channels/platform-error.ts'
import { channelAccount, channelAttempt } from '../../db/schema/index.ts'
import { runHousekeeping } from '../../compose/housekeeping.ts'
import { readConfig } from '../../platform/config.ts'
import { auditEntries } from '../../testing/audit-entries.ts'
import { startNode } from '../../testing/start-node.ts'
import { Person } from '../../testing/person.ts'
import { boundEvent, channelWorld, douyinAccount } from '../../testing/channel-world.ts'
import { tokensOf } from '../../testing/fake-platform.ts'
import { absentForRival } from '../../testing/tenant-isolation.ts'

const EXPIRED = { code: 40401, msg: '授权已过期，请重新发起', data: null }

test('a merchant agrees on douyin’s page, and the account is there for everybody', async () => {
  const { zhao, wei, platform, start, comeBack, clock, db } = await channelWorld()
  const weisScreen = await wei.connect()
  expect(await zhao.call(enterpriseApi.hasSuccessBound, {})).toBeNull()
  expect(await zhao.call(channelApi.lastOpenSuccess, { query: { source: 'douyin' } })).toBeNull()
  platform.douyin.grants.set('code-1', douyinAccount('dy-1', tokensOf({ name: 'dy-1', now: clock.now() })))

  const { preCode, state } = await start(zhao, 'douyin', '/channel?source=douyin')
  const back = await comeBack({ state, code: 'code-1', scopes: 'user_info' })
  const opened = await zhao.call(channelApi.openDouyin, { body: { preCode } })

  expect(back).toMatchObject({ status: 302, location: `/channel-auth?source=douyin&preCode=${preCode}` })
  expect(opened).toMatchObject({ name: '抖音号 dy-1', reqPage: '/channel?source=douyin' })
  const told = await weisScreen.next((frame) => frame.type === 'message')
  expect(told).toMatchObject({ content: { type: 'channel_account_change' } })
  const bound = { relationId: opened.relationId, name: opened.name }
  expect(await wei.call(enterpriseApi.hasSuccessBound, {})).not.toBeNull()
  expect(await wei.call(channelApi.lastOpenSuccess, { query: { source: 'douyin' } })).toMatchObject(bound)
  expect(await wei.call(channelApi.lastOpenSuccess, { query: { source: 'redbook' } })).toBeNull()
  expect(await auditEntries(db, channelApi.openDouyin)).toMatchObject([
    { agentId: zhao.id, object: opened.relationId, objectName: '抖音号 dy-1', after: { reason: '绑定成功' } },
  ])
})

test('opening again answers the same account without asking the platform again', async () => {
  const { zhao, platform, agree, clock } = await channelWorld()
  const preCode = await agree(zhao, douyinAccount('dy-1', tokensOf({ name: 'dy-1', now: clock.now() })))

  const first = await zhao.call(channelApi.openDouyin, { body: { preCode } })
  clock.advance(3_600_000)
  const second = await zhao.call(channelApi.openDouyin, { body: { preCode } })

  expect(second).toEqual(first)
  expect(platform.douyin.exchanged).toHaveLength(1)
})

test('neither the code for the attempt, nor the platform’s code, nor a token lies readable in the database', async () => {
  const { zhao, db, agree, clock } = await channelWorld()
  const preCode = await agree(zhao, douyinAccount('dy-1', tokensOf({ name: 'secret', now: clock.now() })))
  const readable = async () => {
    const { rows } = await db.sql.execute(sql`
      select encode(pre_code_hash, 'escape') || coalesce(encode(code, 'escape'), '') as text from ${channelAttempt}
      union all select coalesce(encode(tokens, 'escape'), '') || ${channelAccount}::text from ${channelAccount}`)
    return JSON.stringify(rows)
  }

  expect(await readable()).not.toContain('code-')
  await zhao.call(channelApi.openDouyin, { body: { preCode } })

  const written = await readable()
  expect(written).not.toContain(preCode)
  expect(written).not.toContain('access-secret')
  expect(written).not.toContain('refresh-secret')
})

test.each([
  ['made up', () => 'bm90IG91cnM'],
  ['altered', (state: string) => `${state.slice(0, -2)}${state.endsWith('AA') ? 'BB' : 'AA'}`],
  ['empty', () => ''],
])('a state that is %s goes nowhere', async (_name, change) => {
  const { zhao, platform, start, comeBack } = await channelWorld()
  const { preCode, state } = await start(zhao, 'douyin')

  const back = await comeBack({ state: change(state), code: 'code-1' })

  expect(back).toMatchObject({ status: 400, body: '授权已过期，请重新发起' })
  expect(await zhao.refused(channelApi.openDouyin, { body: { preCode } })).toMatchObject({ msg: '等待确认' })
  expect(platform.douyin.exchanged).toEqual([])
})

test('a second redirect with the same state changes nothing', async () => {
  const { zhao, platform, start, comeBack, clock } = await channelWorld()
  platform.douyin.grants.set('code-1', douyinAccount('dy-1', tokensOf({ name: 'dy-1', now: clock.now() })))
  const { preCode, state } = await start(zhao, 'douyin')

  await comeBack({ state, code: 'code-1' })
  await comeBack({ state, code: 'somebody-elses-code' })
  await comeBack({ state })
  await zhao.call(channelApi.openDouyin, { body: { preCode } })

  expect(platform.douyin.exchanged).toEqual(['code-1'])
})

test('a merchant who declines is told so, also in the console that waits', async () => {
  const { zhao, rival, start, comeBack } = await channelWorld()
  const { preCode, state } = await start(zhao, 'douyin')
  const waiting = { query: { source: 'douyin', preCode } } as const
  expect(await zhao.call(channelApi.lastOpenSuccess, waiting)).toBeNull()
  expect(await rival.refused(channelApi.lastOpenSuccess, waiting)).toEqual(EXPIRED)

  expect(await zhao.refused(channelApi.openDouyin, { body: { preCode } })).toEqual({
    code: 42200,
    msg: '等待确认',
    data: null,
  })
  expect((await comeBack({ state })).status).toBe(302)
  expect(await zhao.refused(channelApi.openDouyin, { body: { preCode } })).toMatchObject({ msg: '您拒绝了授权' })
  expect(await zhao.refused(channelApi.lastOpenSuccess, waiting)).toMatchObject({ msg: '您拒绝了授权' })
})

test('an attempt lasts ten minutes, belongs to one enterprise and one source', async () => {
  const { zhao, rival, agree, start, comeBack, clock } = await channelWorld()
  const account = douyinAccount('dy-1', tokensOf({ name: 'dy-1', now: clock.now() }))
  const preCode = await agree(zhao, account)
  const { preCode: lateCode, state } = await start(zhao, 'douyin')

  expect(await absentForRival(rival, channelApi.openDouyin, { body: { preCode } })).toEqual(EXPIRED)
  expect(await zhao.refused(channelApi.openRedbook, { body: { preCode } })).toEqual(EXPIRED)
  expect(await zhao.refused(channelApi.openDouyin, { body: { preCode: 'x'.repeat(43) } })).toEqual(EXPIRED)
  clock.advance(10 * 60_000)
  expect(await zhao.refused(channelApi.openDouyin, { body: { preCode } })).toEqual(EXPIRED)
  await comeBack({ state, code: 'code-late' })
  expect(await zhao.refused(channelApi.openDouyin, { body: { preCode: lateCode } })).toEqual(EXPIRED)
})

test('a refusal of the platform is told with its remedy, and told again when asked again', async () => {
  const { zhao, platform, start, comeBack } = await channelWorld()
  const refusal = new PlatformError('not_enterprise', { platformCode: '2112001' })
  platform.douyin.grants.set('code-1', refusal)
  const { preCode, state } = await start(zhao, 'douyin')
  await comeBack({ state, code: 'code-1' })
  const text = '该账号不是已认证的企业号，请先完成企业认证后再绑定'

  expect(await zhao.refused(channelApi.openDouyin, { body: { preCode } })).toEqual({
    code: 42202,
    msg: text,
    data: { kind: 'not_enterprise', platformCode: '2112001' },
  })
  expect(await zhao.refused(channelApi.openDouyin, { body: { preCode } })).toMatchObject({
    code: 42202,
    msg: text,
    data: { kind: 'not_enterprise' },
  })
  expect(platform.douyin.exchanged).toHaveLength(1)
})

test('a platform that is down for a moment does not spoil the attempt; a lost answer does', async () => {
  const { zhao, platform, start, comeBack, clock } = await channelWorld()
  platform.douyin.grants.set('code-1', new PlatformError('platform_down'))
  const { preCode, state } = await start(zhao, 'douyin')
  await comeBack({ state, code: 'code-1' })

  expect(await zhao.refused(channelApi.openDouyin, { body: { preCode } })).toMatchObject({
    code: 42202,
    data: { kind: 'platform_down' },
  })
  platform.douyin.grants.set('code-1', douyinAccount('dy-1', tokensOf({ name: 'dy-1', now: clock.now() })))
  expect(await zhao.call(channelApi.openDouyin, { body: { preCode } })).toMatchObject({ name: '抖音号 dy-1' })

  const other = await start(zhao, 'douyin')
  platform.douyin.grants.set('code-2', new PlatformError('outcome_unknown'))
  await comeBack({ state: other.state, code: 'code-2' })
  expect(await zhao.refused(channelApi.openDouyin, { body: { preCode: other.preCode } })).toMatchObject({
    msg: '授权码已过期，请重新扫码',
  })
})

test('two who open the same attempt at once, on two nodes, get one account, and the platform is asked once', async () => {
  const { zhao, platform, agree, clock, databaseUrl } = await channelWorld()
  const second = await startNode(databaseUrl, clock, undefined, { openSources: () => platform })
  const { entId, id, roleId, name, telephone } = zhao
  const elsewhere = new Person({ app: second.app, address: second.address, entId, id, roleId, name, telephone })
  elsewhere.token = zhao.token
  try {
    for (let round = 0; round < 5; round += 1) {
      const preCode = await agree(zhao, douyinAccount(`dy-${round}`, tokensOf({ name: 'x', now: clock.now() })))
      const before = platform.douyin.exchanged.length
      const answers = await Promise.all(
        [zhao, elsewhere, zhao, elsewhere].map((person) => person.call(channelApi.openDouyin, { body: { preCode } })),
      )
      expect(new Set(answers.map((answer) => answer.relationId)).size).toBe(1)
      expect(platform.douyin.exchanged.length - before).toBe(1)
    }
  } finally {
    await second.close()
  }
})

test('two enterprises bind the same platform account at once: one has it, the other is told why not', async () => {
  const { zhao, rival, agree, clock } = await channelWorld()

  for (let round = 0; round < 5; round += 1) {
    const account = douyinAccount(`dy-${round}`, tokensOf({ name: 'x', now: clock.now() }))
    const codes = [await agree(zhao, account), await agree(rival, account)]
    const answers = await Promise.all(
      [zhao, rival].map((person, index) =>
        person.request(channelApi.openDouyin, { body: { preCode: codes[index] ?? '' } }),
      ),
    )
    expect(answers.map((answer) => answer.code).toSorted((a, b) => a - b)).toEqual([1, 42202])
    const loser = answers.find((answer) => answer.code !== 1)
    expect(loser).toMatchObject({
      msg: '该账号已授权给其他服务商，请先在平台解除后再绑定',
      data: { kind: 'already_bound' },
    })
  }
  const lists = await Promise.all([zhao, rival].map((person) => person.call(channelApi.list, { body: {} })))
  expect(lists.flat()).toHaveLength(5)
})

test('an account that is authorised anew comes back as the same one', async () => {
  const { zhao, bindDouyin, addCustomer, account, clock, channel } = await channelWorld()
  const relationId = await bindDouyin(zhao)
  await addCustomer(relationId)
  await zhao.call(channelApi.removeDouyin, { query: { relationId } })
  expect((await account(relationId)).tokens).toBeNull()

  clock.advance(60_000)
  expect(await bindDouyin(zhao)).toBe(relationId)

  expect(await account(relationId)).toMatchObject({ openStatus: 'open', unboundAt: null })
  expect(await channel.keeper.ready(zhao.entId, relationId)).toMatchObject({ accessToken: 'access-dy-1' })
  expect((await zhao.call(channelApi.list, { body: {} }))[0]).toMatchObject({ relationId, customers: 1 })
})

test('绑定时间 stays when a bound account is authorised anew, and begins anew after 解绑', async () => {
  const { zhao, bindDouyin, account, clock, channel } = await channelWorld()
  const opened = async () =>
    new Date((await zhao.call(channelApi.lastOpenSuccess, { query: { source: 'douyin' } }))?.openedAt ?? 0)
  const shown = async () => (await zhao.call(channelApi.list, { body: {} }))[0]?.boundAt
  const relationId = await bindDouyin(zhao)
  const firstBound = clock.now().toISOString()

  for (let times = 0; times < 2; times += 1) {
    clock.advance(60_000)
    await bindDouyin(zhao)
    expect(await shown()).toBe(firstBound)
  }
  // The waiting page knows the new authorisation by its time, and so does an unbinding from before it.
  expect(await opened()).toEqual(clock.now())
  // Also on a node of an older release, which compares with this column.
  expect((await account(relationId)).boundAt).toEqual(clock.now())
  const base = { source: 'douyin', accountId: 'dy-1', eventKey: 'late', kind: 'account_unbound' } as const
  await channel.events.handle({ ...base, occurredAt: new Date(clock.now().getTime() - 1) })
  expect((await account(relationId)).openStatus).toBe('open')

  await zhao.call(channelApi.removeDouyin, { query: { relationId } })
  clock.advance(60_000)
  await bindDouyin(zhao)
  expect(await shown()).toBe(clock.now().toISOString())
})

test('绑定时间 of an account that an older release bound is its last authorisation there', async () => {
  const { zhao, bindDouyin, clock, db } = await channelWorld()
  await bindDouyin(zhao)
  await db.sql.update(channelAccount).set({ firstBoundAt: null })
  const bound = clock.now().toISOString()
  expect(await zhao.call(channelApi.list, { body: {} })).toMatchObject([{ boundAt: bound }])

  clock.advance(60_000)
  await bindDouyin(zhao)

  expect(await zhao.call(channelApi.list, { body: {} })).toMatchObject([{ boundAt: bound }])
})

test('an account that one enterprise has unbound can be bound by another', async () => {
  const { zhao, rival, bindDouyin } = await channelWorld()
  const relationId = await bindDouyin(zhao)
  await zhao.call(channelApi.removeDouyin, { query: { relationId } })

  const theirs = await bindDouyin(rival)

  expect(theirs).not.toBe(relationId)
  expect(await rival.call(channelApi.list, { body: {} })).toMatchObject([{ relationId: theirs }])
})

test('a redbook binding event opens the account before the redirect, with its staff', async () => {
  const { zhao, platform, start, channel, clock, db } = await channelWorld()
  platform.redbook.staff = [
    { platformId: 'kos-1', name: '小店一号', state: 'authorised' },
    { platformId: 'kos-2', name: '还没同意', state: 'pending' },
  ]
  const { preCode, state } = await start(zhao, 'redbook')
  expect(await zhao.refused(channelApi.openRedbook, { body: { preCode } })).toMatchObject({ msg: '等待确认' })
  const event = boundEvent(platform, state, 'rb-1', clock.now())

  await channel.events.handle(event)
  await channel.events.handle(event)

  const opened = await zhao.call(channelApi.openRedbook, { body: { preCode } })
  expect(await zhao.call(channelApi.list, { body: {} })).toMatchObject([
    {
      relationId: opened.relationId,
      name: '小红书号 rb-1',
      openStatus: 'open',
      openExpireAt: null,
      kosAccount: [{ name: '小店一号', openStatus: 'open', source: 'redbook', parentId: opened.relationId }],
    },
  ])
  expect(platform.redbook.exchanged).toHaveLength(1)
  expect(await auditEntries(db, channelApi.openRedbook)).toMatchObject([
    { agentId: zhao.id, object: opened.relationId },
  ])
})

test('a binding with a forged state, one of the other source, or too late binds no account', async () => {
  const { zhao, platform, start, channel, clock } = await channelWorld()
  const late = await start(zhao, 'redbook')
  const other = await start(zhao, 'douyin')
  const later = new Date(clock.now().getTime() + 11 * 60_000)

  await channel.events.handle(boundEvent(platform, '0'.repeat(32), 'rb-1', clock.now()))
  await channel.events.handle(boundEvent(platform, other.state, 'rb-1', clock.now()))
  await channel.events.handle(boundEvent(platform, late.state, 'rb-1', later))

  expect(await zhao.call(channelApi.list, { body: {} })).toEqual([])
  expect(platform.redbook.exchanged).toEqual([])
})

test('a binding whose account is open elsewhere fails, and the waiting agent reads why', async () => {
  const { zhao, rival, platform, start, bindRedbook, channel, clock } = await channelWorld()
  await bindRedbook(rival, 'rb-1')
  const { preCode, state } = await start(zhao, 'redbook')

  await channel.events.handle(boundEvent(platform, state, 'rb-1', clock.now()))

  expect(await zhao.refused(channelApi.openRedbook, { body: { preCode } })).toMatchObject({
    code: 42202,
    data: { kind: 'already_bound' },
  })
})

test('no transaction is open while the platform is asked', async () => {
  const { zhao, platform, agree, db, clock } = await channelWorld()
  const preCode = await agree(zhao, douyinAccount('dy-1', tokensOf({ name: 'x', now: clock.now() })))
  const answer = Promise.withResolvers<void>()
  platform.douyin.pause = answer.promise
  const opening = zhao.call(channelApi.openDouyin, { body: { preCode } })
  await expect.poll(() => platform.douyin.exchanged).toHaveLength(1)

  const { rows } = await db.sql.execute(sql`select query from pg_stat_activity
    where datname = current_database() and state = 'idle in transaction'`)
  answer.resolve()
  await opening

  expect(rows).toEqual([])
})

test('attempts that ended a day ago are removed, the account they opened stays', async () => {
  const { zhao, db, bindDouyin, clock } = await channelWorld()
  await bindDouyin(zhao)
  const left = async () => (await db.sql.select().from(channelAttempt)).length

  clock.advance(24 * 3_600_000)
  await runHousekeeping(db, clock.now(), readConfig({}))
  expect(await left()).toBe(1)
  clock.advance(11 * 60_000)
  await runHousekeeping(db, clock.now(), readConfig({}))
  expect(await left()).toBe(0)
  expect(await zhao.call(channelApi.list, { body: {} })).toHaveLength(1)
})

test('a source without credentials is closed', async () => {
  const { zhao, platform } = await channelWorld()
  platform.isClosed = true

  for (const endpoint of [channelApi.openUrlDouyin, channelApi.openUrlRedbook]) {
    expect(await zhao.refused(endpoint, { query: {} })).toEqual({ code: 42200, msg: '该渠道暂未开通', data: null })
  }
})

test.each([
  ['another site', 'https://elsewhere.example/'],
  ['a protocol-relative address', '//elsewhere.example'],
  ['a backslash', '/\\elsewhere.example'],
])('a page to come back to that is %s is refused', async (_name, reqPage) => {
  const { zhao } = await channelWorld()

  expect(await zhao.refused(channelApi.openUrlDouyin, { query: { reqPage } })).toMatchObject({
    code: 40001,
    msg: '返回地址不正确',
  })
})
