import { expect, test } from 'vitest'
import { account, merchantView } from '../../testing/sample-views.ts'
import { merchantBody } from './merchant-body.ts'
import { conversationKey, INITIAL, type MerchantUi } from './ui.ts'

const body = (more: Parameters<typeof merchantView>[0] = {}, ui: Partial<MerchantUi> = {}): string =>
  merchantBody(merchantView(more), { ...INITIAL, ...ui }).text

const acts = (text: string): string[] =>
  [...text.matchAll(/&quot;do&quot;:&quot;(\w+)&quot;/g)].map(([, name]) => name ?? '')

test('an open conversation can be answered from the app', () => {
  const [conversation] = merchantView().conversations

  const open = body({}, { conversation: conversationKey(conversation ?? { accountId: '', customerId: '' }) })

  expect(open).toContain('data-customer="5f3c1122334455667788aac1"')
  expect(body()).toContain('从左侧选择一个会话')
})

test('an authorisation is taken back only after a question that names the vendor', () => {
  expect(body()).toContain('取消对「如晤」的授权？')
  expect(acts(body({ account: account({ authorisation: null }) }))).not.toContain('revoke')
})

test('an account bound elsewhere can be released', () => {
  const elsewhere = account({ authorisation: null, standing: 'bound_elsewhere' })

  expect(acts(body({ account: elsewhere }))).toContain('release_elsewhere')
})

test('staff accounts, auto-reply and ad spend are there where the platform has them', () => {
  const douyin = { can: { staff: false, autoReply: true, adSpend: false } }

  expect(acts(body())).toEqual(expect.arrayContaining(['staff_set', 'ad_spend']))
  expect(acts(body())).not.toContain('auto_reply')
  expect(acts(body(douyin))).toContain('auto_reply')
  expect(acts(body(douyin))).not.toEqual(expect.arrayContaining(['staff_set', 'ad_spend']))
})
