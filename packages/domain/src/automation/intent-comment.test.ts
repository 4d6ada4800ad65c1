import { CommentSetting } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { DEFAULT_COMMENT, commentHasKeyword } from './intent-comment.ts'

test.each([
  ['这个多少钱呀', true],
  ['求链接！', true],
  ['ＶＩＰ 怎么买', true],
  ['vip', true],
  ['好看', false],
  ['', false],
])('%s shows intent: %s', (text, expected) => {
  expect(commentHasKeyword(text, [...DEFAULT_COMMENT.keywords, 'VIP'])).toBe(expected)
})

test('the default is valid, and off', () => {
  expect(CommentSetting.parse(DEFAULT_COMMENT)).toEqual({ ...DEFAULT_COMMENT, enabled: false })
})
