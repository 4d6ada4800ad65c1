import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { PlatformErrorKind } from '@ruwu/domain'
import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { PlatformError } from '../../channels/platform-error.ts'
import { attachmentKey } from '../../chat/attachment/index.ts'
import { attachment, customerMessage, message } from '../../db/schema/index.ts'
import { readConfig } from '../../platform/config.ts'
import { openStorage } from '../../platform/storage/index.ts'
import { PNG } from '../../testing/material-world.ts'
import { outboundWorld } from '../../testing/outbound-world.ts'
import { storePicture } from '../../testing/stored-picture.ts'
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

test('a picture from before its codes were read is read, and sent again', async () => {
  const { here, id } = await refusedMessage('bad_request')
  const dataDir = await mkdtemp(path.join(tmpdir(), 'ruwu-retry-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const owner = { entId: here.zhao.entId, uploaderId: here.lin.id, codes: null }
  const url = await storePicture(here.db, owner, here.clock.now())
  await here.db.sql
    .update(message)
    .set({ content: { type: 'image', text: url } })
    .where(eq(message.id, id))
  const deps = { db: here.db, now: here.clock.now(), config: readConfig({}), dataDir }
  const storage = await openStorage(deps.config, path.join(dataDir, 'files'))
  await storage.put(`attachment/${attachmentKey(url)}`, PNG, PNG.length, 'image/png')

  expect(await maintain(deps, ['retry', id])).toBe('将重发 1 条')
  expect(await here.db.sql.select({ codes: attachment.codes }).from(attachment)).toEqual([{ codes: [] }])
})

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
