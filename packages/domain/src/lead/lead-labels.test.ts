import type { LeadKind } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { contactLabel, leadNoticeText } from './lead-labels.ts'

test.each<[kind: LeadKind, value: string, label: string]>([
  ['phone', '13912345678', '手机号'],
  ['phone', '010-62345678', '座机'],
  ['phone', '057****6620', '座机'],
  ['phone', '', '手机号'],
  ['wechat', '0ruwu_2026', '微信号'],
  ['wechat_copy', '', '复制微信'],
])('a %s contact %j is a %s', (kind, value, label) => {
  expect(contactLabel({ kind, value })).toBe(label)
})

test('the notice of a new contact says what it is, masked', () => {
  expect(leadNoticeText({ kind: 'phone', value: '010-62345678' })).toBe('客户留下了座机 010****5678')
  expect(leadNoticeText({ kind: 'phone', value: '13912345678' })).toBe('客户留下了手机号 139****5678')
})
