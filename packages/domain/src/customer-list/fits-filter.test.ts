import type { Customer, CustomerFilter, Seat } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { DEFAULT_CUSTOMER_FILTER, fitsFilter } from './fits-filter.ts'
import { anItem, LIN, minute, relationId, tagId, WEI } from './testing/a-customer.ts'

const CORP = relationId(1)
const KOS = relationId(2)
const me = { agentId: LIN, accountFamily: (id: string) => (id === CORP ? [CORP, KOS] : []) }

const fits = (known: Partial<Customer & Seat>, filter: Partial<CustomerFilter>) =>
  fitsFilter(anItem(1, { agentId: LIN, ...known }), { ...DEFAULT_CUSTOMER_FILTER, ...filter }, me)

// R33
test.each<[string, Partial<Customer & Seat>, Partial<CustomerFilter>, boolean]>([
  ['my own in 我的', {}, {}, true],
  ['a colleague’s in 我的', { agentId: WEI }, {}, false],
  ['nobody’s in 我的', { agentId: null }, {}, false],
  ['a colleague’s in 同事', { agentId: WEI }, { scope: 2 }, true],
  ['my own in 同事', {}, { scope: 2 }, false],
  ['nobody’s in 同事', { agentId: null }, { scope: 2 }, false],
  ['nobody’s in 未分配', { agentId: null }, { scope: 3 }, true],
  ['my own in 未分配', {}, { scope: 3 }, false],
  ['archived among 未归档', { archive: true }, {}, false],
  ['archived among 已归档', { archive: true }, { archive: true }, true],
  ['not archived among 已归档', {}, { archive: true }, false],
  ['AI among AI 托管', { enableAi: true }, { enableAi: true }, true],
  ['a person among AI 托管', { enableAi: false }, { enableAi: true }, false],
  ['a person among 工作流/人工接待', { enableAi: false }, { enableAi: false }, true],
  ['workflow among workflow', { receptionType: 'workflow' }, { receptionType: 'workflow' }, true],
  ['workflow among manual', { receptionType: 'workflow' }, { receptionType: 'manual' }, false],
  ['redbook among douyin', {}, { source: 'douyin' }, false],
  ['redbook among redbook', {}, { source: 'redbook' }, true],
  ['the account itself', { subSourceId: KOS }, { subSourceId: KOS }, true],
  ['a sub-account below its main account', { subSourceId: KOS }, { subSourceId: CORP }, true],
  ['the main account among its sub-account’s', { subSourceId: CORP }, { subSourceId: KOS }, false],
  ['another account', { subSourceId: relationId(3) }, { subSourceId: CORP }, false],
  ['waiting among 待回复', { waitingSince: minute(1) }, { replyState: 1 }, true],
  ['answered among 待回复', {}, { replyState: 1 }, false],
  ['handed over among 待接手', { handoffAt: minute(1) }, { handoff: true }, true],
  ['answered by a person among 待接手', {}, { handoff: true }, false],
  ['unread among 未读', { inboundCount: 1 }, { unread: true }, true],
  ['put back to unread among 未读', { markedUnread: true }, { unread: true }, true],
  ['read among 未读', { inboundCount: 1, readInbound: 1 }, { unread: true }, false],
  ['unread among read', { inboundCount: 1 }, { unread: false }, false],
  ['read among read', {}, { unread: false }, true],
  ['no tags wanted', {}, { tagIds: [] }, true],
  ['one of two tags, any', { tagIds: [tagId(1)] }, { tagIds: [tagId(1), tagId(2)] }, true],
  ['one of two tags, all', { tagIds: [tagId(1)] }, { tagIds: [tagId(1), tagId(2)], tagMode: 'all' }, false],
  ['two of two tags, all', { tagIds: [tagId(2), tagId(1)] }, { tagIds: [tagId(1), tagId(2)], tagMode: 'all' }, true],
  ['another tag', { tagIds: [tagId(3)] }, { tagIds: [tagId(1)] }, false],
  ['Wei’s among Wei’s', { agentId: WEI }, { scope: 2, agentId: WEI }, true],
  ['Wei’s among Lin’s', { agentId: WEI }, { scope: 2, agentId: LIN }, false],
  ['handed over among 转人工', { aiOffReason: 'handoff' }, { offReason: 'handoff' }, true],
  ['received by AI among 转人工', { aiOffReason: null }, { offReason: 'handoff' }, false],
  ['with a lead among 已留资', { leadStatus: 'new' }, { hasLead: true }, true],
  ['without one among 已留资', {}, { hasLead: true }, false],
  ['without one among those without', {}, { hasLead: false }, true],
  ['by an advertisement', { ad: true }, { ad: true }, true],
  ['without an advertisement', {}, { ad: true }, false],
  ['failed among 发送失败', { sendResult: 2 }, { sendResult: 2 }, true],
  ['on its way among 发送失败', { sendResult: null }, { sendResult: 2 }, false],
  ['keyword in the name', { name: '木作小王' }, { keyword: '小王' }, true],
  ['keyword in the remark', { remark: 'VIP 张' }, { keyword: 'vip' }, true],
  ['keyword of another width', { name: 'ＡＢＣ１２' }, { keyword: 'abc12' }, true],
  ['keyword over name and remark', { name: '小', remark: '王' }, { keyword: '小王' }, false],
  ['empty keyword', {}, { keyword: '' }, true],
  ['one of two conditions', { ad: true }, { ad: true, hasLead: true }, false],
])('%s', (_name, known, filter, expected) => {
  expect(fits(known, filter)).toBe(expected)
})

test('without knowing the accounts a main account stands for itself', () => {
  const filter = { ...DEFAULT_CUSTOMER_FILTER, subSourceId: CORP }

  expect(fitsFilter(anItem(1, { agentId: LIN, subSourceId: KOS }), filter, { agentId: LIN })).toBe(false)
  expect(fitsFilter(anItem(1, { agentId: LIN, subSourceId: CORP }), filter, { agentId: LIN })).toBe(true)
})
