import { expect, test } from 'vitest'
import { canSend, SOURCE_CAPABILITIES } from '../channel-capability.ts'
import { type QuotaLedger, quotaState } from '../channel-quota.ts'
import { QUOTA_RULES } from '../channel-quota-rules.ts'
import type { GuardRule } from './guard-hit.ts'
import { GUARD_LIMITS } from './guard-limits.ts'
import { sameTextText } from './guard-texts.ts'
import type { GuardAction, GuardSender } from './guard-verdict.ts'
import { outboundRules } from './prompt.ts'
import { check, type Given, ownWord, ownWords } from './testing/outbound.ts'

const quotaOf = (blocked?: string, warnings: { ruleId: string; text: string }[] = []) => ({
  warnings,
  ...(blocked && { blocked: { text: blocked } }),
})
const noFile = canSend(SOURCE_CAPABILITIES.redbook, { type: 'file' })
const everything: Given = {
  sender: 'ai',
  permission: noFile,
  quota: quotaOf('客户尚未回复，最多发送 3 条'),
  sent: { sameText: 9, unanswered: 10 },
}
const blocking = `加好友，微信13800001234，https://example.com${'啊'.repeat(1000)}`
const allowed: Given = { permission: { allowed: true } }
const wide: Given = { limits: { ...GUARD_LIMITS.redbook, textMaxChars: 2000 } }
const linked: Given = { limits: { ...GUARD_LIMITS.redbook, textMaxChars: 2000, links: 'off' } }
const steps: [GuardRule, string, Given][] = [
  ['type', blocking, everything],
  ['length', blocking, { ...everything, ...allowed }],
  ['link', blocking, { ...everything, ...allowed, ...wide }],
  ['contact', blocking, { ...everything, ...allowed, ...linked }],
  ['word', blocking, { ...everything, ...allowed, ...linked, settings: { contactLevel: 'off' } }],
  ['quota', '您好', { ...everything, ...allowed }],
  ['same_text', '您好', { ...everything, ...allowed, quota: quotaOf() }],
  ['pace', '您好', { ...everything, ...allowed, quota: quotaOf(), sent: { sameText: 0, unanswered: 10 } }],
]

test.each(steps)('the check for %s ends the rest when it blocks', (rule, text, given) => {
  const verdict = check(text, given)

  expect(verdict.level).toBe('block')
  expect([...new Set(verdict.hits.map((hit) => hit.rule))]).toEqual([rule])
  expect(verdict.message).toBe(verdict.hits[0]?.reason)
})

test.each<[string, Given, string]>([
  ['', { permission: noFile }, '小红书不支持发送文件'],
  ['啊'.repeat(1001), {}, '内容过长，请缩短到 1000 字以内'],
  ['看 https://example.com', {}, '平台不允许发送链接，请删除链接'],
  ['电话13800001234', {}, '平台规定联系方式只能通过卡片发送'],
  ['我拉您进群', {}, '疑似引导客户离开平台'],
  ['您好', { quota: quotaOf('今天已发满') }, '今天已发满'],
])('a person who is stopped with %j reads why', (text, given, message) => {
  expect(check(text, given)).toMatchObject({ action: 'refuse', message, text })
})

test('a text of exactly 1000 characters passes; beyond it the excess is marked', () => {
  expect(check('😀'.repeat(1000)).action).toBe('send')
  expect(check(`${'😀'.repeat(1000)}好的`).hits).toMatchObject([{ word: '1002/1000', start: 2000, end: 2002 }])
})

test('warnings are collected up to the end and asked about together', () => {
  const verdict = check('这是最好的，全网 最低，最好的', { sent: { sameText: 2, unanswered: 10 } })

  expect(verdict).toMatchObject({
    action: 'confirm',
    level: 'warn',
    message: '可能违反平台规则：最好的、全网 最低、重复话术、发送过快，仍要发送？',
  })
  expect(verdict.hits.map(({ rule }) => rule)).toEqual(['word', 'word', 'word', 'same_text', 'pace'])
})

test('a warning before a block is still reported', () => {
  const verdict = check('最好的', { quota: quotaOf('今天已发满') })

  expect(verdict.hits.map(({ rule, level }) => [rule, level])).toEqual([
    ['word', 'warn'],
    ['quota', 'block'],
  ])
  expect(verdict.message).toBe('今天已发满')
})

test('a hit tells its place, its reason and a safe wording', () => {
  expect(check('这是最 好 的').hits).toEqual([
    {
      rule: 'word',
      category: 'absolute',
      level: 'warn',
      word: '最 好 的',
      start: 2,
      end: 7,
      reason: '绝对化用语，可能违反广告法',
      suggestion: '很好的',
      listed: '最好的',
    },
  ])
})

const blocked = '加微信'
const warned = '最好的'
test.each<[GuardSender, string, Given, GuardAction]>([
  ['person', blocked, {}, 'refuse'],
  ['person', blocked, { isConfirmed: true }, 'refuse'],
  ['person', warned, {}, 'confirm'],
  ['person', warned, { isConfirmed: true }, 'send'],
  ['person', '您好', {}, 'send'],
  ['ai', blocked, {}, 'regenerate'],
  ['ai', blocked, { isRegenerated: true }, 'handoff'],
  ['ai', warned, {}, 'regenerate'],
  ['ai', warned, { isRegenerated: true }, 'send'],
  ['ai', '您好', {}, 'send'],
  ['ai', '您好', { quota: quotaOf('今天已发满') }, 'handoff'],
  ['ai', '', { permission: noFile }, 'handoff'],
  ['ai', '您好', { sent: { sameText: 4, unanswered: 0 } }, 'regenerate'],
  ['ai', '您好', { sent: { sameText: 0, unanswered: 10 } }, 'handoff'],
  ['flow', blocked, {}, 'fail'],
  ['flow', warned, {}, 'send'],
  ['flow', '您好', {}, 'send'],
])('what %s does with %j, given %j: %s', (sender, text, given, action) => {
  expect(check(text, { ...given, sender }).action).toBe(action)
})

test('a replaced word is shown to a person first and sent by the others', () => {
  const words = ownWords(ownWord('便宜', { level: 'replace', replaceWith: '实惠' }))
  const replaced = { level: 'replace', text: '很实惠，真实惠' }

  expect(check('很便 宜，真便宜', { words })).toMatchObject({ ...replaced, action: 'confirm' })
  expect(check('很便 宜，真便宜', { words, isConfirmed: true })).toMatchObject({ ...replaced, action: 'send' })
  expect(check('很便 宜，真便宜', { words, sender: 'ai' })).toMatchObject({ ...replaced, action: 'send' })
  expect(check('很便 宜，真便宜', { words, sender: 'flow' })).toMatchObject({ ...replaced, action: 'send' })
})

test.each<[string, string, string]>([
  ['a phone number', '13800001234', '平台规定联系方式只能通过卡片发送'],
  ['a link', 'https://a.com/b', '平台不允许发送链接，请删除链接'],
  ['a banned word', '拉您进群', '疑似引导客户离开平台'],
])('a replacement that brings in %s is refused like typed words', (_what, replaceWith, message) => {
  const words = ownWords(ownWord('热线', { level: 'replace', replaceWith }))

  for (const sender of ['person', 'flow'] as const) {
    const verdict = check('请拨打热线', { words, sender, isConfirmed: true })
    expect(verdict).toMatchObject({ level: 'block', action: sender === 'person' ? 'refuse' : 'fail', message })
  }
})

test('what was found before the replacement is told once', () => {
  const words = ownWords(ownWord('便宜', { level: 'replace', replaceWith: '实惠' }))
  const { hits } = check('便宜又是最好的', { words })

  expect(hits.map(({ word }) => word)).toEqual(['便宜', '最好的'])
})

test('replacements that make the text too long are refused', () => {
  const words = ownWords(ownWord('好', { level: 'replace', replaceWith: '非常非常好' }))

  expect(check('好'.repeat(201), { words })).toMatchObject({
    action: 'refuse',
    message: '内容过长，请缩短到 1000 字以内',
  })
})

test.each([
  ['block', 'block', 'refuse'],
  ['block', 'warn', 'confirm'],
  ['block', 'off', 'send'],
  ['warn', 'block', 'confirm'],
  ['warn', 'warn', 'confirm'],
  ['warn', 'off', 'send'],
  ['replace', 'warn', 'confirm'],
] as const)('a word of level %s under the account level %s: %s', (level, wordLevel, action) => {
  const words = ownWords(ownWord('内部价', { level, replaceWith: '优惠价' }))

  expect(check('内部价', { words, settings: { wordLevel } }).action).toBe(action)
})

test.each([
  ['block', 'refuse'],
  ['warn', 'confirm'],
  ['off', 'send'],
] as const)('contact information under the account level %s: %s', (contactLevel, action) => {
  expect(check('电话13800001234', { settings: { contactLevel } }).action).toBe(action)
})

test.each([
  ['block', 'refuse'],
  ['warn', 'confirm'],
  ['off', 'send'],
] as const)('a link under the limit %s: %s', (links, action) => {
  const limits = { ...GUARD_LIMITS.redbook, links }

  expect(check('看 https://example.com/a', { limits }).action).toBe(action)
  expect(check('看 https://www.taobao.com', { limits }).action).toBe('refuse')
  expect(check('看 example点com', { limits }).action).toBe('refuse')
})

test.each([
  ['person', 1, 'pass'],
  ['person', 2, 'warn'],
  ['person', 4, 'warn'],
  ['person', 99, 'warn'],
  ['ai', 1, 'pass'],
  ['ai', 2, 'warn'],
  ['ai', 3, 'warn'],
  ['ai', 4, 'block'],
  ['flow', 3, 'warn'],
  ['flow', 4, 'block'],
] as const)('the same text by %s after %i times: %s', (sender, sameText, level) => {
  expect(check('您好', { sender, sent: { sameText, unanswered: 0 } }).level).toBe(level)
})

test('the account decides from which time on a repeated text is warned about', () => {
  const sent = { sameText: 8, unanswered: 0 }

  expect(check('您好', { sent, settings: { repeatCount: 10 } }).level).toBe('pass')
  expect(check('您好', { sent, settings: { repeatCount: 9 } }).level).toBe('warn')
  expect(check('您好', { sent, sender: 'ai', settings: { repeatCount: 10 } }).level).toBe('block')
})

test.each([
  ['person', 9, 'pass'],
  ['person', 10, 'warn'],
  ['ai', 9, 'pass'],
  ['ai', 10, 'block'],
  ['flow', 10, 'block'],
] as const)('%s after %i unanswered messages: %s', (sender, unanswered, level) => {
  expect(check('您好', { sender, sent: { sameText: 0, unanswered } }).level).toBe(level)
})

test('a prompted message is neither a repeated text nor too fast, whoever sends it', () => {
  const prompted = {
    rules: outboundRules('reply', { act: { kind: 'message', at: 0 }, answeredAt: null }, new Date(1)).rules,
  }
  const sent = { sameText: 99, unanswered: 99 }

  for (const sender of ['person', 'ai', 'flow'] as const)
    expect(check('您好', { ...prompted, sender, sent }).action).toBe('send')
  expect(check('加微信', { ...prompted, sent }).action).toBe('refuse')
})

test('a quota that only warns asks a person; a repeated text is warned about once', () => {
  const ledger: QuotaLedger = {
    lastInboundAt: null,
    sentSinceInbound: 0,
    enterAt: null,
    sentSinceEnter: 0,
    grantUntil: null,
    sentBeforeFirstReply: 0,
    today: '2026-01-01',
    enterOpeningsToday: 0,
    sentOnGrantToday: 0,
    strangersToday: 10,
    strangersIn10Min: 10,
    isCountedStranger: false,
    sameText24h: 2,
    blockedUntilInbound: null,
  }
  const quota = quotaState(QUOTA_RULES.redbook, ledger, new Date('2026-01-01T04:00:00Z'))
  const verdict = check('您好', { quota, sent: { sameText: 2, unanswered: 0 } })

  expect(verdict.hits.map(({ rule, reason }) => [rule, reason])).toEqual([
    ['quota', '10 分钟内主动联系较多，继续发送可能触发平台限制'],
    ['same_text', '相同内容 24 小时内已发送 2 次，请换个说法，避免被判为骚扰'],
  ])
  expect(verdict.message).toBe('可能违反平台规则：发送条数、重复话术，仍要发送？')
})

test('the text for a repeated message is that of the quota rule', () => {
  const rule = QUOTA_RULES.redbook.find(({ id }) => id === 'redbook.same.text')

  expect(sameTextText(2)).toBe(rule?.emptyText)
})
