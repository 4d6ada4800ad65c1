import { expect, test } from 'vitest'
import { guessLead } from './lead-dialog.tsx'

test.each([
  ['13812345678', '我的电话是13812345678', { kind: 'phone', value: '13812345678' }],
  ['', '我的电话是 138 1234 5678，谢谢', { kind: 'phone', value: '13812345678' }],
  ['nannan_89', '微信 nannan_89', { kind: 'wechat', value: 'nannan_89' }],
  [' nannan ', '我叫 nannan', { kind: 'wechat', value: 'nannan' }],
  ['', '加微信 nannan_89', { kind: 'wechat', value: 'nannan_89' }],
  ['', '你好', { kind: 'phone', value: '' }],
])('“%s” marked in “%s” begins as %o', (selection, text, guess) => {
  expect(guessLead(selection, text)).toEqual(guess)
})
