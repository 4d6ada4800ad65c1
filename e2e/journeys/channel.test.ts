import { CustomerId, messageApi } from '@ruwu/contract'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { callAs } from '../support/caller.ts'
import { query } from '../support/database.ts'
import { journeys } from '../support/journey.ts'
import type { ProductAddress } from '../support/server.ts'
import { SimulatedPlatform } from '../support/simulated-platform.ts'

const journey = journeys()

const ACCOUNT = '拾光整装设计'
const ADMINISTRATOR = '13800000001'
const CUSTOMER = '滨江三房王女士'

journey('an account is bound, receives, is unbound, and comes back with its customers', async ({ server, visit }) => {
  const platform = new SimulatedPlatform(server.simulatorUrl)
  const { accountId } = (await platform.accounts('redbook')).find((it) => it.name === ACCOUNT)!
  const admin = await visit()
  const { page } = admin
  await admin.signIn(ADMINISTRATOR)
  await page.getByRole('link', { name: '渠道账号' }).click()

  await bind(page)
  const row = page.getByRole('row', { name: new RegExp(ACCOUNT) })
  await row.getByText('已授权').waitFor()
  await page.getByRole('button', { name: `展开「${ACCOUNT}」的 3 个子账号` }).click()
  await expect.poll(() => page.getByRole('cell', { name: '继承自主账号' }).count()).toBe(3)

  const customers = async () => Number(await (await cellOf(page, row, '客户数')).textContent())
  const before = await customers()
  // Every webhook comes twice, and is one message all the same.
  await platform.knobs({ 'hook.duplicate': 1 })
  const customerId = await platform.newCustomer('redbook', accountId, CUSTOMER)
  const phone = await admin.tab()
  await phone.goto(`${server.simulatorUrl}/phone/redbook/${accountId}/${customerId}`)
  await phone.getByRole('button', { name: '发私信' }).click()
  await phone.getByLabel('消息内容').fill('能上门量房吗')
  await phone.getByRole('button', { name: '发送', exact: true }).click()
  await expect.poll(() => merchantTexts(page, server, customerId)).toEqual(['能上门量房吗'])
  await platform.knobs({ 'hook.duplicate': null })
  await page.getByRole('button', { name: '刷新' }).click()
  await expect.poll(customers).toBe(before + 1)

  await page.getByRole('button', { name: `${ACCOUNT} 更多操作` }).click()
  await page.getByRole('menuitem', { name: '解绑' }).click()
  await page.getByLabel(`请输入账号名称「${ACCOUNT}」以确认`).fill(ACCOUNT)
  await page.getByRole('button', { name: '确认' }).click()
  await page.getByText(`已解绑「${ACCOUNT}」`).waitFor()
  await row.waitFor({ state: 'detached' })

  await bind(page)
  await row.getByText('已授权').waitFor()
  expect(await customers()).toBe(before + 1)
})

journey('in the demo AI 托管 is on only where an AI is published', async ({ server }) => {
  const accounts = await query<{ name: string; mode: string; published: boolean }>(
    server,
    `select a.name, a.reception_mode as mode, exists (select from ai_agent g where g.ent_id = a.ent_id
       and g.relation_id in (a.id, a.parent_id) and g.published_version is not null) as published
     from channel_account a where a.unbound_at is null`,
  )
  expect(accounts.length).toBeGreaterThan(3)
  expect(accounts.filter(({ mode, published }) => (mode === 'open') !== published)).toEqual([])
})

journey('a card rule made on screen fires for a sentence and says why it does not for another', async ({ visit }) => {
  const admin = await visit()
  const { page } = admin
  await admin.signIn(ADMINISTRATOR)
  await page.getByRole('link', { name: '渠道账号' }).click()
  await bind(page)
  await page.getByRole('link', { name: ACCOUNT, exact: true }).click()
  const tabs = page.getByRole('navigation', { name: '账号页面' })
  for (const title of ['账号信息', '配置完成度', '动态']) await page.getByRole('heading', { name: title }).waitFor()
  expect(await page.getByRole('term').allTextContents()).toContain('今日进线')

  await tabs.getByRole('link', { name: '卡片管理' }).click()
  await page.getByRole('button', { name: '从平台同步' }).click()
  await page.getByText('免费上门量尺').waitFor()

  await tabs.getByRole('link', { name: '发卡规则' }).click()
  await page.getByRole('button', { name: '新建规则' }).first().click()
  const sheet = page.getByRole('dialog', { name: '新建发卡规则' })
  await sheet.getByLabel('规则名').fill('问价发卡')
  await sheet.getByRole('radio', { name: '关键词' }).check()
  await sheet.getByRole('combobox', { name: '关键词' }).fill('多少钱')
  await page.keyboard.press('Enter')
  await sheet.getByRole('combobox', { name: '卡片' }).fill('免费上门量尺')
  await page.locator('.ant-select-dropdown').getByTitle('免费上门量尺').click()
  // The list stays open for more cards and may cover 保存.
  await page.keyboard.press('Escape')
  await sheet.getByRole('button', { name: '保存' }).click()
  await page
    .getByRole('row', { name: /问价发卡/ })
    .getByText('关键词包含：多少钱')
    .waitFor()

  await page.getByRole('button', { name: '试跑' }).click()
  const trial = page.getByRole('dialog', { name: '试跑发卡规则' })
  await trial.getByLabel('客户说的话').fill('全屋定制多少钱一平')
  await trial.getByRole('button', { name: '试跑' }).click()
  await trial.getByRole('listitem').filter({ hasText: '问价发卡' }).getByText('会发卡').waitFor()
  await trial.getByLabel('客户说的话').fill('你们在哪里')
  await trial.getByRole('button', { name: '试跑' }).click()
  await trial.getByText('没有规则会发卡').waitFor()
})

/** From the list through the platform's page and back. */
async function bind(page: Page): Promise<void> {
  await page.getByRole('button', { name: '绑定账号' }).first().click()
  const [platformPage] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: '去授权' }).click(),
  ])
  await page.getByText('等待授权完成…').waitFor()
  await platformPage.getByText(ACCOUNT).click()
  await platformPage.getByRole('button', { name: '确认绑定' }).click()
  await page.getByText(`「${ACCOUNT}」已接入如晤`).waitFor()
  await platformPage.close()
  await page.getByRole('button', { name: '关闭' }).click()
}

/** The cell of a row below a head. */
async function cellOf(page: Page, row: Locator, head: string): Promise<Locator> {
  const heads = await page.getByRole('columnheader').allTextContents()
  return row.getByRole('cell').nth(heads.indexOf(head))
}

/** Every text the customer has written so far, as the server has stored it. */
async function merchantTexts(page: Page, server: ProductAddress, platformUserId: string): Promise<string[]> {
  const [customer] = await query<{ id: string }>(server, 'select id from customer where platform_user_id = $1', [
    platformUserId,
  ])
  if (!customer) return []
  const customerId = CustomerId.parse(customer.id.replaceAll('-', ''))
  const { items } = await callAs(page, messageApi.list, { body: { customerId } })
  return items.filter(({ senderKind }) => senderKind === 'customer').map(({ content }) => content.text ?? '')
}
