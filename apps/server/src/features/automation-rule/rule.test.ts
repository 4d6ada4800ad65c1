import {
  type AutomationAction,
  automationApi,
  type AutomationRule,
  automationRuleApi,
  customerApi,
  type CustomerId,
  messageApi,
  RULE_LIMITS,
  type RuleFields,
  tagApi,
} from '@ruwu/contract'
import { RULE_FAILURES_MAX } from '@ruwu/domain'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { automationCause, automationLog, automationRule, automationRun } from '../../db/schema/index.ts'
import { signedHeaders } from '../webhook/index.ts'
import { claimRun } from './run.repo.ts'
import { auditEntries } from '../../testing/audit-entries.ts'
import { absentForRival } from '../../testing/tenant-isolation.ts'
import { receiver } from '../../testing/webhooks.ts'
import { openWorkbench, type WorkbenchWorld, workbenchWorld } from '../../testing/workbench-world.ts'

const MINUTE_MS = 60_000

let here: WorkbenchWorld

beforeEach(async () => {
  here = await workbenchWorld()
})

const says = (...words: string[]): RuleFields['conditions'] => ({
  op: 'all',
  items: [{ type: 'text', match: 'contains', words }],
})
const matching = (...sizes: number[]): RuleFields['conditions'] => ({
  op: 'any',
  items: sizes.map((length) => ({
    type: 'text',
    match: 'regex',
    words: Array.from({ length }, (_, n) => `${n}元`),
  })),
})
const ANY: RuleFields['conditions'] = { op: 'all', items: [] }
const send = (text: string): AutomationAction => ({ type: 'send', params: { type: 'text', text } })
const call = (url: string): AutomationAction => ({ type: 'webhook', params: { url } })
const note = (text: string): AutomationAction => ({ type: 'note', params: { text } })

const fields = (change: Partial<RuleFields> = {}): RuleFields => ({
  name: '问价',
  accountIds: [],
  event: { type: 'message_in' },
  conditions: says('价格'),
  actions: [send('{客户昵称}您好')],
  stopOnMatch: false,
  status: 'on',
  ...change,
})
const make = (change: Partial<RuleFields> = {}) => here.zhao.call(automationRuleApi.save, { body: fields(change) })

/** Until nothing is due. */
async function runRules() {
  while (await here.reception.work.rules.run()) {
    // More events or actions.
  }
}

const notesOf = async (id: CustomerId) => (await linesOf(id)).filter((text) => text.startsWith('规则「'))

/** What stands in the thread besides the customer's words: texts of messages, notes and lines. */
async function linesOf(customerId: CustomerId): Promise<string[]> {
  const { items } = await here.zhao.call(messageApi.list, { body: { customerId, limit: 100 } })
  return items.filter((item) => item.senderKind !== 'customer').map((item) => item.content.text ?? '')
}
const logOf = async (rule: AutomationRule) =>
  (await here.zhao.call(automationRuleApi.log, { body: { id: rule.id } })).items.map(({ result, error }) => [
    result,
    error,
  ])
const statusOf = async (rule: AutomationRule) =>
  (await here.zhao.call(automationRuleApi.list, {})).find(({ id }) => id === rule.id)?.status

describe('a rule', () => {
  test('answers a message that fits, once, marked with its name, and shows on every open screen', async () => {
    const rule = await make()
    const customerId = await here.write('小满', '价格多少')
    const other = await here.write('小陈', '在吗')
    const screen = await openWorkbench(here.wei, customerId)

    await runRules()
    await runRules()

    const { items } = await here.zhao.call(messageApi.list, { body: { customerId, limit: 100 } })
    const sent = items.filter(({ senderKind }) => senderKind === 'flow')
    expect(sent.map(({ content }) => content.text)).toEqual(['小满您好'])
    expect(await linesOf(other)).not.toContain('小陈您好')
    await screen.agrees()
    expect(await logOf(rule)).toEqual([['done', '']])
    const [listed] = await here.zhao.call(automationRuleApi.list, {})
    expect(listed?.runs7d).toEqual({ fired: 1, ok: 1, failed: 0 })
    // The message is traced to its rule and step by the log.
    expect(await here.db.sql.select().from(automationLog)).toMatchObject([
      { type: 'rule', name: '问价', step: 1, result: 'sent', messageId: sent[0]?.id, input: { ruleId: rule.id } },
    ])
    expect(await here.db.sql.select().from(automationCause)).toEqual([])
  })

  test('runs once for an event, however many nodes look at it', async () => {
    await make()
    const customerId = await here.write('小满', '价格多少')

    await Promise.all([runRules(), runRules(), runRules()])
    await runRules()

    expect((await linesOf(customerId)).filter((text) => text === '小满您好')).toHaveLength(1)
    expect(await here.db.sql.select().from(automationRun)).toHaveLength(1)
  })

  // R136
  test('comes in its order, and 命中即止 leaves out those after it', async () => {
    await make({ name: '一', actions: [note('一')] })
    await make({ name: '二', actions: [note('二')], stopOnMatch: true })
    const third = await make({ name: '三', actions: [note('三')] })
    const first = await here.write('小满', '价格')
    await runRules()
    await here.zhao.call(automationRuleApi.move, { body: { id: third.id, targetPosition: 0 } })
    const second = await here.write('小陈', '价格')
    await runRules()

    expect(await notesOf(first)).toEqual(['规则「一」：一', '规则「二」：二'])
    expect(await notesOf(second)).toEqual(['规则「三」：三', '规则「一」：一', '规则「二」：二'])
  })

  // R137
  test('tags, writes, assigns and archives in one run, and is not fired by its own actions', async () => {
    const tag = await here.zhao.call(tagApi.create, { body: { name: '问过价', kind: 'manual' } })
    const rule = await make({
      event: { type: 'message_in' },
      actions: [{ type: 'add_tags', params: { tagIds: [tag.id] } }, note('问价客户'), { type: 'archive', params: {} }],
    })
    const onTag = await make({
      name: '打标后',
      event: { type: 'tag_change' },
      conditions: ANY,
      actions: [note('有标签了')],
    })
    const again = await make({
      name: '循环',
      event: { type: 'tag_change' },
      conditions: ANY,
      actions: [{ type: 'remove_tags', params: { tagIds: [tag.id] } }],
    })
    const customerId = await here.write('小满', '价格')

    await runRules()

    const detail = await here.zhao.call(customerApi.detail, { query: { customerId } })
    expect(detail.archive).toBe(true)
    expect(detail.tagIds).not.toContain(tag.id)
    expect(await logOf(rule)).toEqual([['done', '']])
    // The system's own tags fire it too, before there is anything to remove.
    expect((await logOf(again)).filter(([result]) => result === 'done')).toHaveLength(1)
    expect((await logOf(onTag)).length).toBeGreaterThanOrEqual(2)
  })

  // R138
  test('goes on after an action that fails, and stops by itself after ten failed runs in a row', async () => {
    const tag = await here.zhao.call(tagApi.create, { body: { name: '将删除', kind: 'manual' } })
    const rule = await make({
      conditions: ANY,
      actions: [{ type: 'add_tags', params: { tagIds: [tag.id] } }, note('之后')],
    })
    await here.zhao.call(tagApi.remove, { query: { id: tag.id } })
    const customerId = await here.write('小满', '一')
    await runRules()
    expect(await logOf(rule)).toEqual([['failed', '所选标签不存在或已删除']])
    expect(await linesOf(customerId)).toContain('规则「问价」：之后')
    const screen = await openWorkbench(here.zhao, customerId)

    for (let n = 1; n < RULE_FAILURES_MAX; n += 1) {
      expect(await statusOf(rule)).toBe('on')
      await here.write('小满', `第 ${n} 次`)
      await runRules()
    }

    expect(await statusOf(rule)).toBe('stopped')
    const events = await screen.events()
    expect(events).toContainEqual(expect.objectContaining({ type: 'hint', hintType: 'automation', level: 'warn' }))
    await here.write('小满', '还在吗')
    await runRules()
    expect(await logOf(rule)).toHaveLength(RULE_FAILURES_MAX)
    expect(await here.zhao.call(automationRuleApi.enable, { body: { id: rule.id, enabled: false } })).toMatchObject({
      status: 'off',
    })
  })

  // R139
  test('waits, and ends without its later actions when the customer writes', async () => {
    const rule = await make({ actions: [note('先'), { type: 'wait', params: { minutes: 30 } }, note('后')] })
    const silent = await here.write('小满', '价格')
    const talking = await here.write('小陈', '价格')
    await runRules()
    here.clock.advance(20 * MINUTE_MS)
    await here.write('小陈', '还在吗')
    await runRules()
    here.clock.advance(11 * MINUTE_MS)
    await runRules()

    expect(await linesOf(silent)).toEqual(expect.arrayContaining(['规则「问价」：先', '规则「问价」：后']))
    expect(await linesOf(talking)).not.toContain('规则「问价」：后')
    expect(await logOf(rule)).toEqual(
      expect.arrayContaining([
        ['done', ''],
        ['done', '客户已回复，后续动作不再执行'],
      ]),
    )
  })

  test('fires when nobody has answered for its time, once, and not after an answer', async () => {
    const rule = await make({
      event: { type: 'agent_silent', minutes: 5 },
      conditions: ANY,
      actions: [note('等了五分钟')],
    })
    const waiting = await here.write('小满', '在吗')
    const answered = await here.write('小陈', '在吗')
    const content = { type: 'text', text: '在的' }
    await here.lin.call(messageApi.send, { body: { customerId: answered, chatId: 'chat-0001', content } })
    here.clock.advance(4 * MINUTE_MS)
    await here.write('小满', '还在吗')
    await runRules()
    expect(await logOf(rule)).toEqual([])

    here.clock.advance(MINUTE_MS)
    await runRules()
    await here.write('小满', '人呢')
    here.clock.advance(10 * MINUTE_MS)
    await runRules()

    expect((await linesOf(waiting)).filter((text) => text.includes('等了五分钟'))).toHaveLength(1)
    expect(await linesOf(answered)).not.toContain('规则「问价」：等了五分钟')
  })

  test('a customer’s silence is counted from our last answer, and fires once', async () => {
    const rule = await make({
      event: { type: 'customer_silent', minutes: 10 },
      conditions: ANY,
      actions: [{ type: 'archive', params: {} }],
    })
    const customerId = await here.write('小满', '在吗')
    const answer = (chatId: string) =>
      here.lin.call(messageApi.send, { body: { customerId, chatId, content: { type: 'text', text: chatId } } })
    await answer('chat-0001')
    here.clock.advance(9 * MINUTE_MS)
    await answer('chat-0002')
    here.clock.advance(9 * MINUTE_MS)
    await runRules()
    expect(await logOf(rule)).toEqual([])

    here.clock.advance(2 * MINUTE_MS)
    await runRules()

    expect(await logOf(rule)).toEqual([['done', '']])
    expect(await here.zhao.call(customerApi.detail, { query: { customerId } })).toMatchObject({ archive: true })
  })

  test('is continued by another node after the lease of one that stopped, and does nothing twice', async () => {
    const rule = await make({ actions: [note('先'), { type: 'wait', params: { minutes: 1 } }, note('后')] })
    const customerId = await here.write('小满', '价格')
    await runRules()
    here.clock.advance(MINUTE_MS)
    expect(await claimRun(here.db.sql, here.clock.now())).toBeDefined()
    await runRules()
    expect(await notesOf(customerId)).toEqual(['规则「问价」：先'])

    here.clock.advance(MINUTE_MS)
    await Promise.all([runRules(), runRules()])

    expect(await notesOf(customerId)).toEqual(['规则「问价」：先', '规则「问价」：后'])
    expect(await logOf(rule)).toEqual([['done', '']])
  })

  test('writes nothing into the queue where no rule is enabled', async () => {
    await make({ status: 'draft' })
    await make({ status: 'on', event: { type: 'archive' } })
    await here.write('小满', '价格')

    expect(await here.db.sql.select().from(automationCause)).toEqual([])
  })

  test('rests while all automation is paused: its runs go on afterwards, events meanwhile fire nothing', async () => {
    const rule = await make({ actions: [note('先'), { type: 'wait', params: { minutes: 1 } }, note('后')] })
    const customerId = await here.write('小满', '价格')
    await runRules()
    await here.zhao.call(automationApi.pause, { body: { paused: true } })
    const other = await here.write('小陈', '价格')
    here.clock.advance(2 * MINUTE_MS)
    await runRules()
    expect(await notesOf(customerId)).toEqual(['规则「问价」：先'])

    await here.zhao.call(automationApi.pause, { body: { paused: false } })
    await runRules()

    expect(await notesOf(customerId)).toEqual(['规则「问价」：先', '规则「问价」：后'])
    expect(await notesOf(other)).toEqual([])
    expect(await logOf(rule)).toEqual([['done', '']])
  })

  test('that is switched off or deleted while it waits does nothing more', async () => {
    const off = await make({ name: '停', actions: [{ type: 'wait', params: { minutes: 1 } }, note('后')] })
    const gone = await make({ name: '删', actions: [{ type: 'wait', params: { minutes: 1 } }, note('后')] })
    const customerId = await here.write('小满', '价格')
    await runRules()
    await here.zhao.call(automationRuleApi.enable, { body: { id: off.id, enabled: false } })
    await here.zhao.call(automationRuleApi.remove, { query: { id: gone.id } })
    here.clock.advance(2 * MINUTE_MS)
    await runRules()

    expect((await linesOf(customerId)).filter((text) => text.startsWith('规则'))).toEqual([])
    expect(await logOf(off)).toEqual([['skipped', '规则已停用']])
  })
})

describe('Webhook', () => {
  test('is called once, signed with the secret that the first save showed, and tells ids only', async () => {
    const there = await receiver()
    const rule = await make({ actions: [call(there.url)] })
    expect(rule.secret).toMatch(/^whsec_/)
    const [listed] = await here.zhao.call(automationRuleApi.list, {})
    expect(listed?.secret).toBeUndefined()
    const customerId = await here.write('小满', '价格 13800138000')
    await runRules()

    expect(await logOf(rule)).toEqual([['done', '']])
    expect(there.calls).toHaveLength(1)
    const [{ headers, body }] = there.calls as [{ headers: Record<string, string>; body: string }]
    const at = new Date(Number(headers['webhook-timestamp']) * 1000)
    expect(headers).toMatchObject(signedHeaders({ id: headers['webhook-id'] ?? '', body, secret: rule.secret! }, at))
    expect(JSON.parse(body)).toMatchObject({ type: 'automation.rule', data: { ruleId: rule.id, customerId } })
    expect(body).not.toContain('13800138000')
  })

  test('that fails is called three times with one id, and the rest goes on', async () => {
    const there = await receiver()
    there.play({ status: 500 })
    const rule = await make({ actions: [call(there.url), note('之后')] })
    const customerId = await here.write('小满', '价格')
    for (let n = 0; n < 4; n += 1) {
      await runRules()
      here.clock.advance(31_000)
    }

    expect(there.calls).toHaveLength(3)
    expect(new Set(there.calls.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect((await logOf(rule))[0]?.[0]).toBe('failed')
    expect(await linesOf(customerId)).toContain('规则「问价」：之后')
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
    const first = await make({ conditions: matching(20, 20, 20, 20) })
    await make({ conditions: matching(20) })

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
    const rule = await make()
    const { id, version } = rule
    await here.zhao.call(automationRuleApi.update, { body: { ...fields({ name: '报价' }), id, version } })

    expect(await here.zhao.refused(automationRuleApi.update, { body: { ...fields(), id, version } })).toMatchObject({
      code: 40902,
    })
  })

  test('another enterprise’s rule looks absent, and so does its message', async () => {
    const { id } = await make()
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
  const { id, version } = await make()
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
  const rule = await make({
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
