import { expect, test } from 'vitest'
import { findContacts } from '../lead/index.ts'
import { GUARD_LIMITS } from './guard-limits.ts'
import { EVERYDAY_SENTENCES } from './testing/everyday-sentences.ts'
import { check, type Given, ownWord, ownWords } from './testing/outbound.ts'

const filled = (piece: string, length: number) => piece.repeat(Math.ceil(length / piece.length)).slice(0, length)

/** Time of the processor, which other work on the machine changes little. */
function processorMs(run: () => void): number {
  const before = process.threadCpuUsage()
  run()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

/** The quickest of many runs: short enough that other work on the machine lets some pass undisturbed. */
function quickestMs(run: () => void): number {
  let quickest = Infinity
  for (let count = 0; count < 500; count += 1) {
    const from = performance.now()
    run()
    quickest = Math.min(quickest, performance.now() - from)
  }
  return quickest
}

/** Half a millisecond on an idle core; a check of the wrong order takes tens. */
const QUICK_MS = 4

test('a text of 1000 characters is checked within milliseconds', () => {
  const text = filled(EVERYDAY_SENTENCES.join(''), 1000)

  expect(quickestMs(() => check(text))).toBeLessThan(QUICK_MS)
})

test('with five thousand own words too', () => {
  const words = ownWords(...Array.from({ length: 5000 }, (_, index) => ownWord(`内部词语${index}号`)))
  const text = filled('这是内部词语，还没有编号。', 1000)

  expect(quickestMs(() => check(text, { words }))).toBeLessThan(QUICK_MS)
})

// Nothing may end the check early.
const given: Given = {
  settings: { contactLevel: 'warn' },
  limits: { ...GUARD_LIMITS.redbook, textMaxChars: 40_000, links: 'warn' },
}

test.each([
  '1 ',
  '1',
  '138',
  '13800001234 ',
  '一',
  '0571-8888',
  'vx',
  'wx_',
  '微信',
  '微信13800001234',
  '微信nora_1 ',
  '加v',
  '薇 ',
  '卫星图',
  'a@',
  'a.',
  'a-',
  'w ',
  'ab.com ',
  'http://',
  '[',
  '[爱心R]',
  '😀',
  'ﷺ',
  '\u0301',
  '1️⃣',
  '最',
  '最好的',
  '最先进行',
  '北京东',
])('a very long text of %j is checked in time', (piece) => {
  const text = filled(piece, 32_000)

  const spent = processorMs(() => {
    findContacts(text, { source: 'redbook' })
    check(text, given)
  })

  // About 100 ms; a check that looks at every pair of places takes seconds.
  expect(spent).toBeLessThan(800)
})
