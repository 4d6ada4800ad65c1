import { expect, test } from 'vitest'
import { leadText } from './lead-text.ts'

test.each([
  [{ kind: 'wechat', state: 'valid', status: 'new' }, '新线索'],
  [{ kind: 'wechat', state: 'valid', status: 'won' }, '已成交'],
  [{ kind: 'wechat', state: 'ambiguous', status: 'new' }, '可能是微信号'],
  [{ kind: 'wechat', state: 'rejected', status: 'new' }, '不是微信号'],
  [{ kind: 'wechat_copy', state: 'valid', status: 'new' }, undefined],
] as const)('%o reads %s', (lead, text) => {
  expect(leadText(lead)?.text).toBe(text)
})
