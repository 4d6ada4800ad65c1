import type { Customer, CustomerFilter, Seat } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { DEFAULT_CUSTOMER_FILTER, fitsFilter } from './fits-filter.ts'
import { anItem, LIN, minute, relationId, stageId, tagId, WEI } from './testing/a-customer.ts'

const CORP = relationId(1)
const KOS = relationId(2)
// Noon of 2026-03-16 in Shanghai.
const me = {
  agentId: LIN,
  accountFamily: (id: string) => (id === CORP ? [CORP, KOS] : []),
  startStageId: stageId(1),
  now: new Date(minute(240)),
  timeZone: 'Asia/Shanghai',
}

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
  ['my own in 全部', {}, { scope: 4 }, true],
  ['a colleague’s in 全部', { agentId: WEI }, { scope: 4 }, true],
  ['nobody’s in 全部', { agentId: null }, { scope: 4 }, true],
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
  ['postponed in 我的', { postponedUntil: minute(300) }, {}, false],
  ['postponed in 全部', { postponedUntil: minute(300) }, { scope: 4 }, false],
  ['postponed by its owner in 同事', { agentId: WEI, postponedUntil: minute(300) }, { scope: 2 }, true],
  ['postponed, searched for', { postponedUntil: minute(300) }, { keyword: '客户' }, true],
  ['postponed among 稍后处理', { postponedUntil: minute(300) }, { postponed: true }, true],
  ['back among 稍后处理', { returnedAt: minute(1) }, { postponed: true }, false],
  ['a colleague’s among 稍后处理', { agentId: WEI, postponedUntil: minute(300) }, { scope: 4, postponed: true }, false],
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
  ['in the stage', { stageId: stageId(2) }, { stageId: stageId(2) }, true],
  ['in another stage', { stageId: stageId(2) }, { stageId: stageId(1) }, false],
  ['without a stage in the first one', {}, { stageId: stageId(1) }, true],
  ['starred among 星标', { isStar: true }, { isStar: true }, true],
  ['without a star among 星标', {}, { isStar: true }, false],
  ['waiting for 15 minutes among 15 分钟以上', { waitingSince: minute(225) }, { waited: 15 }, true],
  ['waiting for 14 minutes among 15 分钟以上', { waitingSince: minute(226) }, { waited: 15 }, false],
  ['answered among 15 分钟以上', {}, { waited: 15 }, false],
  ['a message of today among 今天', { lastMessageAt: minute(-480) }, { lastMessage: 'today' }, true],
  ['a message of yesterday among 今天', { lastMessageAt: minute(-481) }, { lastMessage: 'today' }, false],
  ['first contact on a day of two', { firstEnterAt: minute(-481) }, { firstContact: '2026-03-14..2026-03-15' }, true],
  ['first contact after two days', { firstEnterAt: minute(-480) }, { firstContact: '2026-03-14..2026-03-15' }, false],
  ['keyword in the name', { name: '木作小王' }, { keyword: '小王' }, true],
  ['keyword in the remark', { remark: 'VIP 张' }, { keyword: 'vip' }, true],
  ['keyword of another width', { name: 'ＡＢＣ１２' }, { keyword: 'abc12' }, true],
  ['keyword over name and remark', { name: '小', remark: '王' }, { keyword: '小王' }, false],
  ['empty keyword', {}, { keyword: '' }, true],
  ['one of two conditions', { ad: true }, { ad: true, hasLead: true }, false],
])('%s', (_name, known, filter, expected) => {
  expect(fits(known, filter)).toBe(expected)
})

test('with the data scope 本人, 全部 leaves out customers of colleagues', () => {
  const own = { ...me, seesColleagues: false }
  const shows = (agentId: Customer['agentId']) =>
    fitsFilter(anItem(1, { agentId }), { ...DEFAULT_CUSTOMER_FILTER, scope: 4 }, own)

  expect([shows(LIN), shows(null), shows(WEI)]).toEqual([true, true, false])
})

test('without knowing the accounts a main account stands for itself', () => {
  const filter = { ...DEFAULT_CUSTOMER_FILTER, subSourceId: CORP }

  expect(fitsFilter(anItem(1, { agentId: LIN, subSourceId: KOS }), filter, { agentId: LIN })).toBe(false)
  expect(fitsFilter(anItem(1, { agentId: LIN, subSourceId: CORP }), filter, { agentId: LIN })).toBe(true)
})
