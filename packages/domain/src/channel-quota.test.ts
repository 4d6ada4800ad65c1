import { expect, test } from 'vitest'
import { QUOTA_RULES, quotaRulesOf } from './channel-quota-rules.ts'
import { quotaDay, type QuotaLedger, quotaLine, quotaState, RESERVED_TEXT } from './channel-quota.ts'
import { SOURCES } from './sources.ts'

const now = new Date('2026-11-15T04:00:00.000Z')
const ago = (ms: number) => new Date(now.getTime() - ms)
const HOUR = 3_600_000

const nothing: QuotaLedger = {
  lastInboundAt: null,
  sentSinceInbound: 0,
  enterAt: null,
  sentSinceEnter: 0,
  grantUntil: null,
  sentBeforeFirstReply: 0,
  today: '2026-11-15',
  enterOpeningsToday: 0,
  sentOnGrantToday: 0,
  strangersToday: 0,
  strangersIn10Min: 0,
  isCountedStranger: false,
  sameText24h: 0,
  blockedUntilInbound: null,
}

const FULL = '24 小时内已发满 6 条，客户再次发言后可继续回复'
const LATE = '客户超过 24 小时未发言，平台不允许再发送消息'
const ENTER_OVER = '进入会话后的 30 秒欢迎时间已过，请等待客户发言'
const NO_TARGET = '找不到可回复的客户消息，请等待客户发言后再试'

type Row = [string, Partial<QuotaLedger>, string | undefined, string | undefined]

test.each<Row>([
  ['nobody has come yet', {}, '24h 剩余 0/6 条', NO_TARGET],
  ['the customer has just written', { lastInboundAt: ago(0) }, '24h 剩余 6/6 条', undefined],
  ['two answers were sent', { lastInboundAt: ago(HOUR), sentSinceInbound: 2 }, '24h 剩余 4/6 条', undefined],
  ['the sixth was sent', { lastInboundAt: ago(HOUR), sentSinceInbound: 6 }, '24h 剩余 0/6 条', FULL],
  ['more were sent than allowed', { lastInboundAt: ago(HOUR), sentSinceInbound: 9 }, '24h 剩余 0/6 条', FULL],
  ['a moment before 24 hours', { lastInboundAt: ago(24 * HOUR - 1) }, '24h 剩余 6/6 条', undefined],
  ['24 hours have passed', { lastInboundAt: ago(24 * HOUR) }, '24h 剩余 0/6 条', LATE],
  ['the customer has entered', { enterAt: ago(1000) }, '进入会话 30 秒内还可发送 3/3 条', undefined],
  ['a welcome was sent', { enterAt: ago(9000), sentSinceEnter: 1 }, '进入会话 30 秒内还可发送 2/3 条', undefined],
  ['30 seconds have passed', { enterAt: ago(30_000) }, '进入会话 30 秒内还可发送 0/3 条', ENTER_OVER],
  [
    'it is the fourth entry of the day',
    { enterAt: ago(1000), enterOpeningsToday: 3 },
    '今日欢迎剩余 0/3 次',
    '今天对该客户的欢迎次数已用完（3 次）',
  ],
  [
    'it is the third entry and we have spoken in it',
    { enterAt: ago(1000), enterOpeningsToday: 3, sentSinceEnter: 1 },
    '进入会话 30 秒内还可发送 2/3 条',
    undefined,
  ],
  [
    'three entries were answered yesterday',
    { enterAt: ago(1000), enterOpeningsToday: 3, today: '2026-11-14' },
    '进入会话 30 秒内还可发送 3/3 条',
    undefined,
  ],
  [
    'replies are used up but the customer has entered again',
    { lastInboundAt: ago(HOUR), sentSinceInbound: 6, enterAt: ago(5000) },
    '进入会话 30 秒内还可发送 3/3 条',
    undefined,
  ],
  [
    'both are open, and the reply is charged',
    { lastInboundAt: ago(HOUR), sentSinceInbound: 5, enterAt: ago(5000) },
    '24h 剩余 1/6 条',
    undefined,
  ],
  [
    'the platform says that it is enough',
    { lastInboundAt: ago(HOUR), sentSinceInbound: 1, enterAt: ago(5000), blockedUntilInbound: 'quota_exhausted' },
    '24h 剩余 0/6 条',
    FULL,
  ],
  [
    'the platform says that it is too late',
    { lastInboundAt: ago(HOUR), blockedUntilInbound: 'window_closed' },
    '24h 剩余 0/6 条',
    LATE,
  ],
])('on douyin, when %s', (_when, ledger, line, blocked) => {
  const state = quotaState(quotaRulesOf('douyin'), { ...nothing, ...ledger }, now)

  expect(quotaLine(state)).toBe(line)
  expect(state.blocked?.text).toBe(blocked)
  expect(state.left === 0).toBe(blocked !== undefined)
})

test.each<Row>([
  ['the customer has never written', {}, '对方回复前还可发送 3/3 条', undefined],
  ['one was sent', { sentBeforeFirstReply: 1 }, '对方回复前还可发送 2/3 条', undefined],
  ['three were sent', { sentBeforeFirstReply: 3 }, '对方回复前还可发送 0/3 条', '客户尚未回复，最多发送 3 条'],
  ['the customer has written', { lastInboundAt: ago(90 * 24 * HOUR), sentSinceInbound: 40 }, undefined, undefined],
  [
    'twenty strangers were addressed today',
    { strangersToday: 20 },
    '今日还可联系陌生客户 0/20 人',
    '该账号今天主动联系的陌生客户已达 20 人',
  ],
  [
    'this customer is one of the twenty',
    { strangersToday: 20, isCountedStranger: true, sentBeforeFirstReply: 2 },
    '对方回复前还可发送 1/3 条',
    undefined,
  ],
  [
    'twenty strangers were addressed today, and this one was only welcomed',
    { strangersToday: 20, sentBeforeFirstReply: 1 },
    '今日还可联系陌生客户 0/20 人',
    '该账号今天主动联系的陌生客户已达 20 人',
  ],
  [
    'twenty strangers were addressed yesterday',
    { strangersToday: 20, today: '2026-11-14' },
    '对方回复前还可发送 3/3 条',
    undefined,
  ],
  [
    'the platform says that it is enough',
    { lastInboundAt: ago(HOUR), blockedUntilInbound: 'quota_exhausted' },
    '对方回复前还可发送 0/3 条',
    '客户尚未回复，最多发送 3 条',
  ],
])('on redbook, when %s', (_when, ledger, line, blocked) => {
  const state = quotaState(quotaRulesOf('redbook'), { ...nothing, ...ledger }, now)

  expect(quotaLine(state)).toBe(line)
  expect(state.blocked?.text).toBe(blocked)
})

test.each<[string, Partial<QuotaLedger>, string[]]>([
  ['ten strangers in ten minutes', { strangersIn10Min: 10 }, ['redbook.burst']],
  ['nine strangers', { strangersIn10Min: 9 }, []],
  ['a stranger who was addressed before', { strangersIn10Min: 10, isCountedStranger: true }, []],
  ['a customer who has written', { strangersIn10Min: 10, lastInboundAt: ago(HOUR) }, []],
  ['the same text for the third time', { sameText24h: 2, lastInboundAt: ago(HOUR) }, ['redbook.same.text']],
  ['the same text for the second time', { sameText24h: 1 }, []],
])('redbook warns of %s', (_what, ledger, ruleIds) => {
  const { warnings, blocked } = quotaState(quotaRulesOf('redbook'), { ...nothing, ...ledger }, now)

  expect(warnings.map(({ ruleId }) => ruleId)).toEqual(ruleIds)
  expect(warnings.every(({ text }) => text.length > 0)).toBe(true)
  expect(blocked).toBeUndefined()
})

test('an answer is bound by the number of messages only, not by strangers and repeated texts', () => {
  const ledger = { ...nothing, strangersToday: 20, strangersIn10Min: 10, sameText24h: 9 }
  const state = quotaState(quotaRulesOf('redbook'), ledger, now, { isPrompted: true })

  expect(quotaLine(state)).toBe('对方回复前还可发送 3/3 条')
  expect([state.blocked, state.warnings]).toEqual([undefined, []])
  const full = { ...ledger, sentBeforeFirstReply: 3 }
  expect(quotaState(quotaRulesOf('redbook'), full, now, { isPrompted: true }).blocked).toBeDefined()
})

test.each([
  [6, 1, 5],
  [1, 1, 0],
  [2, 3, 0],
])('with %d left and %d kept for people, automatic senders see %d', (left, reserveForHuman, expected) => {
  const ledger = { ...nothing, lastInboundAt: ago(HOUR), sentSinceInbound: 6 - left }
  const state = quotaState(quotaRulesOf('douyin'), ledger, now, { reserveForHuman })

  expect(state).toMatchObject({ left: expected, max: 6, ruleId: 'douyin.reply' })
  expect(state.blocked).toEqual(expected === 0 ? { text: RESERVED_TEXT } : undefined)
})

test('nothing is kept back where the platform counts nothing', () => {
  const ledger = { ...nothing, lastInboundAt: ago(HOUR) }

  expect(quotaState(quotaRulesOf('redbook'), ledger, now, { reserveForHuman: 3 })).toEqual({
    left: null,
    max: null,
    closesAt: null,
    ruleId: null,
    warnings: [],
  })
})

test('a window tells when it closes', () => {
  const reply = { ...nothing, lastInboundAt: '2026-11-15T01:00:00.000Z' }
  const enter = { ...nothing, enterAt: ago(10_000) }

  expect(quotaState(quotaRulesOf('douyin'), reply, now).closesAt).toEqual(new Date('2026-11-16T01:00:00.000Z'))
  expect(quotaState(quotaRulesOf('douyin'), enter, now).closesAt).toEqual(new Date(now.getTime() + 20_000))
})

test('a standing grant opens three messages a day once it can be used', () => {
  const ledger = { ...nothing, grantUntil: '2026-12-01T00:00:00.000Z', sentOnGrantToday: 1 }

  const state = quotaState(QUOTA_RULES.douyin, ledger, now)

  expect(state).toMatchObject({ left: 2, ruleId: 'douyin.grant', closesAt: new Date('2026-11-15T16:00:00.000Z') })
  expect(quotaLine(state)).toBe('今日主动私信剩余 2/3 条')
  expect(quotaState(QUOTA_RULES.douyin, { ...ledger, sentOnGrantToday: 3 }, now).blocked).toEqual({
    text: '今天的主动私信次数已用完，请明天再试',
  })
  expect(quotaState(QUOTA_RULES.douyin, { ...ledger, grantUntil: now }, now).blocked).toEqual({ text: NO_TARGET })
  expect(quotaState(quotaRulesOf('douyin'), ledger, now).blocked).toEqual({ text: NO_TARGET })
})

test.each([
  ['2026-11-14T15:59:59.999Z', '2026-11-14'],
  ['2026-11-14T16:00:00.000Z', '2026-11-15'],
])('%s counts to %s in Shanghai', (moment, day) => {
  expect(quotaDay(new Date(moment))).toBe(day)
})

test('every rule names its source and says why it is closed', () => {
  for (const source of SOURCES) {
    for (const { id, emptyText, max } of QUOTA_RULES[source]) {
      expect(id.startsWith(`${source}.`)).toBe(true)
      expect(emptyText).not.toBe('')
      expect(max).toBeGreaterThan(0)
    }
  }
})
