import { channelApi } from '@ruwu/contract'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { PlatformError } from '../../../channels/platform-error.ts'
import type { AccountTokens } from '../../../channels/source.ts'
import { channelAccount } from '../../../db/schema/index.ts'
import { startNode } from '../../../testing/start-node.ts'
import { type ChannelWorld, channelWorld } from '../../../testing/channel-world.ts'
import { tokensOf } from '../../../testing/fake-platform.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** The platform gives the next tokens, which are named after the ones they were got with. */
const next = (tokens: AccountTokens, now: Date) => ({
  tokens: { ...tokens, accessToken: `${tokens.accessToken}+`, accessExpiresAt: new Date(now.getTime() + 15 * DAY_MS) },
  complete: true,
})

const keep = async ({ channel }: ChannelWorld) =>
  channel.jobs.find((job) => job.name === 'keep-channel-tokens')?.run({})

/** The job as its schedule would run it, minute by minute. */
async function keepFor(here: ChannelWorld, minutes: number) {
  for (let minute = 0; minute < minutes; minute += 1) {
    here.clock.advance(MINUTE_MS)
    await keep(here)
  }
}

const lives = (here: ChannelWorld, life: { accessMs?: number; refreshMs?: number; renewals?: number }) =>
  tokensOf({ name: 'dy', now: here.clock.now(), ...life })

test('an account is handed out with its token; a staff account with its own name and its main account’s', async () => {
  const { zhao, platform, channel, bindDouyin, bindRedbook, account } = await channelWorld()
  platform.redbook.staff = [{ platformId: 'kos-1', state: 'authorised' }]
  const [douyinId, redbookId] = [await bindDouyin(zhao), await bindRedbook(zhao)]
  const [main] = await zhao.call(channelApi.list, { body: { source: 'redbook' } })
  const staffId = main?.kosAccount[0]?.relationId ?? redbookId

  expect(await channel.keeper.ready(zhao.entId, douyinId)).toEqual({
    platformId: 'dy-1',
    mainPlatformId: 'dy-1',
    accountCode: (await account(douyinId)).bindCode,
    accessToken: 'access-dy-1',
  })
  expect(await channel.keeper.ready(zhao.entId, staffId)).toEqual({
    platformId: 'kos-1',
    mainPlatformId: 'rb-1',
    accountCode: (await account(redbookId)).bindCode,
    accessToken: null,
  })
  expect(platform.douyin.refreshed).toEqual([])
})

test('many who ask for a token that is about to end share one refresh, on two nodes too', async () => {
  const here = await channelWorld()
  const { zhao, platform, channel, bindDouyin, clock, databaseUrl } = here
  platform.douyin.nextTokens = next
  const relationId = await bindDouyin(zhao, 'dy-1', lives(here, { accessMs: 4 * MINUTE_MS }))
  const second = await startNode(databaseUrl, clock, undefined, { openSources: () => platform })
  try {
    const accounts = await Promise.all(
      Array.from({ length: 8 }, (_each, index) =>
        (index % 2 ? channel : second.channel).keeper.ready(zhao.entId, relationId),
      ),
    )
    expect(new Set(accounts.map((each) => each.accessToken))).toEqual(new Set(['access-dy+']))
    expect(platform.douyin.refreshed).toHaveLength(1)
  } finally {
    await second.close()
  }
})

test('a refused token is replaced once, however many were refused it', async () => {
  const { zhao, platform, channel, bindDouyin } = await channelWorld()
  platform.douyin.nextTokens = next
  const relationId = await bindDouyin(zhao)
  const refused = { owner: 'account', accessToken: 'access-dy-1' } as const

  const accounts = await Promise.all(
    Array.from({ length: 5 }, () => channel.keeper.renew(zhao.entId, relationId, refused)),
  )
  const late = await channel.keeper.renew(zhao.entId, relationId, refused)

  expect([...accounts, late].map((each) => each.accessToken)).toEqual(Array.from({ length: 6 }, () => 'access-dy-1+'))
  expect(platform.douyin.refreshed).toHaveLength(1)
})

test('a renewed refresh token is stored before it is used', async () => {
  const here = await channelWorld()
  const { zhao, platform, channel, bindDouyin, account } = here
  const relationId = await bindDouyin(zhao, 'dy-1', lives(here, { accessMs: 0, refreshMs: 2 * DAY_MS }))
  platform.douyin.nextTokens = (tokens, now) => {
    if (tokens.renewals === 0) {
      const refreshExpiresAt = new Date(now.getTime() + 30 * DAY_MS)
      return { tokens: { ...tokens, refreshToken: 'renewed', refreshExpiresAt, renewals: 1 }, complete: false }
    }
    throw new PlatformError('platform_down')
  }

  await expect(channel.keeper.ready(zhao.entId, relationId)).rejects.toThrow(PlatformError)
  expect(await account(relationId)).toMatchObject({ renewals: 1 })

  platform.douyin.nextTokens = next
  await channel.keeper.ready(zhao.entId, relationId)
  expect(platform.douyin.refreshed.at(-1)).toMatchObject({ refreshToken: 'renewed', renewals: 1 })
})

test('an account unbound while its token is refreshed stays unbound, and its token is gone', async () => {
  const { zhao, platform, channel, bindDouyin, account } = await channelWorld()
  const relationId = await bindDouyin(zhao)
  const { promise, resolve: go } = Promise.withResolvers<void>()
  platform.douyin.pause = promise
  platform.douyin.nextTokens = next
  const renewing = channel.keeper.renew(zhao.entId, relationId, { owner: 'account', accessToken: 'access-dy-1' })
  const outcome = renewing.catch((error: unknown) => error)
  await expect.poll(() => platform.douyin.refreshed.length).toBe(1)

  await zhao.call(channelApi.removeDouyin, { query: { relationId } })
  go()

  expect(await outcome).toMatchObject({ kind: 'token_invalid' })
  expect(await account(relationId)).toMatchObject({ openStatus: 'unbound', tokens: null, keepAt: null })
  await expect(channel.keeper.ready(zhao.entId, relationId)).rejects.toMatchObject({ kind: 'token_invalid' })
})

test('an account authorised anew while its token is refreshed keeps the new token', async () => {
  const { zhao, platform, channel, bindDouyin, clock } = await channelWorld()
  const relationId = await bindDouyin(zhao)
  const { promise, resolve: go } = Promise.withResolvers<void>()
  platform.douyin.pause = promise
  platform.douyin.nextTokens = next
  const renewing = channel.keeper.renew(zhao.entId, relationId, { owner: 'account', accessToken: 'access-dy-1' })
  await expect.poll(() => platform.douyin.refreshed.length).toBe(1)
  platform.douyin.pause = Promise.resolve()

  await bindDouyin(zhao, 'dy-1', tokensOf({ name: 'anew', now: clock.now() }))
  go()

  expect(await renewing).toMatchObject({ accessToken: 'access-anew' })
  expect(await channel.keeper.ready(zhao.entId, relationId)).toMatchObject({ accessToken: 'access-anew' })
})

test('a refused refresh ends the authorisation; agents who may renew it get a hint', async () => {
  const { zhao, lin, platform, channel, bindDouyin, account } = await channelWorld()
  const relationId = await bindDouyin(zhao)
  const [zhaosScreen, linsScreen] = [await zhao.connect(), await lin.connect()]
  platform.douyin.nextTokens = () => {
    throw new PlatformError('needs_reauth', { platformCode: '10010' })
  }
  const renew = () => channel.keeper.renew(zhao.entId, relationId, { owner: 'account', accessToken: 'access-dy-1' })

  await expect(renew()).rejects.toMatchObject({ kind: 'needs_reauth' })
  await expect(renew()).rejects.toMatchObject({ kind: 'needs_reauth' })

  expect((await account(relationId)).openStatus).toBe('needs_reauth')
  expect(await zhao.call(channelApi.list, { body: { openStatus: 'abnormal' } })).toMatchObject([{ relationId }])
  await Promise.all([zhaosScreen.roundTrip(), linsScreen.roundTrip()])
  expect(zhaosScreen.take('hint').map((frame) => JSON.parse(frame.content.text))).toMatchObject([
    { hintType: 'account_expired', relationId, text: '「抖音号 dy-1」的授权已失效，请重新授权' },
  ])
  expect(linsScreen.take('hint')).toEqual([])
  expect(linsScreen.take('message').map((frame) => frame.content.type)).toEqual(['channel_account_change'])
  expect(platform.douyin.refreshed).toHaveLength(1)
})

test('the keeper refreshes an access that ends within a day, and looks at an account every ten minutes', async () => {
  const here = await channelWorld()
  const { zhao, platform, bindDouyin } = here
  platform.douyin.nextTokens = next
  await bindDouyin(zhao, 'dy-1', lives(here, { accessMs: DAY_MS + 30 * MINUTE_MS }))

  await keepFor(here, 25)
  expect(platform.douyin.refreshed).toHaveLength(0)
  await keepFor(here, 25)
  expect(platform.douyin.refreshed).toHaveLength(1)
  await keepFor(here, 30)
  expect(platform.douyin.refreshed).toHaveLength(1)
})

test('an authorisation without renewals left is shown as ending, once, on the day the account’s settings say', async () => {
  const here = await channelWorld()
  const { zhao, platform, bindDouyin, account, clock } = here
  platform.douyin.nextTokens = next
  const relationId = await bindDouyin(zhao, 'dy-1', lives(here, { refreshMs: 5 * DAY_MS, renewals: 5 }))
  const screen = await zhao.connect()

  await keepFor(here, 13)
  expect((await account(relationId)).openStatus).toBe('open')
  const {
    relationId: _id,
    accountType,
    receptionMode,
    updatedAt,
    updatedBy,
    ...setting
  } = await zhao.call(channelApi.setting, { query: { relationId } })
  expect([accountType, receptionMode, updatedBy, typeof updatedAt]).toEqual(['CORP', 'open', null, 'string'])
  await zhao.call(channelApi.updateSetting, { body: { relationId, ...setting, authWarnDays: 7 } })
  await keepFor(here, 25)

  expect((await account(relationId)).openStatus).toBe('expiring')
  await screen.roundTrip()
  expect(screen.take('hint').map((frame) => JSON.parse(frame.content.text).text)).toEqual([
    '「抖音号 dy-1」的授权将于 2026-03-21 10:00 到期，请重新授权',
  ])
  expect(await zhao.call(channelApi.detail, { query: { relationId, accountType: 'CORP' } })).toMatchObject({
    openStatus: 'expiring',
    renewLeft: 0,
    openExpireAt: '2026-03-21T02:00:00.004Z',
  })
  clock.advance(1)
  await bindDouyin(zhao)
  await keepFor(here, 13)
  expect((await account(relationId)).openStatus).toBe('open')
})

test('a platform that can’t be reached is asked again after 1, 5 and 15 minutes; the third failure is shown', async () => {
  const here = await channelWorld()
  const { zhao, platform, bindDouyin, account } = here
  platform.douyin.nextTokens = () => {
    throw new PlatformError('platform_down')
  }
  const relationId = await bindDouyin(zhao, 'dy-1', lives(here, { accessMs: DAY_MS / 2 }))
  const asked = () => platform.douyin.refreshed.length

  await keepFor(here, 1)
  expect([asked(), (await account(relationId)).lastError]).toEqual([1, null])
  await keepFor(here, 1)
  expect(asked()).toBe(2)
  await keepFor(here, 4)
  expect([asked(), (await account(relationId)).lastError]).toEqual([2, null])
  await keepFor(here, 1)
  expect(asked()).toBe(3)
  expect(await account(relationId)).toMatchObject({
    openStatus: 'open',
    lastError: '连续 3 次未能续期授权：平台繁忙，正在自动重试',
  })
  await keepFor(here, 14)
  expect(asked()).toBe(3)

  platform.douyin.nextTokens = next
  await keepFor(here, 1)
  expect(await account(relationId)).toMatchObject({ lastError: null, keepFailures: 0 })
})

test('accounts that are not open are left alone', async () => {
  const here = await channelWorld()
  const { zhao, db, platform, bindDouyin } = here
  platform.douyin.nextTokens = next
  const relationId = await bindDouyin(zhao, 'dy-1', lives(here, { accessMs: DAY_MS / 2 }))
  await db.sql.update(channelAccount).set({ openStatus: 'needs_reauth' }).where(eq(channelAccount.id, relationId))

  await keepFor(here, 12)

  expect(platform.douyin.refreshed).toEqual([])
})
