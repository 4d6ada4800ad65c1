import { automationRuleApi } from '@ruwu/contract'
import { expect } from 'vitest'
import { callAs } from '../../../support/caller.ts'
import { query } from '../../../support/database.ts'
import { atWork, bubbleOf, LIN, newCustomer, openCustomer } from '../../../support/workbench.ts'
import { journey } from './product.ts'

const ADMIN = '13800000001'
const REPLY = '收到，马上为您查询'

journey('all automation is paused, which every agent reads, and resumed', async (place) => {
  const admin = await place.visit()
  const { page } = admin
  await admin.signIn(ADMIN, { path: '/automation/more' })
  const { id } = await callAs(page, automationRuleApi.save, {
    body: {
      name: '自动应答',
      event: { type: 'message_in' },
      conditions: { op: 'all', items: [] },
      actions: [{ type: 'send', params: { type: 'text', text: REPLY } }],
      status: 'on',
    },
  })
  const customer = await newCustomer(place.server, '在吗')
  const answers = async () => (await customer.replies()).filter((text) => text === REPLY).length
  await expect.poll(answers).toBe(1)

  const card = page.getByRole('region', { name: '全局设置' })
  await card.getByRole('button', { name: '暂停所有自动化' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '暂停' }).click()
  await card.getByRole('button', { name: '恢复自动化' }).waitFor()

  const lin = await atWork(await place.visit(), LIN, 3)
  await lin.getByText('AI 托管照常回复').waitFor()
  await openCustomer(lin, customer)
  await customer.write('还在吗')
  await bubbleOf(lin, '还在吗').waitFor()
  // The rule has seen the message.
  await expect.poll(() => query(place.server, 'select 1 from automation_cause where due_at <= now()')).toEqual([])

  await card.getByRole('button', { name: '恢复自动化' }).click()
  await lin.getByText('AI 托管照常回复').waitFor({ state: 'detached' })
  expect(await answers()).toBe(1)
  await customer.write('你好')
  await expect.poll(answers).toBe(2)
  await callAs(page, automationRuleApi.remove, { query: { id } })
})
