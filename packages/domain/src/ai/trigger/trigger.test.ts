import { HANDOFF_WORDS } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { DEFAULT_AI_DRAFT } from '../ai-labels.ts'
import { isDescribedBy } from './description.ts'
import { findMissTrigger, findTrigger } from './find-trigger.ts'
import { findKeyword } from './keyword.ts'
import { isNegative } from './mood.ts'

test.each([
  ['转人工', '转人工'],
  ['人工', '人工'],
  ['我要找人工客服', '人工客服'],
  ['转 人 工！', '转人工'],
  ['能不能转人工', '转人工'],
  ['可不可以帮我转人工呀', '转人工'],
  ['为什么不给我转人工', '转人工'],
  ['不要机器人，要人工', '人工'],
  ['怎么还不转人工', '转人工'],
  ['我要投诉', '投诉'],
  ['给我退款', '退款'],
  ['你们是骗子', '骗子'],
])('%s asks for a person: %s', (text, word) => {
  expect(findKeyword(text, HANDOFF_WORDS)).toBe(word)
})

test.each([
  '你们有人工智能课程吗',
  '人工费多少钱',
  '人工草坪怎么卖',
  '人工成本高吗',
  '不用转人工',
  '先不用转人工，我再问问',
  '别给我转人工',
  '不需要人工客服',
  '你是人工吗',
  '你是不是真的人工',
  '我没说要退款',
  '投诉率高吗',
  '试听课多少钱',
])('%s does not', (text) => {
  expect(findKeyword(text, HANDOFF_WORDS)).toBeUndefined()
})

test('a word of the enterprise’s own', () => {
  expect(findKeyword('我想谈加盟', ['加盟'])).toBe('加盟')
  expect(findKeyword('我想谈加盟', ['代理'])).toBeUndefined()
})

test.each([
  '什么垃圾玩意',
  '气死我了',
  '太让人失望了',
  '等了半天都没人理！！',
  '你们就是骗人的',
  '我要去12315举报你们',
  '服务态度真差',
  '答非所问，烦死了',
  '再也不来了',
  '说了半天听不懂人话，真无语',
  '打12345告你们',
  '你是sb',
])('%s sounds angry', (text) => {
  expect(isNegative(text)).toBe(true)
})

test.each([
  '你们不是骗子吧',
  '会不会被坑啊',
  '做完会烂脸吗',
  '痘坑能去掉吗',
  '麻烦问一下价格',
  '烦请发一下地址',
  '不着急，慢慢来',
  '一点都不失望，很满意',
  '孕吐恶心可以吃吗',
  '垃圾桶多少钱',
  '滚轮坏了能换吗',
  '多久能好！',
  '太好了！！',
  '我有点着急，多久能到',
  '加我微信 abc_12345',
  '微信sb-2020',
  '要带usb插座的那款',
])('%s does not', (text) => {
  expect(isNegative(text)).toBe(false)
})

test.each([
  ['合同里违约金怎么算', '客户询问合同细节', true],
  ['想了解一下加盟', '客户咨询加盟政策', true],
  ['发票怎么开', '客户提到发票、合同或付款方式', true],
  ['付款方式有哪些', '客户提到发票、合同或付款方式', true],
  ['试听课多少钱', '客户询问合同细节', false],
  ['你好', '客户要求退货', false],
  ['', '客户要求退货', false],
])('%s is what 「%s」 describes: %s', (text, description, is) => {
  expect(isDescribedBy(text, description)).toBe(is)
})

const draft = (change: Partial<typeof DEFAULT_AI_DRAFT.handoff>) => ({
  ...DEFAULT_AI_DRAFT,
  handoff: { ...DEFAULT_AI_DRAFT.handoff, ...change },
})
const calm = { text: '转人工', hasLead: false, answers: 0 }

test('a trigger that is off does nothing', () => {
  expect(findTrigger(draft({}), calm)).toEqual({ reason: 'keyword', detail: '转人工' })
  expect(findTrigger(draft({ keywords: { enabled: false, words: HANDOFF_WORDS } }), calm)).toBeUndefined()
  expect(findTrigger(draft({ negative: { enabled: false } }), { ...calm, text: '气死我了' })).toBeUndefined()
  expect(
    findTrigger(draft({ maxRounds: { enabled: false, n: 1 } }), { ...calm, text: '好', answers: 9 }),
  ).toBeUndefined()
  expect(findTrigger(draft({}), { ...calm, text: '好', hasLead: true })).toBeUndefined()
})

test('rounds are counted in answers', () => {
  expect(findTrigger(draft({}), { ...calm, text: '好', answers: 29 })).toBeUndefined()
  expect(findTrigger(draft({}), { ...calm, text: '好', answers: 30 })).toEqual({
    reason: 'max_rounds',
    detail: '30 轮',
  })
})

const FOUND = { title: '试听多少钱', score: 0.2 }

test.each([
  ['the first is handed over', {}, { best: FOUND, misses: 1 }, 'unknown'],
  ['also where nothing was found', {}, { best: undefined, misses: 1 }, 'unknown'],
  ['an honest word before the second in a row', { enabled: true, n: 2 }, { best: FOUND, misses: 1 }, undefined],
  ['the second in a row', { enabled: true, n: 2 }, { best: undefined, misses: 2 }, 'misses'],
  ['always an honest word', { enabled: false, n: 1 }, { best: FOUND, misses: 9 }, undefined],
])('one setting decides what happens without an answer: %s', (_name, misses, outcome, reason) => {
  const config = draft({ misses: { ...DEFAULT_AI_DRAFT.handoff.misses, ...misses } })

  expect(findMissTrigger(config, outcome)?.reason).toBe(reason)
})

test('the reason names the nearest piece', () => {
  expect(findMissTrigger(DEFAULT_AI_DRAFT, { best: FOUND, misses: 1 })).toEqual({
    reason: 'unknown',
    detail: '最接近的是「试听多少钱」',
  })
})
