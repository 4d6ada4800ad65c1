import { expect, test } from 'vitest'
import { readArguments } from './arguments.ts'

test.each([
  [['--demo', '--seed', '7'], { wish: { kind: 'demo', days: 30 }, seed: 7 }],
  [
    ['--rate', '40', '--minutes', '10', '--customers', '5000', '--seed', '7'],
    { wish: { kind: 'load', rate: 40, seconds: 600, customers: 5_000 }, seed: 7 },
  ],
  [['--minutes', '0.5'], { wish: { kind: 'load', rate: 40, seconds: 30, customers: 5_000 } }],
  [
    ['--replay', 'a.jsonl', '--server', 'http://10.0.0.5:8080/'],
    { wish: { kind: 'replay', file: 'a.jsonl' }, server: 'http://10.0.0.5:8080' },
  ],
])('%j', (args, expected) => {
  expect(readArguments(args)).toMatchObject(expected)
})

test.each([
  [[], '用法'],
  [['--rate', 'fast'], '--rate 需要数字'],
  [['--rate', '0'], '须大于 0'],
  [['--speed', '1'], '用法'],
])('%j is refused', (args, sentence) => {
  expect(() => readArguments(args)).toThrow(sentence)
})
