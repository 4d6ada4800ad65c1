import { CHAT_STORE } from '@ruwu/domain'
import { expect, test } from 'vitest'
import { fakeTimers } from './testing/fake-link.ts'
import { Persistence } from './persistence.ts'
import { type ChatStorage, memoryStorage } from './storage.ts'
import { TtlCache } from './ttl-cache.ts'
import { createEmitter } from './emitter.ts'

const fail = () => Promise.reject(new Error('quota'))
const entries = (given: Record<string, unknown>) => new Map(Object.entries(given))

test('what is written can be read, listed in the order of its keys, and removed', async () => {
  const storage = memoryStorage()

  await storage.write(entries({ 'message/b/2': 2, 'message/a/1': 1, 'message/b/1': 3, other: 4 }))
  await storage.write(entries({ 'message/b/2': undefined, 'message/b/3': 5 }))

  expect(await storage.list('message/b/')).toEqual([
    ['message/b/1', 3],
    ['message/b/3', 5],
  ])
  expect(await storage.get('other')).toBe(4)
})

test('changes made together are written together, the last of a key counts', async () => {
  const written: unknown[] = []
  const storage: ChatStorage = { ...memoryStorage(), write: async (changes) => void written.push([...changes]) }
  const persistence = new Persistence(storage, () => undefined)

  persistence.set('a', 1)
  persistence.set('b', 2)
  persistence.set('a', 3)
  await persistence.list('')

  expect(written).toEqual([
    [
      ['a', 3],
      ['b', 2],
    ],
  ])
})

test('a storage that fails is reported and disturbs nothing', async () => {
  const errors: unknown[] = []
  const persistence = new Persistence({ get: fail, list: fail, write: fail, clear: fail }, (error) =>
    errors.push(error),
  )

  persistence.set('a', 1)

  expect(await persistence.list('')).toEqual([])
  expect(await persistence.get('a')).toBeUndefined()
  expect(errors).toHaveLength(3)
})

function cacheOf() {
  const { timers, pass } = fakeTimers()
  const loads: string[] = []
  const cache = new TtlCache(async (id) => {
    loads.push(id)
    return `${id} ${loads.length}`
  }, timers.now)
  return { cache, loads, pass }
}

// R81
test('what was loaded is kept for 60 s', async () => {
  const { cache, loads, pass } = cacheOf()
  await cache.get('a')

  pass(CHAT_STORE.cacheMs - 1)
  await cache.get('a')
  expect(loads).toEqual(['a'])

  pass(1)
  expect(await cache.get('a')).toBe('a 2')
})

test('callers at the same time share one request, and a failed one is asked again', async () => {
  const { cache, loads } = cacheOf()
  expect(await Promise.all([cache.get('a'), cache.get('a')])).toEqual(['a 1', 'a 1'])
  expect(loads).toEqual(['a'])

  let attempts = 0
  const failing = new TtlCache(
    async () => {
      attempts += 1
      throw new Error('down')
    },
    () => 0,
  )
  await expect(failing.get('a')).rejects.toThrow('down')
  await expect(failing.get('a')).rejects.toThrow('down')
  expect(attempts).toBe(2)
})

test.each([undefined, null, 'text', 7, {}])('a callback that is %j throws 回调必须是一个函数', (callback) => {
  const { on } = createEmitter<{ event: number }>(() => undefined)

  expect(() => on('event', callback as never)).toThrow('回调必须是一个函数')
})

test('a callback that throws is reported and the next one still hears it', () => {
  const heard: unknown[] = []
  const { on, emit } = createEmitter<{ event: number }>((error) => heard.push(String(error)))
  on('event', () => {
    throw new Error('mine')
  })
  const off = on('event', (n) => heard.push(n))

  emit('event', 1)
  off()
  emit('event', 2)

  expect(heard).toEqual(['Error: mine', 1, 'Error: mine'])
})
