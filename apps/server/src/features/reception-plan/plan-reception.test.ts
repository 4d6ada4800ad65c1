import { customerApi, type CustomerId, messageApi, type ReceptionPlanFields, receptionPlanApi } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { type AiWorld, aiWorld } from '../../testing/ai-world.ts'
import { NIGHT_AI_GRID, planFields } from '../../testing/plan-fields.ts'
import { handsOver } from '../../testing/scripted-engine.ts'

const at = (time: string, day = '2026-03-17') => new Date(`${day}T${time}:00+08:00`)

// R133, R134

/** People by day, the AI from 22:00 to 06:00; the clock stands at the given time. */
async function planned(time: string, change: Partial<ReceptionPlanFields> = {}) {
  const here = await aiWorld()
  here.clock.set(at(time))
  const fields = planFields({ grid: NIGHT_AI_GRID, accountIds: [here.account.id], ...change })
  await here.zhao.call(receptionPlanApi.save, { body: fields })
  return here
}

const linesOf = async ({ lin }: AiWorld, customerId: CustomerId) =>
  (await lin.call(messageApi.list, { body: { customerId } })).items.flatMap(({ content }) =>
    content.type === 'system' ? [content.text] : [],
  )

test('T1: by day people receive a new customer, at night the AI does', async () => {
  const here = await planned('21:50')
  const byDay = await here.write('小满', '在吗')
  here.clock.set(at('22:10'))

  const atNight = await here.ask('小雨', '多少钱')

  expect(await here.customerOf(byDay)).toMatchObject({ receptionType: 'manual', aiOffReason: 'schedule' })
  expect(await here.customerOf(atNight)).toMatchObject({ receptionType: 'ai_agent', aiOffReason: null })
  expect(await here.wordsOf(atNight)).toEqual(['customer: 多少钱', 'ai: 答：多少钱'])
})

test('T16: the period’s change is seen at the customer’s next message, in both directions', async () => {
  const here = await planned('21:50')
  const id = await here.write('小满', '在吗')
  here.clock.set(at('22:10'))
  expect(await here.customerOf(id)).toMatchObject({ receptionType: 'manual' })

  await here.ask('小满', '还在吗')
  expect(await here.customerOf(id)).toMatchObject({ receptionType: 'ai_agent' })
  expect(await linesOf(here, id)).toContain('接待方案切换，由 AI 接待')

  here.clock.set(at('06:01', '2026-03-18'))
  await here.write('小满', '早')
  expect(await here.customerOf(id)).toMatchObject({ receptionType: 'manual', aiOffReason: 'schedule' })
})

test('T16: a customer whom an agent turned off stays with people', async () => {
  const here = await planned('22:10')
  const id = await here.ask('小满', '在吗')
  await here.lin.call(customerApi.setAiStatus, { body: { customerId: id, enableAi: false } })
  here.clock.set(at('23:10'))

  await here.write('小满', '还在吗')

  expect(await here.customerOf(id)).toMatchObject({ receptionType: 'manual', aiOffReason: 'agent_toggle' })
})

test('T16: within a period who an agent turned on goes on, and the next period decides again', async () => {
  const here = await planned('20:00')
  const id = await here.write('小满', '在吗')
  await here.lin.call(customerApi.setAiStatus, { body: { customerId: id, enableAi: true } })

  for (const text of ['有货吗', '多少钱']) {
    here.clock.advance(60_000)
    await here.write('小满', text)
    expect(await here.customerOf(id)).toMatchObject({ receptionType: 'ai_agent', aiOffReason: null })
  }
  here.clock.set(at('22:10'))
  await here.write('小满', '晚上好')
  expect(await here.customerOf(id)).toMatchObject({ receptionType: 'ai_agent' })
  here.clock.set(at('06:01', '2026-03-18'))
  await here.write('小满', '早')
  expect(await here.customerOf(id)).toMatchObject({ receptionType: 'manual', aiOffReason: 'schedule' })
})

test('T16: a plan that is changed within a session is followed at the next message', async () => {
  const here = await planned('20:00')
  const id = await here.write('小满', '在吗')
  await here.db.pool.query(
    `update reception_plan set schedule = jsonb_set(schedule, '{modes}', '[{"mode":"ai_agent"}]')`,
  )

  await here.write('小满', '还在吗')

  expect(await here.customerOf(id)).toMatchObject({ receptionType: 'ai_agent' })
})

test('T10: the AI returns only in its period, else the reason becomes the plan', async () => {
  const here = await planned('05:50')
  const id = await here.ask('小满', '在吗')
  await here.lin.call(messageApi.send, {
    body: { customerId: id, chatId: 'chat-plan', content: { type: 'text', text: '您好' } },
  })
  expect((await here.customerOf(id)).autoEnableAt).not.toBeNull()

  here.clock.set(at('06:30'))
  await here.reception.work.returns.run()

  expect(await here.customerOf(id)).toMatchObject({
    receptionType: 'manual',
    aiOffReason: 'schedule',
    autoEnableAt: null,
  })
})

test('T13: a customer opened through a message returns to the AI in its period only', async () => {
  const here = await planned('21:50')
  const id = await here.write('小满', '在吗')
  const locate = async () => {
    await here.lin.call(messageApi.locate, { body: { customerId: id, seq: 1 } })
    return (await here.customerOf(id)).receptionType
  }

  expect(await locate()).toBe('manual')
  here.clock.set(at('22:10'))
  expect(await locate()).toBe('ai_agent')
})

test('while the account’s switch is off people receive in the AI’s periods too', async () => {
  const here = await planned('22:10')
  await here.db.pool.query(`update channel_account set reception_mode = 'close'`)

  const id = await here.write('小满', '在吗')

  expect(await here.customerOf(id)).toMatchObject({ receptionType: 'manual', aiOffReason: 'schedule' })
})

test('handing over outside the periods of people says so, even with an agent online', async () => {
  const here = await planned('22:10')
  await here.seeThere(here.lin)

  here.engine.script = () => handsOver('keyword', '转人工')

  const night = await here.ask('小满', '转人工')

  expect((await here.wordsOf(night)).at(-1)).toBe('flow: 明早九点回复您')
})

test('archiving by a person sends the closing sentence once, before the session ends', async () => {
  const here = await planned('10:00', { closing: { enabled: true, text: '感谢您的咨询' } })
  const id = await here.write('小满', '在吗')
  const archive = (to: boolean) => here.lin.call(customerApi.archive, { body: { customerId: id, archive: to } })

  // 撤销 is offered where it leaves nothing behind.
  expect((await archive(true)).isUndoable).toBe(false)
  expect((await archive(true)).isUndoable).toBe(false)

  expect(await here.wordsOf(id)).toEqual(['customer: 在吗', 'flow: 感谢您的咨询'])
  expect(await here.customerOf(id)).toMatchObject({ archive: true, sessionId: null })
  await archive(false)
  expect((await archive(true)).isUndoable).toBe(true)
  expect(await here.wordsOf(id)).toHaveLength(2)
})

async function enter({ platform, account, reception, rowOf }: AiWorld) {
  const base = platform.base(account)
  await platform.tell({
    ...base,
    kind: 'enter',
    conversationKey: 'conv-小满',
    messageId: base.eventKey,
    from: { platformId: '小满', name: '小满' },
    entry: {},
  })
  await platform.settle()
  await reception.work.causes.run()
  return (await rowOf('小满')).id
}

test('an account that uses its plan sends the plan’s welcome, delayed and once per interval', async () => {
  const parts = [
    { type: 'text' as const, text: '{客户昵称}您好' },
    { type: 'text' as const, text: '这里是{账号名}' },
  ]
  const here = await planned('10:00', { welcome: { enabled: true, parts, delaySec: 5, everyHours: 1 } })
  const comeAndWait = async () => {
    const id = await enter(here)
    here.clock.advance(5_000)
    await here.reception.work.causes.run()
    return id
  }

  expect(await here.wordsOf(await enter(here))).toEqual([])
  here.clock.advance(5_000)
  await here.reception.work.causes.run()
  here.clock.advance(30 * 60_000)
  const id = await comeAndWait()

  expect(await here.wordsOf(id)).toEqual(['flow: 小满您好', 'flow: 这里是云杉家居'])
  here.clock.advance(31 * 60_000)
  await comeAndWait()
  expect(await here.wordsOf(id)).toHaveLength(4)
})

test('a welcome is not sent over a person who wrote before it was due', async () => {
  const parts = [{ type: 'text' as const, text: '您好' }]
  const here = await planned('10:00', { welcome: { enabled: true, parts, delaySec: 5, everyHours: 1 } })
  const customerId = await enter(here)
  await here.lin.call(messageApi.send, {
    body: { customerId, chatId: 'chat-plan', content: { type: 'text', text: '欢迎，我是林小满' } },
  })

  here.clock.advance(5_000)
  await here.reception.work.causes.run()

  expect(await here.wordsOf(customerId)).toEqual(['human: 欢迎，我是林小满'])
})
