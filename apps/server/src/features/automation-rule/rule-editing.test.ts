import { automationRuleApi, RULE_LIMITS, type RuleFields, tagApi } from '@ruwu/contract'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { automationRule, automationRun } from '../../db/schema/index.ts'
import { auditEntries } from '../../testing/audit-entries.ts'
import { storePicture } from '../../testing/stored-picture.ts'
import { absentForRival } from '../../testing/tenant-isolation.ts'
import { receiver } from '../../testing/webhooks.ts'
import { signedHeaders } from '../webhook/index.ts'
import { call, fields, note, says, type RuleWorld, ruleWorld } from './testing/rule-world.ts'

let here: RuleWorld

beforeEach(async () => {
  here = await ruleWorld()
})

const matching = (...sizes: number[]): RuleFields['conditions'] => ({
  op: 'any',
  items: sizes.map((length) => ({
    type: 'text',
    match: 'regex',
    words: Array.from({ length }, (_, n) => `${n}元`),
  })),
})

describe('Webhook', () => {
  test('is called once, signed with the secret that the first save showed, and tells ids only', async () => {
    const there = await receiver()
    const rule = await here.make({ actions: [call(there.url)] })
    expect(rule.secret).toMatch(/^whsec_/)
    const [listed] = await here.zhao.call(automationRuleApi.list, {})
    expect(listed?.secret).toBeUndefined()
    const customerId = await here.write('小满', '价格 13800138000')
    await here.runRules()

    expect(await here.logOf(rule)).toEqual([['done', '']])
    expect(there.calls).toHaveLength(1)
    const { headers, body } = there.calls[0]!
    const at = new Date(Number(headers['webhook-timestamp']) * 1000)
    expect(headers).toMatchObject(signedHeaders({ id: headers['webhook-id'] ?? '', body, secret: rule.secret! }, at))
    expect(JSON.parse(body)).toMatchObject({ type: 'automation.rule', data: { ruleId: rule.id, customerId } })
    expect(body).not.toContain('13800138000')
  })

  test('shows the token of its address to those who may edit only', async () => {
    const url = 'https://hook.example/in?token=t-1'
    await here.make({ actions: [call(url), note('之后')] })
    const reader = await (await here.hire('吴只读', ['automation:viewPage'])).signIn()

    const urls = async (person: typeof reader) =>
      (await person.call(automationRuleApi.list, {}))[0]?.actions.map(({ params }) =>
        'url' in params ? params.url : '',
      )
    expect(await urls(reader)).toEqual(['https://hook.example', ''])
    expect(await urls(here.zhao)).toEqual([url, ''])
  })

  test('that fails is called three times with one id, and the rest goes on', async () => {
    const there = await receiver()
    there.play({ status: 500 })
    const rule = await here.make({ actions: [call(there.url), note('之后')] })
    const customerId = await here.write('小满', '价格')
    for (let n = 0; n < 4; n += 1) {
      await here.runRules()
      here.clock.advance(31_000)
    }

    expect(there.calls).toHaveLength(3)
    expect(new Set(there.calls.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect((await here.logOf(rule))[0]?.[0]).toBe('failed')
    expect(await here.linesOf(customerId)).toContain('规则「问价」：之后')
  })

  test('to an address inside our network is refused', async () => {
    const refusal = await here.zhao.refused(automationRuleApi.save, {
      body: fields({ actions: [call('https://192.168.1.1/hook')] }),
    })

    expect(refusal).toMatchObject({ data: { fields: { 'actions.0.params.url': '地址须是 https 的公网地址' } } })
  })
})

// R140
describe('saving', () => {
  test.each<[string, Partial<RuleFields>, Record<string, string>]>([
    [
      'a pattern that could run for ever',
      { conditions: { op: 'all', items: [{ type: 'text', match: 'regex', words: ['(a+)+'] }] } },
      { 'conditions.items.0.words': '正则表达式不正确或过于复杂' },
    ],
    [
      'a tag that is not there',
      { actions: [{ type: 'add_tags', params: { tagIds: ['1'.repeat(32) as never] } }] },
      { 'actions.0.params.tagIds': '所选标签不存在或已删除' },
    ],
    [
      'an agent who is not there',
      { actions: [note('好'), { type: 'notify', params: { agentIds: ['1'.repeat(32) as never], text: '看' } }] },
      { 'actions.1.params.agentIds': '所选客服不存在或已删除' },
    ],
    [
      'an account that is not there',
      { accountIds: ['1'.repeat(32) as never] },
      { accountIds: '所选账号不存在或已删除' },
    ],
    [
      'a picture that is not there',
      { actions: [{ type: 'send', params: { type: 'image', url: `/api/attachment/${'a'.repeat(32)}` } }] },
      { 'actions.0.params.url': '所选图片不存在或已删除' },
    ],
    ['an interval beyond 30 days', { intervalMinutes: 43_201 }, { intervalMinutes: '间隔为 0（不限）到 43200 分钟' }],
    [
      'a time of an event that waits for nothing',
      { event: { type: 'message_in', minutes: 5 } },
      { 'event.minutes': '该事件没有分钟数' },
    ],
  ])('%s is refused at its field, and nothing is saved', async (_what, change, expected) => {
    const refusal = await here.zhao.refused(automationRuleApi.save, { body: fields(change) })

    expect(refusal).toMatchObject({ code: 40001, data: { fields: expected } })
    expect(await here.db.sql.select().from(automationRule)).toEqual([])
  })

  test('regular expressions of all rules are limited together: each is run on every message', async () => {
    const first = await here.make({ conditions: matching(20, 20, 20, 20) })
    await here.make({ conditions: matching(20) })

    const more = { body: fields({ conditions: matching(1) }) }
    expect(await here.zhao.refused(automationRuleApi.save, more)).toMatchObject({
      msg: `全部规则最多 ${RULE_LIMITS.patterns} 个正则表达式`,
    })
    const { id, version } = first
    const change = (...sizes: number[]) => ({ body: { ...fields({ conditions: matching(...sizes) }), id, version } })
    expect(await here.zhao.refused(automationRuleApi.update, change(20, 20, 20, 20, 1))).toMatchObject({ code: 42200 })
    expect(await here.zhao.call(automationRuleApi.update, change(20, 20, 20, 19))).toMatchObject({ version: 2 })
  })

  test('a version that another agent has changed is refused', async () => {
    const rule = await here.make()
    const { id, version } = rule
    await here.zhao.call(automationRuleApi.update, { body: { ...fields({ name: '报价' }), id, version } })

    expect(await here.zhao.refused(automationRuleApi.update, { body: { ...fields(), id, version } })).toMatchObject({
      code: 40902,
    })
  })

  test('another enterprise’s rule looks absent, and so does its message', async () => {
    const { id } = await here.make()
    const body = { ...fields(), id, version: 1 }
    const own = await here.rival.call(automationRuleApi.save, { body: fields() })
    const customerId = await here.write('小满', '价格')
    const [sample] = await here.zhao.call(automationRuleApi.samples, { body: { id } })
    const messageId = sample!.messageId

    expect(await here.rival.call(automationRuleApi.list, {})).toHaveLength(1)
    for (const refusal of [
      await absentForRival(here.rival, automationRuleApi.update, { body }),
      await absentForRival(here.rival, automationRuleApi.enable, { body: { id, enabled: false } }),
      await absentForRival(here.rival, automationRuleApi.move, { body: { id, targetPosition: 0 } }),
      await absentForRival(here.rival, automationRuleApi.remove, { query: { id } }),
      await absentForRival(here.rival, automationRuleApi.samples, { body: { id } }),
      await absentForRival(here.rival, automationRuleApi.log, { body: { id } }),
      await absentForRival(here.rival, automationRuleApi.try, { body: { id, text: '价格' } }),
      await here.rival.refused(automationRuleApi.try, { body: { id: own.id, messageId } }),
      await here.rival.refused(automationRuleApi.try, { body: { id: own.id, customerId, text: '价格' } }),
    ])
      expect(refusal).toMatchObject({ code: 40401 })
  })

  test('accounts, tags and agents of another enterprise cannot be named', async () => {
    const tag = await here.zhao.call(tagApi.create, { body: { name: '别家', kind: 'manual' } })
    const save = (change: Partial<RuleFields>, what: string) =>
      absentForRival(here.rival, automationRuleApi.save, { body: fields(change) }, `所选${what}不存在或已删除`)

    await save({ accountIds: [here.account.id] }, '账号')
    await save({ actions: [{ type: 'add_tags', params: { tagIds: [tag.id] } }] }, '标签')
    await save({ actions: [{ type: 'assign', params: { to: 'agents', agentIds: [here.lin.id] } }] }, '客服')

    expect(await here.rival.call(automationRuleApi.list, {})).toEqual([])
  })
})

test('what is done to a rule is in the audit log', async () => {
  const { id, version } = await here.make()
  await here.zhao.call(automationRuleApi.update, { body: { ...fields({ name: '报价' }), id, version } })
  await here.zhao.call(automationRuleApi.enable, { body: { id, enabled: false } })
  await here.zhao.call(automationRuleApi.remove, { query: { id } })

  const entries = async (endpoint: Parameters<typeof auditEntries>[1]) =>
    (await auditEntries(here.db, endpoint)).map(({ action, objectName }) => [action, objectName])
  expect(await entries(automationRuleApi.save)).toEqual([['automationRule.create', '问价']])
  expect(await entries(automationRuleApi.update)).toEqual([['automationRule.edit', '报价']])
  expect(await entries(automationRuleApi.enable)).toEqual([['automationRule.enable', '报价']])
  expect(await entries(automationRuleApi.remove)).toEqual([['automationRule.remove', '报价']])
})

test('试跑 ticks each condition for a past message and does nothing', async () => {
  const rule = await here.make({
    status: 'draft',
    conditions: {
      op: 'any',
      items: [
        { type: 'text', match: 'contains', words: ['价格'] },
        { type: 'lead', value: true },
      ],
    },
  })
  const customerId = await here.write('小满', '价格多少')
  await here.write('小陈', '在吗')
  const samples = await here.zhao.call(automationRuleApi.samples, { body: { id: rule.id } })
  expect(samples.map(({ text, pass }) => [text, pass])).toEqual([
    ['在吗', false],
    ['价格多少', true],
  ])

  const past = await here.zhao.call(automationRuleApi.try, { body: { id: rule.id, messageId: samples[1]!.messageId } })
  const typed = await here.zhao.call(automationRuleApi.try, { body: { id: rule.id, customerId, text: '你好' } })

  expect(past).toEqual({
    pass: true,
    conditions: [
      { path: '0', pass: true },
      { path: '1', pass: false },
    ],
    actions: ['发消息「{客户昵称}您好」'],
  })
  expect(typed.pass).toBe(false)
  expect(await here.db.sql.select().from(automationRun).where(eq(automationRun.ruleId, rule.id))).toEqual([])
})

// R154
test('what the guard would stop is told when a rule is saved, for its platforms', async () => {
  const picture = { entId: here.zhao.entId, uploaderId: here.zhao.id, codes: ['https://u.wechat.com/abc'] }
  const url = await storePicture(here.db, picture, here.clock.now())
  const actions: RuleFields['actions'] = [
    { type: 'send', params: { type: 'text', text: '加微信聊，这是最好的' } },
    { type: 'send', params: { type: 'image', url } },
    note('13800001234 已联系'),
  ]

  const { warnings, id, version } = await here.make({ actions })
  const clean = await here.zhao.call(automationRuleApi.update, { body: { ...fields(), id, version } })

  expect(warnings).toEqual(['加微：平台规定联系方式只能通过卡片发送', '图片含二维码：平台规定联系方式只能通过卡片发送'])
  expect(clean.warnings).toEqual([])
})

const newcomer = (items: RuleFields['conditions']['items'], text = '价格多少') =>
  here.zhao.call(automationRuleApi.try, {
    body: { draft: { accountIds: [], conditions: { op: 'all', items } }, text },
  })

describe('试跑', () => {
  const draft = { accountIds: [], conditions: says('价格') }

  test('takes a rule that is not saved yet', async () => {
    await here.write('小满', '价格多少')
    const [sample] = await here.zhao.call(automationRuleApi.samples, { body: { draft } })
    const { messageId } = sample!

    expect(sample).toMatchObject({ text: '价格多少', pass: true })
    expect(await here.zhao.call(automationRuleApi.try, { body: { draft, messageId } })).toMatchObject({ pass: true })
    expect(await here.db.sql.select().from(automationRule)).toEqual([])
  })

  test('takes words of somebody who writes for the first time', async () => {
    expect((await newcomer(says('价格').items)).pass).toBe(true)
    expect((await newcomer(says('价格').items, '在吗')).pass).toBe(false)
    expect((await newcomer([{ type: 'new_customer', value: true }])).pass).toBe(true)
    expect((await newcomer([{ type: 'lead', value: true }])).pass).toBe(false)
  })

  test.each([
    ['no rule', { text: '价格' }, { code: 42200, msg: '请选择规则' }],
    ['neither message nor words', { draft }, { code: 42200, msg: '请选择客户或消息' }],
    [
      'a pattern that could run for ever',
      {
        draft: {
          accountIds: [],
          conditions: { op: 'all', items: [{ type: 'text', match: 'regex', words: ['(a+)+'] }] },
        },
        text: 'a',
      },
      { code: 40001 },
    ],
  ] as const)('with %s is refused', async (_what, body, expected) => {
    expect(await here.zhao.refused(automationRuleApi.try, { body: body as never })).toMatchObject(expected)
  })
})
