import { type AgentNotice, type NoticeKind } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { noticeAddress } from './notice-address.ts'

const HERE = { pathname: '/home', search: '' }
const notice = (kind: NoticeKind) => ({ kind, text: '请处理', customer: null, seq: null }) as AgentNotice

test.each<[NoticeKind, string | undefined]>([
  ['webhook_failed', '/setting?drawer=open'],
  ['automation', '/automation/more?drawer=leadPush'],
  ['model_failed', '/setting?drawer=model'],
  ['certify_reviewed', '/setting/company'],
  ['points_warning', '/point'],
  ['export_ready', undefined],
])('a notice %s leads to where it is mended: %s', (kind, address) => {
  expect(noticeAddress(notice(kind), HERE)).toBe(address)
})
