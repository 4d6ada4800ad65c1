import { PreviewId } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { PreviewStart } from './preview-start.ts'

const idOf = (sign: string) => PreviewId.parse(sign.repeat(32))

test('who asks before the preview has begun asks in it once it has', async () => {
  const start = new PreviewStart()
  const call = Promise.withResolvers<PreviewId>()
  void start.begin(() => call.promise)

  const asked = start.ready()
  call.resolve(idOf('a'))

  expect(await asked).toBe(idOf('a'))
  expect(await start.ready()).toBe(idOf('a'))
})

test('who waits gets the newest, whatever became of those before it', async () => {
  const start = new PreviewStart()
  const [first, second] = [Promise.withResolvers<PreviewId>(), Promise.withResolvers<PreviewId>()]
  start.begin(() => first.promise).catch(() => {})
  const asked = start.ready()

  void start.begin(() => second.promise)
  first.reject(new Error('too late'))
  second.resolve(idOf('b'))

  expect(await asked).toBe(idOf('b'))
})

test('a preview that could not be begun tells why, and another try helps', async () => {
  const start = new PreviewStart()
  start.begin(() => Promise.reject(new Error('网络错误'))).catch(() => {})

  await expect(start.ready()).rejects.toThrow('网络错误')
  void start.begin(() => Promise.resolve(idOf('c')))
  expect(await start.ready()).toBe(idOf('c'))
})
