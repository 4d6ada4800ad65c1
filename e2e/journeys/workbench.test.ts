import { randomUUID } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { PHONE, type Visitor } from '../support/browser.ts'
import { journeys } from '../support/journey.ts'
import { SimulatedPlatform } from '../support/simulated-platform.ts'

// With its thirty days of conversations and its accounts.
const journey = journeys({ DEMO_HISTORY: 'true' })

const LIN = '13800000003'
const WEI = '13800000004'
const ACCOUNT = '云杉家居'
const PATIENCE = { timeout: 15_000 }

const listOf = (page: Page) => page.getByRole('region', { name: '客户列表' })
const rowOf = (page: Page, name: string) => listOf(page).getByRole('link', { name })
const threadOf = (page: Page) => page.getByRole('log')
const boxOf = (page: Page) => page.getByLabel('回复内容')

/** Somebody new who writes to the shop from their phone. */
async function newCustomer(simulatorUrl: string, words: string) {
  const platform = new SimulatedPlatform(simulatorUrl)
  const account = (await platform.accounts('douyin')).find((it) => it.name === ACCOUNT)!
  const name = `客户${randomUUID().slice(0, 8)}`
  const customerId = await platform.newCustomer('douyin', account.accountId, name)
  const say = (text: string) => platform.say('douyin', account.accountId, customerId, text)
  const heard = async () => {
    const thread = (await platform.threads('douyin', account.accountId)).find((it) => it.customerId === customerId)
    return (thread?.messages ?? []).filter((it) => it.from === 'merchant').map((it) => it.content.text)
  }
  await say(words)
  return { name, say, heard, platform }
}

async function atWork(visitor: Visitor, telephone: string, scope: 1 | 2 | 3): Promise<Page> {
  await visitor.signIn(telephone)
  await visitor.page.goto(`/chat?scope=${scope}`)
  await listOf(visitor.page).waitFor()
  return visitor.page
}

async function answer(page: Page, text: string): Promise<Locator> {
  await boxOf(page).fill(text)
  await page.getByRole('button', { name: '发送', exact: true }).click()
  return threadOf(page).getByText(text, { exact: true }).first()
}

journey('a message reaches both consoles, is answered once, and the colleague sees who answers', async (place) => {
  const [lin, wei] = [await atWork(await place.visit(), LIN, 3), await atWork(await place.visit(), WEI, 3)]
  const customer = await newCustomer(place.server.simulatorUrl, '能上门量房吗')

  await rowOf(lin, customer.name).click(PATIENCE)
  await threadOf(lin).getByText('能上门量房吗').first().waitFor()
  await rowOf(wei, customer.name).waitFor(PATIENCE)
  await (await answer(lin, '可以的，请问在哪个小区？')).waitFor()

  await expect.poll(customer.heard, PATIENCE).toEqual(['可以的，请问在哪个小区？'])
  // Answering received the customer, who is nobody's no longer.
  await rowOf(wei, customer.name).waitFor({ state: 'detached', ...PATIENCE })
  await customer.say('江畔里')
  await threadOf(lin).getByText('江畔里').first().waitFor(PATIENCE)
})

journey('of two who receive at once one wins, and the other is told who', async (place) => {
  const loser = await place.visit()
  const [lin, wei] = [await atWork(await place.visit(), LIN, 3), await atWork(loser, WEI, 3)]
  const customer = await newCustomer(place.server.simulatorUrl, '想看看衣柜')
  for (const page of [lin, wei]) {
    await rowOf(page, customer.name).click(PATIENCE)
    await page.getByRole('button', { name: '接待', exact: true }).waitFor()
  }

  // Wei's claim is on its way while Lin's arrives.
  const arrived = Promise.withResolvers<void>()
  await wei.route('**/v1/customer/receive', async (route) => {
    await arrived.promise
    await route.continue()
  })
  await wei.getByRole('button', { name: '接待', exact: true }).click()
  await lin.getByRole('button', { name: '接待', exact: true }).click()
  await lin.getByRole('button', { name: '释放', exact: true }).waitFor(PATIENCE)
  arrived.resolve()

  await wei.getByText('已被 林小满 接待').first().waitFor(PATIENCE)
  loser.forgive(/已被 林小满 接待/)
})

journey('an archived customer who writes again is back, and a draft waits for its own customer', async (place) => {
  const page = await atWork(await place.visit(), LIN, 3)
  const one = await newCustomer(place.server.simulatorUrl, '第一位的问题')
  const other = await newCustomer(place.server.simulatorUrl, '第二位的问题')
  await rowOf(page, one.name).click(PATIENCE)
  await (await answer(page, '您好')).waitFor()
  await page.keyboard.press('Alt+a')
  await page.goto('/chat?scope=1')
  await rowOf(page, one.name).waitFor({ state: 'detached', ...PATIENCE })

  await one.say('还有一个问题')
  await rowOf(page, one.name).click(PATIENCE)
  await threadOf(page).getByText('还有一个问题').first().waitFor()
  await boxOf(page).fill('写了一半')
  await page.goto('/chat?scope=3')
  await rowOf(page, other.name).click(PATIENCE)
  await threadOf(page).getByText('第二位的问题').first().waitFor()
  expect(await boxOf(page).inputValue()).toBe('')
  await page.goto('/chat?scope=1')
  await rowOf(page, one.name).click(PATIENCE)
  await expect.poll(() => boxOf(page).inputValue(), PATIENCE).toBe('写了一半')
  await expect.poll(other.heard).toEqual([])
})

journey('on a phone the three panes are three steps', async (place) => {
  const page = await atWork(await place.visit(PHONE), LIN, 1)
  await rowOf(page, '木棉的家').click(PATIENCE)
  await threadOf(page).waitFor()
  expect(await listOf(page).isVisible()).toBe(false)

  await page.getByRole('button', { name: '返回' }).first().click()

  await listOf(page).waitFor()
})
