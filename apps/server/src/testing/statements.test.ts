import { randomUUID } from 'node:crypto'
import { automationRuleApi, messageApi } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { statementsOf } from './statements.ts'
import { workbenchWorld } from './workbench-world.ts'

/**
 * Each statement of these paths is paid for by every message. A change that needs one more takes it from somewhere, or raises the number
 * knowingly.
 */
test('a message of a customer is stored in few statements', async () => {
  const { write, platform, account, reception, db } = await workbenchWorld()
  await write('小美', '你好', '在吗')
  await platform.tell(platform.text(account, '小美', '多少钱'))

  const sent = await statementsOf(db, () => reception.work.inbound.run())

  expect(sent.slice(14)).toEqual([])
})

test('a rule that fires takes few statements', async () => {
  const { write, reception, zhao, db } = await workbenchWorld()
  await zhao.call(automationRuleApi.save, {
    body: {
      name: '问价',
      accountIds: [],
      event: { type: 'message_in' },
      conditions: { op: 'all', items: [{ type: 'text', match: 'contains', words: ['多少钱'] }] },
      actions: [{ type: 'note', params: { text: '客户询价' } }],
      stopOnMatch: false,
      intervalMinutes: 0,
      status: 'on',
    },
  })
  await write('小美', '你好')
  await reception.work.rules.run()
  await write('小美', '多少钱')

  const sent = await statementsOf(db, () => reception.work.rules.run())

  expect(sent.slice(23)).toEqual([])
})

test('an agent’s message is stored in few statements', async () => {
  const { write, lin, db } = await workbenchWorld()
  const customerId = await write('小美', '你好')
  const send = (text: string) =>
    lin.call(messageApi.send, { body: { customerId, chatId: randomUUID(), content: { type: 'text', text } } })
  await send('您好')
  await write('小美', '多少钱')

  const sent = await statementsOf(db, () => send('三百'))

  // One of them clears the sender's unread messages.
  expect(sent.slice(20)).toEqual([])
})
