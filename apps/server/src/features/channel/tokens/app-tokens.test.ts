import { expect, test } from 'vitest'
import { PlatformError } from '../../../channels/platform-error.ts'
import { channelAppToken } from '../../../db/schema/index.ts'
import { startNode } from '../../../testing/start-node.ts'
import { world } from '../../../testing/world.ts'
import { FakePlatform } from '../../../testing/fake-platform.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

async function appWorld() {
  let platform: FakePlatform | undefined
  const here = await world({
    // A node keeps the application's token in memory.
    ownNode: true,
    openSources: () => (platform = new FakePlatform(() => here.clock.now())),
  })
  if (!platform) throw new Error('the platform was not opened')
  return { ...here, platform, appTokens: here.channel.appTokens }
}

test('everybody on every node shares one token of the application', async () => {
  const { appTokens, platform, databaseUrl, clock } = await appWorld()
  const second = await startNode(databaseUrl, clock, undefined, { openSources: () => platform })
  try {
    const tokens = await Promise.all(
      Array.from({ length: 8 }, (_each, index) => (index % 2 ? appTokens : second.channel.appTokens).ready('douyin')),
    )
    expect(new Set(tokens)).toEqual(new Set(['access-app-1']))
    expect(platform.apps.douyin.asked).toEqual(['grant undefined'])
  } finally {
    await second.close()
  }
})

test('a token is fetched anew ten minutes before its end', async () => {
  const { appTokens, platform, clock } = await appWorld()
  expect(await appTokens.ready('douyin')).toBe('access-app-1')

  clock.advance(110 * MINUTE_MS)
  expect(await appTokens.ready('douyin')).toBe('access-app-1')
  clock.advance(1)
  expect(await appTokens.ready('douyin')).toBe('access-app-2')
  expect(platform.apps.douyin.asked).toHaveLength(2)
})

test('redbook’s first token comes from the operator’s code, and later ones replace the whole pair', async () => {
  const { appTokens, platform, clock, db, channel } = await appWorld()
  platform.apps.redbook.lifeMs = 24 * HOUR_MS
  const job = channel.jobs.find((each) => each.name === 'keep-channel-tokens')

  await job?.run({})
  expect(await appTokens.ready('redbook')).toBe('access-app-1')
  clock.advance(20 * HOUR_MS)
  await job?.run({})
  expect(platform.apps.redbook.asked).toHaveLength(1)
  clock.advance(1)
  await job?.run({})

  expect(platform.apps.redbook.asked).toEqual(['grant simulator-operator-auth-code', 'refresh refresh-app-1'])
  expect(await appTokens.ready('redbook')).toBe('access-app-2')
  const rows = await db.sql.select().from(channelAppToken)
  expect(rows).toHaveLength(1)
  expect(rows[0]?.tokens.toString('latin1')).not.toContain('app-2')
})

test('a token pair unknown to the platform is replaced by a new grant', async () => {
  const { appTokens, platform } = await appWorld()
  platform.apps.redbook.lifeMs = 24 * HOUR_MS
  await appTokens.ready('redbook')
  platform.apps.redbook.refusal = new PlatformError('needs_reauth')

  expect(await appTokens.renew('redbook', 'access-app-1')).toBe('access-app-3')
})

test('a refused token is replaced once, whether or not the caller knows which it was', async () => {
  const { appTokens, platform, clock } = await appWorld()
  await appTokens.ready('douyin')

  const renewed = await Promise.all([
    appTokens.renew('douyin', 'access-app-1'),
    appTokens.renew('douyin', 'access-app-1'),
    appTokens.renew('douyin', null),
  ])
  expect(new Set(renewed)).toEqual(new Set(['access-app-2']))
  expect(await appTokens.renew('douyin', 'access-app-1')).toBe('access-app-2')
  expect(platform.apps.douyin.asked).toHaveLength(2)
  clock.advance(MINUTE_MS)
  expect(await appTokens.renew('douyin', null)).toBe('access-app-3')
})

test('a token that another node has replaced is noticed within half a minute', async () => {
  const { appTokens, platform, databaseUrl, clock } = await appWorld()
  const second = await startNode(databaseUrl, clock, undefined, { openSources: () => platform })
  try {
    await appTokens.ready('douyin')
    await second.channel.appTokens.renew('douyin', 'access-app-1')

    clock.advance(30_000)
    expect(await appTokens.ready('douyin')).toBe('access-app-2')
  } finally {
    await second.close()
  }
})

test('a source that is closed has no token', async () => {
  const { appTokens, platform } = await appWorld()
  platform.isClosed = true

  await expect(appTokens.ready('douyin')).rejects.toMatchObject({ kind: 'app_not_allowed' })
})
