import { type AgentNotice, type HintEvent, type HintType, type NoticeKind, SimpleAccount } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { sample } from '../../testing/sample.ts'
import { hintAddress, noticeAddress } from './notice-address.ts'

const account = sample(SimpleAccount, { source: 'douyin', accountType: 'CORP' })
const HERE = { pathname: '/home', search: '', accounts: [account] }
const ACCOUNT_PAGE = `/channel/CORP/${account.relationId}/douyin`
const customerId = 'c'.repeat(32)
const notice = (kind: NoticeKind) => ({ kind, text: '请处理', customer: null, seq: null }) as AgentNotice

test.each<[NoticeKind, string | undefined]>([
  ['webhook_failed', '/setting?drawer=open'],
  ['automation', '/automation/more?drawer=leadPush'],
  ['model_failed', '/setting?drawer=model'],
  ['certify_reviewed', '/setting/company'],
  ['points_warning', '/point'],
  ['daily_report', '/home/daily'],
  ['queue_full', '/chat?scope=3'],
  ['rule_stopped', '/automation/v1'],
  ['export_ready', undefined],
])('a notice %s leads to where it is mended: %s', (kind, address) => {
  expect(noticeAddress(notice(kind), HERE)).toBe(address)
})

test.each(['quota_stopped', 'account_expired'] as const)('%s opens its account, on whichever platform', (kind) => {
  const about = { ...notice(kind), account: { relationId: account.relationId, name: '云上木作' } }

  expect(noticeAddress(about, HERE)).toBe(ACCOUNT_PAGE)
  expect(noticeAddress(about, { ...HERE, accounts: undefined })).toBe('/channel')
})

const hint = (hintType: HintType, about: Partial<Record<'customerId' | 'relationId', string>>) =>
  ({ type: 'hint', hintType, text: '请处理', customerId: null, relationId: null, ...about }) as HintEvent

test.each<[HintEvent, string | undefined]>([
  [hint('mention', { customerId, relationId: account.relationId }), `/chat?archive=true&customerId=${customerId}`],
  [hint('wait_warning', { customerId }), `/chat?archive=true&customerId=${customerId}`],
  [hint('account_expired', { relationId: account.relationId }), ACCOUNT_PAGE],
  [hint('rule_stopped', {}), '/automation/v1'],
  [hint('passed_on', { customerId }), undefined],
])('a hint leads to the same place as its notice: %o', (about, address) => {
  expect(hintAddress(about, { ...HERE, pathname: '/chat', search: '?archive=true&customerId=old&seq=3' })).toBe(address)
})
