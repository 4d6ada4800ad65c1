import { startWebhookReceiver } from '@ruwu/testkit'
import { Webhook } from 'standardwebhooks'
import { expect, onTestFinished } from 'vitest'
import { query } from '../support/database.ts'
import { journeys } from '../support/journey.ts'
import { newCustomer } from '../support/workbench.ts'

const journey = journeys()

journey('a system is subscribed, gets a verified call, and again after it failed', async (place) => {
  const receiver = await startWebhookReceiver()
  onTestFinished(() => receiver.close())
  const admin = await place.visit()
  await admin.signIn('13800000001', { path: '/setting' })
  const { page } = admin

  await page.getByRole('button', { name: /开放接口/ }).click()
  await page.getByRole('button', { name: '新建订阅' }).click()
  await page.getByLabel('地址').fill(receiver.url)
  await page.getByLabel('收到客户消息').check()
  await page.getByRole('button', { name: '保存' }).click()
  const secret = await page.getByRole('textbox', { name: '签名密钥' }).inputValue()
  await page.getByRole('button', { name: '完成' }).click()

  await page.getByRole('button', { name: '测试', exact: true }).click()
  await page.getByText(/对方返回 200，用时 \d+ 毫秒/).waitFor()
  expect(verified(secret, receiver.calls[0])).toMatchObject({ type: 'ping' })

  receiver.play({ status: 503 })
  const customer = await newCustomer(place.server, '在吗')
  await expect.poll(() => customer.id().catch(() => '')).not.toBe('')
  const customerId = await customer.id()
  const own = () => receiver.calls.filter(({ body }) => body.includes(customerId))
  await expect.poll(() => own().length).toBe(1)
  expect(verified(secret, own()[0])).toMatchObject({ type: 'message.received', data: { customerId } })
  await page.getByRole('button', { name: '最近投递' }).click()
  await page.getByText('等待重试').first().waitFor()

  receiver.play({ status: 204 })
  await query(place.server, 'update webhook_delivery set due_at = now() where due_at is not null')
  await query(place.server, 'update webhook set paused_until = null')
  await expect.poll(() => own().length).toBe(2)
  expect(own()[1]?.headers['webhook-id']).toBe(own()[0]?.headers['webhook-id'])
  await page.getByText('第 2 次').first().waitFor()
  await page
    .getByText(/^204 · /)
    .first()
    .waitFor()

  await page.getByRole('button', { name: '127.0.0.1' }).click()
  await page.getByRole('menuitem', { name: '删除' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '删除' }).click()
  await page.getByText('还没有订阅').waitFor()
})

const verified = (secret: string, call: { body: string; headers: Record<string, string> } | undefined) =>
  new Webhook(secret).verify(call?.body ?? '', call?.headers ?? {})
