import { expect, test, vi } from 'vitest'
import { createEvent, createStore } from './store.ts'

test('a store notifies its listeners of changes only', () => {
  const store = createStore(1)
  const listener = vi.fn()
  const unsubscribe = store.subscribe(listener)

  store.set(1)
  expect(listener).not.toHaveBeenCalled()

  store.set(2)
  expect(listener).toHaveBeenCalledOnce()
  expect(store.get()).toBe(2)

  unsubscribe()
  store.set(3)
  expect(listener).toHaveBeenCalledOnce()
})

test('a source is started for the first listener and stopped after the last', () => {
  const stop = vi.fn()
  const start = vi.fn(() => stop)
  const store = createStore(0, start)

  const first = store.subscribe(() => {})
  const second = store.subscribe(() => {})
  expect(start).toHaveBeenCalledOnce()

  first()
  expect(stop).not.toHaveBeenCalled()
  expect(store.isObserved()).toBe(true)

  second()
  second()
  expect(stop).toHaveBeenCalledOnce()
  expect(store.isObserved()).toBe(false)

  store.subscribe(() => {})
  expect(start).toHaveBeenCalledTimes(2)
})

test('a value set while starting is there for the first listener', () => {
  const store = createStore(0, () => {
    store.set(7)
    return () => {}
  })
  const listener = vi.fn()

  store.subscribe(listener)

  expect(store.get()).toBe(7)
  expect(listener).not.toHaveBeenCalled()
})

test('an event calls every listener and tells whether there was one', () => {
  const event = createEvent<[string]>()
  const seen: string[] = []
  expect(event.emit('a')).toBe(false)

  const remove = event.on((text) => seen.push(`1 ${text}`))
  event.on((text) => seen.push(`2 ${text}`))
  expect(event.emit('b')).toBe(true)

  remove()
  event.emit('c')
  expect(seen).toEqual(['1 b', '2 b', '2 c'])
})
