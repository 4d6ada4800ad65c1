import { channelApi, type RelationId } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { PlatformError } from '../../channels/platform-error.ts'
import type { InboundEvent } from '../../channels/source.ts'
import { runHousekeeping } from '../../compose/housekeeping.ts'
import { readConfig } from '../../platform/config.ts'
import { type ChannelWorld, channelWorld } from '../../testing/channel-world.ts'
import { addHistory } from './history.repo.ts'

const BASE = { eventKey: 'event-1', occurredAt: new Date('2026-03-16T03:00:00.000Z') }

const unbound = (change: Partial<InboundEvent>): InboundEvent =>
  ({ ...BASE, source: 'redbook', accountId: 'rb-1', kind: 'account_unbound', ...change }) as InboundEvent

const staffEvent = (staffId: string, state: string, change: object = {}): InboundEvent =>
  ({ ...BASE, source: 'redbook', accountId: 'rb-1', kind: 'kos_changed', staffId, state, ...change }) as InboundEvent

const authorised = (...ids: string[]) =>
  ids.map((platformId) => ({ platformId, name: platformId, state: 'authorised' as const }))

const historyOf = async ({ zhao }: ChannelWorld, relationId: RelationId) =>
  (await zhao.call(channelApi.eventList, { body: { relationId } })).items.map((item) => item.text)

test('an unbinding that proves itself ends the account and its sub-accounts at once, and once', async () => {
  const here = await channelWorld()
  const { zhao, lin, platform, bindRedbook, channel, account } = here
  platform.redbook.staff = authorised('kos-1')
  const relationId = await bindRedbook(zhao)
  const screen = await lin.connect()

  await channel.events.handle(unbound({}))
  await channel.events.handle(unbound({}))

  expect(await account(relationId)).toMatchObject({ openStatus: 'unbound', boundAt: expect.any(Date) })
  expect(await zhao.call(channelApi.list, { body: {} })).toEqual([])
  expect(await zhao.call(channelApi.list, { body: { openStatus: 'unbound' } })).toMatchObject([
    { relationId, kosAccount: [{ openStatus: 'unbound' }] },
  ])
  await screen.roundTrip()
  expect(screen.take('message').filter((frame) => frame.content.type === 'channel_account_change')).toHaveLength(2)
  expect((await historyOf(here, relationId)).filter((text) => text === '商家在平台解除了授权')).toHaveLength(1)
})

test('an unbinding may name the account by our own name of the binding', async () => {
  const { zhao, bindRedbook, channel, account } = await channelWorld()
  const relationId = await bindRedbook(zhao)
  const { bindCode } = await account(relationId)

  await channel.events.handle(unbound({ accountId: '', accountCode: 'not ours' }))
  expect((await account(relationId)).openStatus).toBe('open')
  await channel.events.handle(unbound({ accountId: '', accountCode: bindCode }))
  expect((await account(relationId)).openStatus).toBe('unbound')
})

test('an unverified unbinding is applied only when the platform confirms it', async () => {
  const here = await channelWorld()
  const { zhao, platform, bindRedbook, channel, account } = here
  const relationId = await bindRedbook(zhao)

  await channel.events.handle(unbound({ unverified: true }))
  await channel.events.handle(unbound({ unverified: true }))
  expect(await account(relationId)).toMatchObject({
    openStatus: 'open',
    lastError: '收到来源不明的解绑通知，平台未确认，账号仍然有效，请留意',
  })
  expect((await historyOf(here, relationId)).filter((text) => text.includes('来源不明'))).toHaveLength(1)

  platform.redbook.staff = new PlatformError('platform_down')
  await expect(channel.events.handle(unbound({ unverified: true }))).rejects.toThrow(PlatformError)
  expect((await account(relationId)).openStatus).toBe('open')

  platform.redbook.staff = new PlatformError('needs_reauth', { platformCode: '990003' })
  await channel.events.handle(unbound({ unverified: true }))
  expect((await account(relationId)).openStatus).toBe('unbound')
})

test('an unbinding of an unknown account, or from before its last authorisation, does nothing', async () => {
  const { zhao, bindRedbook, channel, account } = await channelWorld()
  const relationId = await bindRedbook(zhao)
  const { boundAt } = await account(relationId)

  await channel.events.handle(unbound({ accountId: 'rb-unknown' }))
  await channel.events.handle(unbound({ occurredAt: new Date(boundAt.getTime() - 1) }))

  expect((await account(relationId)).openStatus).toBe('open')
})

test('a merchant who takes back a part of the rights keeps the account bound', async () => {
  const here = await channelWorld()
  const { zhao, bindDouyin, channel, account } = here
  const relationId = await bindDouyin(zhao)
  const revoke = (scopes: string[]) => channel.events.handle(unbound({ source: 'douyin', accountId: 'dy-1', scopes }))

  await revoke(['user_info'])
  await revoke(['user_info'])
  expect(await account(relationId)).toMatchObject({ openStatus: 'open', scopes: ['im.direct_message'] })
  expect((await historyOf(here, relationId)).filter((text) => text === '商家收回了部分权限')).toHaveLength(1)
  await revoke(['im.direct_message'])
  expect((await account(relationId)).openStatus).toBe('unbound')
})

test('a change of staff brings the sub-accounts of the platform’s list', async () => {
  const here = await channelWorld()
  const { zhao, platform, bindRedbook, channel } = here
  platform.redbook.staff = authorised('kos-1', 'kos-2')
  const relationId = await bindRedbook(zhao)
  const names = async () => (await zhao.call(channelApi.list, { body: {} }))[0]?.kosAccount.map((row) => row.name)

  platform.redbook.staff = authorised('kos-2', 'kos-3')
  await channel.events.handle(staffEvent('kos-3', 'authorised', { unverified: true }))
  await channel.events.handle(staffEvent('kos-3', 'authorised', { unverified: true }))

  expect((await names())?.toSorted()).toEqual(['kos-2', 'kos-3'])
  expect(await historyOf(here, relationId)).toEqual(
    expect.arrayContaining(['新增子账号：kos-3', '移除子账号：kos-1', '新增子账号：kos-1、kos-2']),
  )
})

test('where the list can’t be had, a change of staff counts only if it proves itself', async () => {
  const { zhao, platform, bindRedbook, channel } = await channelWorld()
  await bindRedbook(zhao)
  platform.redbook.staff = new PlatformError('app_not_allowed')
  const staff = async () => (await zhao.call(channelApi.list, { body: {} }))[0]?.kosAccount.map((row) => row.platformId)

  await channel.events.handle(staffEvent('kos-1', 'authorised', { unverified: true }))
  expect(await staff()).toEqual([])
  await channel.events.handle(staffEvent('kos-1', 'pending'))
  expect(await staff()).toEqual([])
  await channel.events.handle(staffEvent('kos-1', 'authorised'))
  expect(await staff()).toEqual(['kos-1'])
  await channel.events.handle(staffEvent('kos-1', 'revoked'))
  expect(await staff()).toEqual([])
})

test('a staff account that comes back is the same one as before', async () => {
  const { zhao, platform, bindRedbook } = await channelWorld()
  platform.redbook.staff = authorised('kos-1')
  const relationId = await bindRedbook(zhao)
  const staff = async () => (await zhao.call(channelApi.list, { body: {} }))[0]?.kosAccount.map((row) => row.relationId)
  const before = await staff()

  platform.redbook.staff = []
  expect(await zhao.call(channelApi.syncKos, { body: { relationId } })).toEqual({ added: 0, removed: 1 })
  platform.redbook.staff = [{ platformId: 'kos-1', name: '新名字', state: 'authorised' }]
  expect(await zhao.call(channelApi.syncKos, { body: { relationId } })).toEqual({ added: 1, removed: 0 })
  platform.redbook.staff = [{ platformId: 'kos-1', name: '更新的名字', state: 'authorised' }]
  expect(await zhao.call(channelApi.syncKos, { body: { relationId } })).toEqual({ added: 0, removed: 0 })

  expect(await staff()).toEqual(before)
  expect((await zhao.call(channelApi.list, { body: {} }))[0]?.kosAccount[0]?.name).toBe('更新的名字')
})

test('a staff account that is open in another enterprise stays there', async () => {
  const { zhao, rival, platform, bindRedbook } = await channelWorld()
  platform.redbook.staff = authorised('kos-1')
  await bindRedbook(rival, 'rb-2')
  const relationId = await bindRedbook(zhao, 'rb-1')

  expect(await zhao.call(channelApi.syncKos, { body: { relationId } })).toEqual({ added: 0, removed: 0 })
})

test('syncing is refused for sub-accounts, for sources without any, and by the platform’s own words', async () => {
  const { zhao, platform, bindRedbook, bindDouyin } = await channelWorld()
  platform.redbook.staff = authorised('kos-1')
  const relationId = await bindRedbook(zhao)
  const staffId = (await zhao.call(channelApi.list, { body: {} }))[0]?.kosAccount[0]?.relationId ?? relationId
  const douyinId = await bindDouyin(zhao)
  const sync = (id: RelationId) => zhao.refused(channelApi.syncKos, { body: { relationId: id } })

  expect(await sync(staffId)).toMatchObject({ code: 42200, msg: '请在主账号上同步子账号' })
  expect(await sync(douyinId)).toMatchObject({ code: 42200, msg: '该渠道没有子账号' })
  platform.redbook.staff = new PlatformError('ads_paused', { platformCode: '990052' })
  expect(await sync(relationId)).toMatchObject({
    code: 42202,
    msg: '近 30 天无广告消耗，私信工具已暂停，恢复投放次日可用',
    data: { platformCode: '990052' },
  })
})

test('lines of messages that were not sent are kept for 180 days, changes for good', async () => {
  const here = await channelWorld()
  const { zhao, db, clock, bindRedbook } = here
  const relationId = await bindRedbook(zhao)
  const before = await historyOf(here, relationId)
  const add = async (text: string) => {
    for (const kind of ['send_failed', 'held_back', 'setting'] as const)
      await addHistory(
        db.sql,
        [{ entId: zhao.entId, id: relationId }],
        { kind, text: `${kind} ${text}`, operatorId: null },
        clock.now(),
      )
  }
  await add('早')
  clock.advance(86_400_000)
  await add('晚')
  clock.advance(180 * 86_400_000 - 1)

  await runHousekeeping(db, clock.now(), readConfig({}))
  await zhao.signIn()

  const left = await historyOf(here, relationId)
  expect(left.toSorted()).toEqual([...before, 'setting 早', 'send_failed 晚', 'held_back 晚', 'setting 晚'].toSorted())
})
