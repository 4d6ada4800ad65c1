import { afterEach, expect, test, vi } from 'vitest'
import { SimulatorClock } from './clock.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('manual time stands still and runs what is due in order, one after the other', async () => {
  const clock = new SimulatorClock({ mode: 'manual', startAt: 1_000 })
  const done: string[] = []
  clock.after(30, async () => {
    await Promise.resolve()
    done.push(`late at ${clock.now()}`)
  })
  clock.after(10, () => {
    done.push(`early at ${clock.now()}`)
    clock.after(5, () => void done.push(`born at ${clock.now()}`))
  })
  clock.after(10, () => void done.push('second of the same time'))
  clock.after(100, () => void done.push('too late'))

  await clock.advance(50)

  expect(done).toEqual(['early at 1010', 'second of the same time', 'born at 1015', 'late at 1030'])
  expect(clock.now()).toBe(1_050)
})

test('what is called off does not happen, and calling off twice or late is harmless', async () => {
  const clock = new SimulatorClock({ mode: 'manual', startAt: 0 })
  const work = vi.fn()
  const callOff = clock.after(10, work)
  const late = clock.after(5, () => {})
  callOff()
  callOff()
  await clock.advance(20)
  late()
  expect(work).not.toHaveBeenCalled()
})

test('two advances at once happen one after the other', async () => {
  const clock = new SimulatorClock({ mode: 'manual', startAt: 0 })
  const seen: number[] = []
  clock.after(5, async () => {
    await Promise.resolve()
    seen.push(clock.now())
  })
  clock.after(15, () => void seen.push(clock.now()))
  await Promise.all([clock.advance(10), clock.advance(10)])
  expect(seen).toEqual([5, 15])
  expect(clock.now()).toBe(20)
})

test('fast time runs ahead of the wall, and a change of speed keeps the hour', () => {
  vi.useFakeTimers({ now: 0 })
  const clock = new SimulatorClock({ mode: 'real', startAt: 1_000 })
  const seen: number[] = []
  clock.after(60_000, () => void seen.push(clock.now()))
  vi.advanceTimersByTime(1_000)
  expect(clock.now()).toBe(2_000)
  clock.set('fast', 60)
  vi.advanceTimersByTime(1_000)
  expect(clock.now()).toBe(62_000)
  expect(seen).toHaveLength(1)
  clock.set('manual')
  vi.advanceTimersByTime(5_000)
  expect(clock.now()).toBe(62_000)
})

test('a wait longer than a timer can take is still kept', () => {
  vi.useFakeTimers({ now: 0 })
  const clock = new SimulatorClock({ mode: 'real', startAt: 0 })
  const work = vi.fn()
  clock.after(40 * 24 * 3_600_000, work)
  vi.advanceTimersByTime(39 * 24 * 3_600_000)
  expect(work).not.toHaveBeenCalled()
  vi.advanceTimersByTime(2 * 24 * 3_600_000)
  expect(work).toHaveBeenCalledOnce()
})
