import { beforeEach, expect, test, vi } from 'vitest'
import { ring, watchGestures } from './audio.ts'

const ended: (() => void)[] = []
const listenToEnd = (_: 'ended', listener: () => void) => ended.push(listener)
const node = () => ({ gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} }, connect: (to: unknown) => to })

/** As a browser's: it runs from `resume` to `suspend`. The page has one. */
class FakeContext {
  static only: FakeContext | undefined
  state = 'suspended'
  currentTime = 0
  destination = {}
  createGain = node
  constructor() {
    FakeContext.only = this
  }
  createOscillator() {
    return { ...node(), frequency: {}, start() {}, stop() {}, addEventListener: listenToEnd }
  }
  async resume() {
    this.state = 'running'
  }
  async suspend() {
    this.state = 'suspended'
  }
}

beforeEach(() => {
  ended.length = 0
  vi.stubGlobal('window', { AudioContext: FakeContext })
  vi.stubGlobal('AudioContext', FakeContext)
  vi.stubGlobal('navigator', { userActivation: { hasBeenActive: true } })
  return () => vi.unstubAllGlobals()
})

test('audio runs while a sound is played, and rests after its last tone', async () => {
  expect(await ring('crisp', 80)).toBe(true)

  const [first, last] = ended
  first!()
  expect(FakeContext.only?.state).toBe('running')
  last!()
  expect(FakeContext.only?.state).toBe('suspended')
})

test('a sound during another one, and one at volume 0, leave it audible to its end', async () => {
  await ring('crisp', 80)

  await ring('crisp', 80)
  await ring('soft', 0)

  for (const end of ended.slice(0, 3)) end()
  expect(FakeContext.only?.state).toBe('running')
  ended[3]!()
  expect(FakeContext.only?.state).toBe('suspended')
})

test('the gesture that unlocks audio leaves it at rest', async () => {
  const listeners = new Map<string, () => void>()
  vi.stubGlobal('document', {
    addEventListener: (type: string, listener: () => void) => listeners.set(type, listener),
    removeEventListener: (type: string) => listeners.delete(type),
  })
  watchGestures()

  listeners.get('click')!()

  await expect.poll(() => listeners.size).toBe(0)
  expect(FakeContext.only?.state).toBe('suspended')
})
