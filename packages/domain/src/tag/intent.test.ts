import { expect, test } from 'vitest'
import { type Intent, intentOf } from './intent.ts'

test.each<[string, Intent | undefined]>([
  ['我想预约量房', 'high'],
  ['怎么下单', 'high'],
  ['加个微信吧', 'high'],
  ['你联系我吧', 'high'],
  ['我不想预约', undefined],
  ['不需要了，谢谢', 'none'],
  ['已经买好了', 'none'],
  ['多少钱一平', 'open'],
  ['在吗', 'open'],
  ['好的', undefined],
])('%s: %s', (text, expected) => {
  expect(intentOf(text)).toBe(expected)
})
