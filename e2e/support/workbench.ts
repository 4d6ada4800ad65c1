import { randomUUID } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'
import type { Visitor } from './browser.ts'
import { query } from './database.ts'
import type { ProductAddress } from './server.ts'
import { SimulatedPlatform } from './simulated-platform.ts'

export const LIN = '13800000003'
export const WEI = '13800000004'
export const ACCOUNT = '云杉家居'

export const listOf = (page: Page) => page.getByRole('region', { name: '客户列表' })
export const rowOf = (page: Page, name: string) => listOf(page).getByRole('link', { name })
export const threadOf = (page: Page) => page.getByRole('log')
export const boxOf = (page: Page) => page.getByLabel('回复内容')
export const bubbleOf = (page: Page, text: string) => threadOf(page).getByText(text, { exact: true }).first()

export type Customer = Awaited<ReturnType<typeof newCustomer>>

/** A new customer who writes to the shop from the simulated phone. */
export async function newCustomer(server: ProductAddress, words: string) {
  const platform = new SimulatedPlatform(server.simulatorUrl)
  const account = (await platform.accounts('douyin')).find((it) => it.name === ACCOUNT)!
  const name = `客户${randomUUID().slice(0, 8)}`
  const customerId = await platform.newCustomer('douyin', account.accountId, name)
  const messages = () => platform.messages('douyin', account.accountId, customerId)
  const write = (text: string) => platform.writeAs('douyin', account.accountId, customerId, text)
  await write(words)
  return {
    name,
    write,
    /** Anything else the phone can do. */
    act: (act: Record<string, unknown>) => platform.act('douyin', account.accountId, customerId, act),
    platform,
    messages,
    /** What the shop said, as the phone shows it. */
    replies: async () =>
      (await messages()).filter((it) => it.from === 'merchant' && !it.isRecalled).map((it) => it.content.text),
    /** Everything the shop sent, by kind. */
    received: async () => (await messages()).filter((it) => it.from === 'merchant').map((it) => it.content.type),
    /** The customer's id in the product. */
    id: async () => {
      const found = await query<{ id: string }>(server, 'select id from customer where platform_user_id = $1', [
        customerId,
      ])
      return found[0]!.id.replaceAll('-', '')
    },
  }
}

/** `scope`: 1 我的, 2 同事, 3 未分配. */
export async function atWork(visitor: Visitor, telephone: string, scope: 1 | 2 | 3): Promise<Page> {
  await visitor.signIn(telephone, { path: `/chat?scope=${scope}` })
  await listOf(visitor.page).waitFor()
  return visitor.page
}

export async function openCustomer(page: Page, { name }: Pick<Customer, 'name'>): Promise<void> {
  await rowOf(page, name).click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
}

/** Opens the first customer of the list: the demo's customers depend on the day. */
export async function openFirst(page: Page): Promise<void> {
  await listOf(page).locator('a[href*="customerId="]').first().click()
  await threadOf(page).locator('article').last().waitFor()
}

/** Sends a text, which no other journey sends: the compliance guard asks before a third customer gets the same one. */
export async function answer(page: Page, text: string): Promise<Locator> {
  await boxOf(page).fill(text)
  await page.getByRole('button', { name: '发送', exact: true }).click()
  return bubbleOf(page, text)
}

/** A message's menu, and one of its items. */
export async function choose(page: Page, text: string, item: string): Promise<void> {
  await bubbleOf(page, text).hover()
  await page.getByRole('button', { name: '消息操作' }).last().click()
  const choice = page.getByRole('menuitem', { name: item, exact: true })
  // The menu unfolds: what is to be pressed may still be on its way.
  await choice.hover()
  await choice.click()
}

export const textsOf = (page: Page, prefix: string): Promise<string[]> =>
  threadOf(page)
    .getByText(new RegExp(`^${prefix}\\d+$`))
    .allTextContents()
