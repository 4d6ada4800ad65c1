import { customerApi, type CustomerId } from '@ruwu/contract'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { callAs } from '../../../support/caller.ts'
import { query } from '../../../support/database.ts'
import { LIN, newCustomer } from '../../../support/workbench.ts'
import { journey } from './product.ts'

const ADMIN = '13800000001'
const TELEPHONE = '13711112222'
/** A refusal is also a warning in the console of the browser. */
const REFUSALS = /^console: (这是一次性密码|没有权限)/
/** Calls of a console whose session was ended. */
const SIGNED_OUT = /^response 401: |^console: .*(401|请重新登录)/

const menuOf = (page: Page) => page.getByRole('navigation').first()

journey('a new agent with a role of its own changes the password, and its console follows the role', async (place) => {
  const [admin, newcomer] = [await place.visit(), await place.visit()]
  const { page } = admin
  await admin.signIn(ADMIN, { path: '/setting/role?id=new' })
  await page.getByLabel('角色名称').fill('夜班')
  await page.getByRole('checkbox', { name: '回复客户' }).check()
  await page.getByRole('button', { name: '保存' }).click()
  await page.getByRole('heading', { name: '夜班' }).waitFor()

  await page.goto('/setting/agent')
  const password = await createAgent(page)
  await page.getByRole('row', { name: /夏至/ }).waitFor()
  const table = page.locator('.ant-table-content, .ant-table-body').first()
  expect(await table.evaluate((it) => it.scrollWidth - it.clientWidth)).toBeLessThanOrEqual(1)

  const theirs = newcomer.page
  await theirs.goto('/login')
  await theirs.getByLabel('手机号').fill(TELEPHONE)
  await theirs.getByLabel('密码', { exact: true }).fill(password)
  await theirs.getByRole('button', { name: '登录' }).click()
  await theirs.getByLabel('新密码').fill('own-secret-1')
  await theirs.getByLabel('确认密码').fill('own-secret-1')
  await theirs.getByRole('button', { name: '登录' }).click()
  await theirs.waitForURL(/\/(home|chat)/)
  await menuOf(theirs).getByRole('link', { name: '私信' }).waitFor()
  expect(await menuOf(theirs).getByRole('link', { name: '渠道账号' }).count()).toBe(0)

  await page.goto('/setting/role')
  await page.getByRole('link', { name: /^夜班/ }).click()
  await page.getByRole('checkbox', { name: '查看渠道账号' }).check()
  await page.getByRole('button', { name: '保存' }).click()
  const accounts = menuOf(theirs).getByRole('link', { name: '渠道账号' })
  await accounts.click()
  await theirs.waitForURL('**/channel**')
  await page.getByRole('checkbox', { name: '查看渠道账号' }).uncheck()
  await page.getByRole('button', { name: '保存' }).click()
  await accounts.waitFor({ state: 'detached' })
  await theirs.waitForURL('**/home')

  await page.getByRole('tab', { name: '变更记录' }).click()
  await page.getByText('新建角色', { exact: true }).last().waitFor()
  await page.getByRole('button', { name: '以此角色预览' }).click()
  await page.getByText('正在以「夜班」角色预览').waitFor()
  await menuOf(page).getByRole('link', { name: '自动化' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: '退出预览' }).click()
  await page.getByRole('heading', { name: '夜班' }).waitFor()
  for (const visitor of [admin, newcomer]) visitor.forgive(REFUSALS)
})

journey('a disabled agent is signed out and the customers go to a colleague', async (place) => {
  const [admin, lin] = [await place.visit(), await place.visit()]
  const { page } = admin
  await Promise.all([admin.signIn(ADMIN, { path: '/setting/agent' }), lin.signIn(LIN, { path: '/chat?scope=3' })])
  const customer = await newCustomer(place.server, '你好，在吗')
  const customerId = async () => (await customer.id()) as CustomerId
  await expect.poll(() => customerId().catch(() => '')).not.toBe('')
  await callAs(lin.page, customerApi.receive, { body: { customerId: await customerId() } })

  const dialog = page.getByRole('dialog', { name: '停用「林小满」？' })
  // The banner of a late connection moves the row away from under the pointer.
  const open = async () => {
    await page
      .getByRole('row', { name: /林小满/ })
      .getByRole('button', { name: '停用' })
      .click()
    return dialog.waitFor({ timeout: 5000 }).then(
      () => true,
      () => false,
    )
  }
  await expect.poll(open).toBe(true)
  await dialog.getByText(/名下有 \d+ 位客户/).waitFor()
  await dialog.getByRole('combobox', { name: '接手的客服' }).fill('卫青禾')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: '停用' }).click()
  await page.getByText(/已停用 林小满，\d+ 位客户交接给 卫青禾/).waitFor()
  await lin.page.waitForURL('**/login**')
  const [{ name } = { name: '' }] = await query<{ name: string }>(
    place.server,
    'select a.name from customer c join agent a on a.ent_id = c.ent_id and a.id = c.agent_id where c.id = $1',
    [await customerId()],
  )
  expect(name).toBe('卫青禾')
  lin.forgive(SIGNED_OUT)
})

/** 新建客服 with the role 夜班; answers the initial password. */
async function createAgent(page: Page): Promise<string> {
  await page.getByRole('button', { name: '新建客服' }).click()
  const sheet = page.getByRole('dialog', { name: '新建客服' })
  await sheet.getByLabel('姓名').fill('夏至')
  await sheet.getByLabel('手机号').fill(TELEPHONE)
  await sheet.getByRole('combobox', { name: '角色' }).click()
  await page.getByTitle('夜班').click()
  await sheet.getByRole('button', { name: '保存' }).click()
  const shown = page.getByRole('dialog', { name: '客服已创建' })
  const password = await shown.getByLabel('初始密码').inputValue()
  await shown.getByRole('button', { name: '完成' }).click()
  return password
}
