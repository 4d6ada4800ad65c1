import { automationApi, automationRuleApi, customerApi, messageApi, tagApi } from '@ruwu/contract'
import { DEFAULT_GLOBAL, RULE_FAILURES_MAX } from '@ruwu/domain'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import * as schema from '../../db/schema/index.ts'
import { openWorkbench } from '../../testing/workbench-world.ts'
import { claimRun } from './run.repo.ts'
import { ANY, MINUTE_MS, note, type RuleWorld, ruleWorld, send } from './testing/rule-world.ts'

let here: RuleWorld

beforeEach(async () => {
  here = await ruleWorld()
})

describe('a rule', () => {
  test('answers a message that fits, once, marked with its name, and shows on every open screen', async () => {
    const rule = await here.make()
    const customerId = await here.write('小满', '价格多少')
    const other = await here.write('小陈', '在吗')
    const screen = await openWorkbench(here.wei, customerId)

    await here.runRules()
    await here.runRules()

    const { items } = await here.zhao.call(messageApi.list, { body: { customerId, limit: 100 } })
    const sent = items.filter(({ senderKind }) => senderKind === 'flow')
    expect(sent.map(({ content }) => content.text)).toEqual(['小满您好'])
    expect(await here.linesOf(other)).not.toContain('小陈您好')
    await screen.agrees()
    expect(await here.logOf(rule)).toEqual([['done', '']])
    const [listed] = await here.zhao.call(automationRuleApi.list, {})
    expect(listed?.runs7d).toEqual({ fired: 1, ok: 1, blocked: 0, failed: 0 })
    // The message is traced to its rule and step by the log.
    expect(await here.db.sql.select().from(schema.automationLog)).toMatchObject([
      { type: 'rule', name: '问价', step: 1, result: 'sent', messageId: sent[0]?.id, input: { ruleId: rule.id } },
    ])
    expect(await here.db.sql.select().from(schema.automationCause)).toEqual([])
  })

  test('runs once for an event, however many nodes look at it', async () => {
    await here.make()
    const customerId = await here.write('小满', '价格多少')

    await Promise.all([here.runRules(), here.runRules(), here.runRules()])
    await here.runRules()

    expect((await here.linesOf(customerId)).filter((text) => text === '小满您好')).toHaveLength(1)
    expect(await here.db.sql.select().from(schema.automationRun)).toHaveLength(1)
  })

  // R136
  test('comes in its order, and 命中即止 leaves out those after it', async () => {
    await here.make({ name: '一', actions: [note('一')] })
    await here.make({ name: '二', actions: [note('二')], stopOnMatch: true })
    const third = await here.make({ name: '三', actions: [note('三')] })
    const first = await here.write('小满', '价格')
    await here.runRules()
    await here.zhao.call(automationRuleApi.move, { body: { id: third.id, targetPosition: 0 } })
    const second = await here.write('小陈', '价格')
    await here.runRules()

    expect(await here.notesOf(first)).toEqual(['规则「一」：一', '规则「二」：二'])
    expect(await here.notesOf(second)).toEqual(['规则「三」：三', '规则「一」：一', '规则「二」：二'])
  })

  // R137
  test('tags, writes, assigns and archives in one run, and is not fired by its own actions', async () => {
    const tag = await here.zhao.call(tagApi.create, { body: { name: '问过价', kind: 'manual' } })
    const rule = await here.make({
      event: { type: 'message_in' },
      actions: [{ type: 'add_tags', params: { tagIds: [tag.id] } }, note('问价客户'), { type: 'archive', params: {} }],
    })
    const onTag = await here.make({
      name: '打标后',
      event: { type: 'tag_change' },
      conditions: ANY,
      actions: [note('有标签了')],
    })
    const again = await here.make({
      name: '循环',
      event: { type: 'tag_change' },
      conditions: ANY,
      actions: [{ type: 'remove_tags', params: { tagIds: [tag.id] } }],
    })
    const customerId = await here.write('小满', '价格')

    await here.runRules()

    const detail = await here.zhao.call(customerApi.detail, { query: { customerId } })
    expect(detail.archive).toBe(true)
    expect(detail.tagIds).not.toContain(tag.id)
    expect(await here.logOf(rule)).toEqual([['done', '']])
    // The system's own tags fire it too, before there is anything to remove.
    expect((await here.logOf(again)).filter(([result]) => result === 'done')).toHaveLength(1)
    expect((await here.logOf(onTag)).length).toBeGreaterThanOrEqual(2)
  })

  // R138
  test('goes on after an action that fails, and stops by itself after ten failed runs in a row', async () => {
    const tag = await here.zhao.call(tagApi.create, { body: { name: '将删除', kind: 'manual' } })
    const rule = await here.make({
      conditions: ANY,
      actions: [{ type: 'add_tags', params: { tagIds: [tag.id] } }, note('之后')],
    })
    // Not by the page, which refuses it.
    await here.db.sql.delete(schema.tag).where(eq(schema.tag.id, tag.id))
    const customerId = await here.write('小满', '一')
    await here.runRules()
    expect(await here.logOf(rule)).toEqual([['failed', '所选标签不存在或已删除']])
    expect(await here.linesOf(customerId)).toContain('规则「问价」：之后')
    const screen = await openWorkbench(here.zhao, customerId)

    for (let n = 1; n < RULE_FAILURES_MAX; n += 1) {
      expect(await here.statusOf(rule)).toBe('on')
      await here.write('小满', `第 ${n} 次`)
      await here.runRules()
    }

    expect(await here.statusOf(rule)).toBe('stopped')
    const events = await screen.events()
    expect(events).toContainEqual(expect.objectContaining({ type: 'hint', hintType: 'rule_stopped', level: 'warn' }))
    await here.write('小满', '还在吗')
    await here.runRules()
    expect(await here.logOf(rule)).toHaveLength(RULE_FAILURES_MAX)
    expect(await here.zhao.call(automationRuleApi.enable, { body: { id: rule.id, enabled: false } })).toMatchObject({
      status: 'off',
    })
  })

  // R139
  // R136
  test('with an interval fires for a customer once within it', async () => {
    await here.make({ intervalMinutes: 60 })
    const customerId = await here.write('小满', '价格多少')
    await here.runRules()
    await here.write('小满', '价格是多少呢')
    const other = await here.write('小陈', '价格多少')
    await here.runRules()
    expect((await here.linesOf(customerId)).filter((text) => text === '小满您好')).toHaveLength(1)
    expect(await here.linesOf(other)).toContain('小陈您好')

    here.clock.advance(60 * MINUTE_MS)
    await here.write('小满', '价格呢')
    await here.runRules()
    expect((await here.linesOf(customerId)).filter((text) => text === '小满您好')).toHaveLength(2)
  })

  test('waits, and ends without its later actions when the customer writes', async () => {
    const rule = await here.make({ actions: [note('先'), { type: 'wait', params: { minutes: 30 } }, note('后')] })
    const silent = await here.write('小满', '价格')
    const talking = await here.write('小陈', '价格')
    await here.runRules()
    here.clock.advance(20 * MINUTE_MS)
    await here.write('小陈', '还在吗')
    await here.runRules()
    here.clock.advance(11 * MINUTE_MS)
    await here.runRules()

    expect(await here.linesOf(silent)).toEqual(expect.arrayContaining(['规则「问价」：先', '规则「问价」：后']))
    expect(await here.linesOf(talking)).not.toContain('规则「问价」：后')
    expect(await here.logOf(rule)).toEqual(
      expect.arrayContaining([
        ['done', ''],
        ['done', '客户已回复，后续动作不再执行'],
      ]),
    )
  })

  test('fires when nobody has answered for its time, once, and not after an answer', async () => {
    const rule = await here.make({
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
    await here.runRules()
    expect(await here.logOf(rule)).toEqual([])

    here.clock.advance(MINUTE_MS)
    await here.runRules()
    await here.write('小满', '人呢')
    here.clock.advance(10 * MINUTE_MS)
    await here.runRules()

    expect((await here.linesOf(waiting)).filter((text) => text.includes('等了五分钟'))).toHaveLength(1)
    expect(await here.linesOf(answered)).not.toContain('规则「问价」：等了五分钟')
  })

  test('a customer’s silence is counted from our last answer, and fires once', async () => {
    const rule = await here.make({
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
    await here.runRules()
    expect(await here.logOf(rule)).toEqual([])

    here.clock.advance(2 * MINUTE_MS)
    await here.runRules()

    expect(await here.logOf(rule)).toEqual([['done', '']])
    expect(await here.zhao.call(customerApi.detail, { query: { customerId } })).toMatchObject({ archive: true })
  })

  test('is continued by another node after the lease of one that stopped, and does nothing twice', async () => {
    const rule = await here.make({ actions: [note('先'), { type: 'wait', params: { minutes: 1 } }, note('后')] })
    const customerId = await here.write('小满', '价格')
    await here.runRules()
    here.clock.advance(MINUTE_MS)
    expect(await claimRun(here.db.sql, here.clock.now())).toBeDefined()
    await here.runRules()
    expect(await here.notesOf(customerId)).toEqual(['规则「问价」：先'])

    here.clock.advance(MINUTE_MS)
    await Promise.all([here.runRules(), here.runRules()])

    expect(await here.notesOf(customerId)).toEqual(['规则「问价」：先', '规则「问价」：后'])
    expect(await here.logOf(rule)).toEqual([['done', '']])
  })

  test.each([1, 2, 3, 4, 5])('does each action once, also when its process dies in transaction %i', async (dying) => {
    const rule = await here.make({ actions: [note('甲'), send('一'), note('乙'), send('二')] })
    const customerId = await here.write('小满', '价格')
    const { transaction } = here.db
    let no = 0
    here.db.transaction = (body) =>
      transaction(async (tx) => {
        const result = await body(tx)
        no += 1
        if (no === dying) throw new Error('the process died before the commit')
        return result
      })
    await here.runRules()
    here.db.transaction = transaction
    expect(no).toBeGreaterThanOrEqual(dying)
    here.clock.advance(MINUTE_MS)
    await here.runRules()

    const lines = await here.linesOf(customerId)
    expect(lines.filter((line) => /[甲一乙二]$/.test(line))).toEqual([
      '规则「问价」：甲',
      '一',
      '规则「问价」：乙',
      '二',
    ])
    expect(await here.logOf(rule)).toEqual([['done', '']])
  })

  test('writes nothing into the queue where no rule is enabled', async () => {
    await here.make({ status: 'draft' })
    await here.make({ status: 'on', event: { type: 'archive' } })
    await here.write('小满', '价格')

    expect(await here.db.sql.select().from(schema.automationCause)).toEqual([])
  })

  test('counts a run whose message is held back as neither done nor failed', async () => {
    await here.zhao.call(automationApi.saveGlobal, { body: { ...DEFAULT_GLOBAL, dailyMax: 1, version: 0 } })
    await here.make()
    for (const text of ['价格', '价格多少']) {
      await here.write('小满', text)
      await here.runRules()
    }

    const [listed] = await here.zhao.call(automationRuleApi.list, {})
    expect(listed?.runs7d).toEqual({ fired: 2, ok: 1, blocked: 1, failed: 0 })
  })

  test('rests while all automation is paused: its runs go on afterwards, events meanwhile fire nothing', async () => {
    const rule = await here.make({ actions: [note('先'), { type: 'wait', params: { minutes: 1 } }, note('后')] })
    const customerId = await here.write('小满', '价格')
    await here.runRules()
    await here.zhao.call(automationApi.pause, { body: { paused: true } })
    const other = await here.write('小陈', '价格')
    here.clock.advance(2 * MINUTE_MS)
    await here.runRules()
    expect(await here.notesOf(customerId)).toEqual(['规则「问价」：先'])

    await here.zhao.call(automationApi.pause, { body: { paused: false } })
    await here.runRules()

    expect(await here.notesOf(customerId)).toEqual(['规则「问价」：先', '规则「问价」：后'])
    expect(await here.notesOf(other)).toEqual([])
    expect(await here.logOf(rule)).toEqual([['done', '']])
  })

  test('that is switched off or deleted while it waits does nothing more', async () => {
    const off = await here.make({ name: '停', actions: [{ type: 'wait', params: { minutes: 1 } }, note('后')] })
    const gone = await here.make({ name: '删', actions: [{ type: 'wait', params: { minutes: 1 } }, note('后')] })
    const customerId = await here.write('小满', '价格')
    await here.runRules()
    await here.zhao.call(automationRuleApi.enable, { body: { id: off.id, enabled: false } })
    await here.zhao.call(automationRuleApi.remove, { query: { id: gone.id } })
    here.clock.advance(2 * MINUTE_MS)
    await here.runRules()

    expect((await here.linesOf(customerId)).filter((text) => text.startsWith('规则'))).toEqual([])
    expect(await here.logOf(off)).toEqual([['skipped', '规则已停用']])
  })
})
