import {
  type AutomationAction,
  automationRuleApi,
  type CustomerId,
  messageApi,
  type RuleFields,
  tagApi,
} from '@ruwu/contract'
import { RULE_FAILURES_MAX, RULE_REPEATS_MAX } from '@ruwu/domain'
import { beforeEach, describe, expect, test } from 'vitest'
import type { CustomerChange } from '../../customer/customer-change.ts'
import { lockCustomer } from '../../customer/customer-change.repo.ts'
import { changeCustomerReception } from '../../customer/reception-change.ts'
import { attachment, automationCause, automationLog, automationRule, automationRun } from '../../db/schema/index.ts'
import { openAccount } from '../../testing/platform.ts'
import { storePicture } from '../../testing/stored-picture.ts'
import { receiver } from '../../testing/webhooks.ts'
import { ANY, call, fields, MINUTE_MS, note, send, wait, type RuleWorld, ruleWorld } from './testing/rule-world.ts'

const DAY_MS = 24 * 60 * MINUTE_MS

let here: RuleWorld

beforeEach(async () => {
  here = await ruleWorld()
})

const ruleOf = (actions: AutomationAction[], change: Partial<RuleFields> = {}) => fields({ actions, ...change })
const make = (actions: AutomationAction[], change: Partial<RuleFields> = {}) => here.make({ actions, ...change })
const reply = (customerId: CustomerId) =>
  here.lin.call(messageApi.send, {
    body: { customerId, chatId: 'chat-0001', content: { type: 'text', text: '我来回答' } },
  })

const outcomesOf = async () =>
  (await here.db.sql.select().from(automationRun)).map(({ outcomes }) => outcomes.map(({ result }) => result))

/** Another part of the server changes the customer, with operatorId null. */
const changeBySystem = (customerId: CustomerId, apply: (change: CustomerChange, now: Date) => void) =>
  here.db.transaction(async (tx) => {
    const now = here.clock.now()
    const change = (await lockCustomer(tx.sql, here.zhao.entId, customerId))!
    apply(change, now)
    await here.reception.writer.commit(tx, [change], now)
  })

describe('a rule gives way to a person', () => {
  test('who answers while its Webhook is repeated', async () => {
    const there = await receiver()
    there.play({ status: 500 }, { status: 200 })
    await make([call(there.url), send('报价是一百')])
    const customerId = await here.write('小满', '价格')
    await here.runRules()
    await reply(customerId)
    here.clock.advance(31_000)
    await here.runRules()

    expect(await outcomesOf()).toEqual([['done', 'skipped']])
    expect(await here.linesOf(customerId)).not.toContain('报价是一百')
  })

  test('who answers while it waits, and still does what is no message', async () => {
    await make([wait(1), note('等过了'), send('还需要吗')])
    const customerId = await here.write('小满', '价格')
    await here.runRules()
    await reply(customerId)
    here.clock.advance(MINUTE_MS)
    await here.runRules()

    expect(await outcomesOf()).toEqual([['done', 'done', 'skipped']])
    expect(await here.linesOf(customerId)).toContain('规则「问价」：等过了')
  })

  test('but not to what its own actions changed', async () => {
    await make([{ type: 'assign', params: { to: 'agents', agentIds: [here.lin.id] } }, send('林小满为您服务')])
    await here.lin.connect()
    const customerId = await here.write('小满', '价格')
    await here.runRules()

    expect(await here.linesOf(customerId)).toContain('林小满为您服务')
  })
})

// R139
test('a customer who writes before 等待 has begun is not waited for', async () => {
  const there = await receiver()
  there.play({ status: 500 }, { status: 200 })
  await make([call(there.url), wait(1), note('后')])
  await here.write('小满', '价格')
  await here.runRules()
  await here.write('小满', '算了')
  here.clock.advance(31_000)
  await here.runRules()
  here.clock.advance(2 * MINUTE_MS)
  await here.runRules()

  expect(await outcomesOf()).toEqual([['done', 'skipped', 'skipped']])
})

// R137
describe('a rule is not fired without end', () => {
  test('by other automation that answers it', async () => {
    await make([note('转人工了')], { event: { type: 'handoff' }, conditions: ANY })
    const customerId = await here.write('小满', '在吗')
    const handOff = async () => {
      here.clock.advance(1_000)
      await changeBySystem(customerId, (change, now) => {
        changeCustomerReception(change, { kind: 'ai_on', operatorId: null, operatorName: '系统' }, now)
      })
      await changeBySystem(customerId, (change, now) => {
        changeCustomerReception(change, { kind: 'handoff', why: '关键词' }, now)
      })
      await here.runRules()
    }
    for (let n = 0; n < RULE_REPEATS_MAX + 3; n += 1) await handOff()
    expect(await outcomesOf()).toHaveLength(RULE_REPEATS_MAX)

    await here.write('小满', '还在吗')
    await handOff()
    expect(await outcomesOf()).toHaveLength(RULE_REPEATS_MAX + 1)
  })

  test('but as often as people act', async () => {
    const customerId = await here.write('小满', '在吗')
    await make([note('标签变了')], { event: { type: 'tag_change' }, conditions: ANY })
    for (let n = 0; n < RULE_REPEATS_MAX + 1; n += 1) {
      await here.zhao.call(tagApi.createBind, { body: { name: `意向${n}`, customerId } })
      await here.runRules()
    }

    expect(await outcomesOf()).toHaveLength(RULE_REPEATS_MAX + 1)
  })

  test('by the failure of a message that it led to', async () => {
    const failed = { event: { type: 'send_failed' as const }, conditions: ANY }
    await make([send('一')], { ...failed, name: '一', stopOnMatch: true })
    await make([send('二')], { ...failed, name: '二', stopOnMatch: true })
    const customerId = await here.write('小满', '在吗')
    await reply(customerId)
    for (let n = 0; n < 4; n += 1) {
      here.clock.advance(1_000)
      const { items } = await here.zhao.call(messageApi.list, { body: { customerId, limit: 100 } })
      const { id: messageId, chatId } = items.findLast(
        ({ senderKind }) => senderKind !== 'customer' && senderKind !== 'system',
      )!
      await changeBySystem(customerId, ({ events }) => {
        const why = { msg: '失败', kind: 'unknown', platformCode: null, logId: null }
        events.push({ type: 'send_msg_failed', messageId, chatId, ...why, operatorId: null } as never)
      })
      await here.runRules()
    }

    expect(await outcomesOf()).toHaveLength(2)
  })
})

describe('the lease of a run', () => {
  test('lasts while the action after a wait is done', async () => {
    const there = await receiver()
    there.play({ hang: true })
    await make([wait(1), call(there.url)])
    await here.write('小满', '价格')
    await here.runRules()
    here.clock.advance(MINUTE_MS)
    const first = here.runRules()
    await there.arrived(1)
    await here.runRules()
    await first

    expect(there.calls).toHaveLength(1)
  })

  test.each([
    ['at once after a deadlock', '40P01', 0],
    ['after the lease for any other error', '08006', MINUTE_MS],
  ])('lets a broken action be done again, %s', async (_when, code, ms) => {
    await make([note('好')])
    let isBroken = true
    here.reception.writer.onCommit(async (_tx, changes) => {
      if (!isBroken || changes.every(({ messages }) => messages.every(({ senderKind }) => senderKind === 'customer')))
        return
      isBroken = false
      throw Object.assign(new Error('broken'), { code })
    })
    await here.write('小满', '价格')
    await here.runRules()
    here.clock.advance(ms)
    await here.runRules()

    expect(isBroken).toBe(false)
    expect(await outcomesOf()).toEqual([['done']])
  })
})

test('a rule that is switched off does not call its Webhook again', async () => {
  const there = await receiver()
  there.play({ status: 500 })
  const { id } = await make([call(there.url)])
  await here.write('小满', '价格')
  await here.runRules()
  await here.zhao.call(automationRuleApi.enable, { body: { id, enabled: false } })
  here.clock.advance(31_000)
  await here.runRules()

  expect(there.calls).toHaveLength(1)
  expect(await outcomesOf()).toEqual([['skipped']])
})

test('a message that the platform delivers a day late fires nothing', async () => {
  await make([note('收到')], { conditions: ANY })
  await make([note('进线')], { event: { type: 'first_enter' }, conditions: ANY })
  const late = here.platform.text(here.account, '小满', '价格')
  await here.platform.tell({ ...late, occurredAt: new Date(here.clock.now().getTime() - DAY_MS) })
  await here.platform.settle()
  await here.runRules()

  expect(await outcomesOf()).toEqual([])
})

test('客户首次进线 is when the customer writes, not when the merchant wrote first', async () => {
  await make([note('进线')], { event: { type: 'first_enter' }, conditions: ANY })
  await here.platform.tell(here.platform.echo(here.account, '小满', '您好', 'app'))
  await here.platform.settle()
  await here.runRules()
  expect(await outcomesOf()).toEqual([])

  await here.write('小满', '在吗')
  await here.write('小满', '多少钱')
  await here.runRules()

  expect(await outcomesOf()).toEqual([['done']])
})

test('slow Webhooks of an enterprise hold up neither events nor the rules of others', async () => {
  const there = await receiver()
  there.play({ hang: true })
  await make([call(there.url)])
  for (const name of ['一', '二', '三', '四', '五']) await here.write(name, '价格')
  const { rules } = here.reception.work
  await rules.fire()
  const slow = Array.from({ length: 3 }, () => rules.act())
  await there.arrived(3)

  expect(await rules.act()).toBe(false)
  const rival = await openAccount(here, { entId: here.rival.entId })
  await here.rival.call(automationRuleApi.save, { body: ruleOf([note('好')]) })
  await here.platform.tell(here.platform.text(rival, '六', '价格'))
  await here.platform.settle()
  await rules.fire()
  expect(await rules.act()).toBe(true)

  expect((await outcomesOf()).filter((results) => results.includes('done'))).toHaveLength(1)
  expect(there.calls).toHaveLength(3)
  await Promise.all(slow)
})

// R138
describe('a failure is told', () => {
  test('of a message whose picture is gone: it counts against the rule', async () => {
    const picture = { entId: here.zhao.entId, uploaderId: here.zhao.id }
    const url = await storePicture(here.db, picture, here.clock.now())
    const rule = await make([{ type: 'send', params: { type: 'image', url } }])
    await here.db.sql.delete(attachment)
    await here.write('小满', '价格')
    await here.runRules()

    expect(await here.logOf(rule)).toEqual([['failed', '图片不存在或已删除']])
    expect(await here.db.sql.select().from(automationRule)).toMatchObject([{ failures: 1 }])
  })

  test('of messages that the platform refuses: after ten in a row the rule stops', async () => {
    const rule = await make([send('您好')])
    for (let n = 0; n < RULE_FAILURES_MAX; n += 1) {
      expect(await here.statusOf(rule)).toBe('on')
      const customerId = await here.write(`客户${n}`, '价格')
      await here.runRules()
      const { items } = await here.zhao.call(messageApi.list, { body: { customerId, limit: 100 } })
      const { id: messageId } = items.findLast(({ senderKind }) => senderKind === 'flow')!
      await changeBySystem(customerId, ({ deliveries }) => void deliveries.push({ messageId, isSent: false }))
    }

    expect(await here.statusOf(rule)).toBe('stopped')
  })

  test('of an event that could not be handled: 运行日志 says so after the last attempt', async () => {
    await make([send('您好')])
    await here.db.sql.update(automationRule).set({ conditions: {} as never })
    await here.write('小满', '价格')
    for (let n = 0; n < 5; n += 1) {
      await here.reception.work.rules.fire()
      here.clock.advance(MINUTE_MS)
    }

    expect(await here.db.sql.select().from(automationCause)).toEqual([])
    expect(await here.db.sql.select().from(automationLog)).toMatchObject([
      { type: 'rule', result: 'failed', reason: '多次处理失败，事件已放弃', input: { event: 'message_in' } },
    ])
  })
})
