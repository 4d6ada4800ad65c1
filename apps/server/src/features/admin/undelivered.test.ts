import type { PlatformErrorKind } from '@ruwu/domain'
import { expect, test } from 'vitest'
import { PlatformError } from '../../channels/platform-error.ts'
import { customerMessage } from '../../db/schema/index.ts'
import { readConfig } from '../../platform/config.ts'
import { outboundWorld } from '../../testing/outbound-world.ts'
import { maintain } from './maintain.ts'

/** An agent's message that the platform has refused. */
async function refusedMessage(kind: PlatformErrorKind) {
  const out = await outboundWorld()
  const { here } = out
  out.answer = async () => {
    throw new PlatformError(kind)
  }
  const { id } = await out.send(here.lin, '您好', 'chat-001')
  await out.work()
  here.clock.advance(60_000)
  await out.work()
  out.answer = out.take
  const run = (...words: string[]) =>
    maintain({ db: here.db, now: here.clock.now(), config: readConfig({}), dataDir: '/nonexistent' }, words)
  return { out, here, id, run }
}

const NONE = '没有等待发送的消息\n最近 7 天没有发送失败的消息'

test('what was not delivered is listed without its content and sent again', async () => {
  const { out, id, run } = await refusedMessage('bad_request')
  const listed = await run('failed')
  expect(listed).toContain('最近 7 天发送失败 1 条')
  expect(listed).toMatch(new RegExp(`^${id}\\t.*\\t抖音 .*\\t客服\\t.*（bad_request）$`, 'm'))
  expect(listed).not.toContain('您好')

  expect(await run('retry', 'all')).toBe('将重发 1 条')
  expect(await run('failed')).toMatch(/^正在发送 1 条，最早的写于 /)
  await out.work()

  expect(out.arrived).toEqual(['您好'])
  expect(await out.states()).toEqual([['您好', 1, undefined]])
  expect(await run('failed')).toBe(NONE)
  expect(await run('retry', id)).toBe(`将重发 0 条\n${id}\t没有这条发送失败的消息`)
})

test.each(['outcome_unknown', 'words_refused'] as const)(
  'one that may have arrived or would be refused again (%s) is sent again only by its number',
  async (kind) => {
    const { out, id, run } = await refusedMessage(kind)

    expect(await run('retry', 'all')).toBe('将重发 0 条')
    expect(await run('retry', id)).toBe('将重发 1 条')
    await out.work()
    expect(out.arrived).toEqual(['您好'])
  },
)

test('an account that is closed keeps its message', async () => {
  const { out, id, run } = await refusedMessage('not_granted')

  expect(await run('retry', 'all')).toMatch(new RegExp(`^将重发 0 条\n${id}\t没有重发：.+`))
  expect(await out.states()).toEqual([['您好', 2, 'not_granted']])
})

test('an automatic message is not sent again', async () => {
  const { here, id, run } = await refusedMessage('bad_request')
  await here.db.sql.update(customerMessage).set({ senderKind: 'ai', agentId: null })

  expect(await run('retry', 'all')).toBe('将重发 0 条')
  expect(await run('retry', id)).toContain('自动消息不再重发')
})

test.each([
  [['failed', '0'], '天数须为 1 到 90'],
  [['retry', 'everything'], '编号须为'],
  [['retry'], /^用法：/],
  [['key', 'old'], /^用法：/],
  [[], /^用法：/],
])('%j is refused', async (words, reason) => {
  const deps = { db: {} as never, now: new Date(), config: readConfig({}), dataDir: '/nonexistent' }
  await expect(maintain(deps, words)).rejects.toThrow(reason)
})
