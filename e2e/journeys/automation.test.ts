import { aiAgentApi, channelApi, knowledgeApi } from '@ruwu/contract'
import { expect } from 'vitest'
import { Caller } from '../support/caller.ts'
import { query } from '../support/database.ts'
import { journeys } from '../support/journey.ts'
import type { Server } from '../support/server.ts'
import { ACCOUNT, newCustomer, PATIENCE } from '../support/workbench.ts'

const journey = journeys({ DEMO_HISTORY: 'true' })

const ADMIN = '13800000001'
const QUESTION = '周末几点关门'
const ANSWER = '门店周末营业到晚上九点，欢迎来店里看样。'
const REMINDER = '还有想了解的可以接着问我'
/** The AI's merging and typing, or the next look for silent customers, and some patience. */
const THINKING = { timeout: 30_000 }

journey('a customer who falls silent is followed up once, and their answer ends it', async (place) => {
  await publishAi(place.server)
  const admin = await place.visit()
  await admin.signIn(ADMIN)
  const { page } = admin
  await page.getByRole('link', { name: '自动化' }).click()
  const card = page.getByRole('region', { name: '沉默跟进' })
  await card.getByRole('button', { name: '设置' }).click(PATIENCE)
  const sheet = page.getByRole('dialog', { name: '沉默跟进' })
  await sheet.getByLabel('启用').click()
  await sheet.getByRole('group', { name: '第 1 步' }).getByText('固定话术').click()
  await sheet.getByRole('button', { name: '保存' }).click()
  await sheet.getByText('请输入话术').waitFor()
  await sheet.getByLabel('第 1 步话术').fill(REMINDER)
  // A journey may be walked at night.
  await sheet.getByRole('switch', { name: '免打扰' }).click()
  await sheet.getByRole('button', { name: '保存' }).click()
  await sheet.waitFor({ state: 'detached', ...PATIENCE })
  expect(await card.getByRole('switch', { name: '沉默跟进' }).getAttribute('aria-checked')).toBe('true')

  const customer = await newCustomer(place.server, QUESTION)
  await expect.poll(async () => (await customer.heard()).join(), THINKING).toContain('晚上九点')
  const id = await customer.id()
  const silence = () =>
    query<{ step: number; since: Date }>(place.server, 'select step, since from follow_up where customer_id = $1', [id])
  await expect.poll(async () => (await silence()).length, PATIENCE).toBe(1)
  // Fifteen minutes pass.
  await query(
    place.server,
    `update follow_up set since = since - interval '15 minutes', due_at = now() where customer_id = $1`,
    [id],
  )
  await expect.poll(async () => (await customer.heard()).at(-1), THINKING).toBe(REMINDER)
  const [waiting] = await silence()
  expect(waiting?.step).toBe(2)
  await page.reload()
  await card.getByText('今日已发送').getByText('1 条').waitFor(PATIENCE)

  await customer.say('谢谢')
  await expect.poll(async () => (await silence())[0]?.since.getTime() ?? 0, THINKING).not.toBe(waiting?.since.getTime())
  expect((await customer.heard()).filter((words) => words === REMINDER)).toHaveLength(1)

  await card.getByRole('switch', { name: '沉默跟进' }).click()
  await expect.poll(async () => (await silence()).length, PATIENCE).toBe(0)
})

/** The shop's AI knows one thing, and receives. */
async function publishAi({ url }: Server): Promise<void> {
  const caller = await new Caller(url).signIn(ADMIN, 'ruwu2026')
  const accounts = await caller.call(channelApi.list, { body: { source: 'douyin' } })
  const { relationId } = accounts.find((account) => account.name === ACCOUNT)!
  await caller.call(knowledgeApi.save, {
    body: { relationId, type: 'qa', question: QUESTION, answer: ANSWER },
  })
  await caller.call(aiAgentApi.publish, { body: { relationId, note: '' } })
}
