import { randomUUID } from 'node:crypto'
import { customerApi, type CustomerId, customerSettingApi, enterpriseApi, type FieldRules } from '@ruwu/contract'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { callAs } from '../support/caller.ts'
import { journeys } from '../support/journey.ts'
import { answer, atWork, LIN, newCustomer, openCustomer } from '../support/workbench.ts'

const journey = journeys()

const ADMIN = '13800000001'
const save = (page: Page) => page.getByRole('button', { name: '保存', exact: true }).click()

journey('a field made in the settings is filled in in an open customer panel and shown in the list', async (place) => {
  const [admin, lin] = [await place.visit(), await place.visit()]
  const { page } = admin
  const customer = await newCustomer(place.server, '在吗')
  const desk = await atWork(lin, LIN, 3)
  await openCustomer(desk, customer)
  await (await answer(desk, `您好 ${customer.name}`)).waitFor()
  await admin.signIn(ADMIN, { path: '/setting/customer' })
  const name = `户型${randomUUID().slice(0, 4)}`

  await page.getByRole('button', { name: '新建字段' }).first().click()
  const sheet = page.getByRole('dialog', { name: '新建字段' })
  await sheet.getByLabel('字段名称').fill('城市')
  await save(page)
  await sheet.getByText('与系统字段重名').waitFor()
  await sheet.getByLabel('字段名称').fill(name)
  await sheet.getByRole('combobox', { name: '类型' }).click()
  await page.locator('.ant-select-dropdown').getByTitle('单选').click()
  for (const [index, option] of ['两房', '三房'].entries()) {
    await sheet.getByRole('button', { name: '添加选项' }).click()
    await sheet.getByLabel(`选项 ${index + 1}`, { exact: true }).fill(option)
  }
  await sheet.getByLabel('列表显示').check()
  await save(page)
  await sheet.waitFor({ state: 'detached' })

  // Without a reload of the colleague's console.
  await desk.getByRole('button', { name: new RegExp(name) }).click()
  await desk.locator('.ant-select-dropdown').getByTitle('三房').click()
  const id = (await customer.id()) as CustomerId
  const readValue = async () =>
    Object.values((await callAs(desk, customerApi.detail, { query: { customerId: id } })).fields)
  await expect.poll(readValue).toContain('三房')
  const row = desk.getByRole('region', { name: '客户列表' }).getByRole('listitem').filter({ hasText: customer.name })
  const listed = row.getByText('三房', { exact: true })
  await listed.waitFor()

  await page.getByRole('switch', { name: `启用 ${name}` }).click()
  await desk.getByText(name, { exact: true }).waitFor({ state: 'detached' })
  await listed.waitFor({ state: 'detached' })
  const own = await callAs(page, customerSettingApi.listFields, {})
  expect(own.find((field) => field.name === name)).toMatchObject({ enabled: false } satisfies Partial<FieldRules>)
  admin.forgive(/^console: 与系统字段重名/)
})

journey('a transfer reason is renamed and offered at once; the watermark follows its switch', async (place) => {
  const [admin, lin] = [await place.visit(), await place.visit()]
  const [desk] = await Promise.all([atWork(lin, LIN, 3), admin.signIn(ADMIN, { path: '/setting/customer?tab=rule' })])
  const { page } = admin
  const customer = await newCustomer(place.server, '在吗')
  await openCustomer(desk, customer)
  await (await answer(desk, `您好 ${customer.name}`)).waitFor()

  await page.getByLabel('转接原因 2', { exact: true }).fill('交接班')
  await save(page)
  await page.getByText('保存成功').waitFor()
  await desk.getByRole('button', { name: '转接', exact: true }).click()
  const dialog = desk.getByRole('dialog', { name: '转接客户' })
  await dialog.getByLabel('转接原因').click()
  await desk.getByTitle('交接班').waitFor()
  await desk.keyboard.press('Escape')
  await page.getByLabel('转接原因 2', { exact: true }).fill('下班交接')
  await save(page)

  await page.goto('/setting/company')
  await page.getByLabel('页面水印').click()
  await save(page)
  await desk.locator('[data-watermark$="0003"]').waitFor({ state: 'attached' })
  await page.getByLabel('页面水印').click()
  await save(page)
  await desk.locator('[data-watermark]').waitFor({ state: 'detached' })
  expect(await callAs(page, enterpriseApi.detail, {})).toMatchObject({ watermark: false })
})

journey('a blocked customer is found in the blacklist and taken out of it', async (place) => {
  const [admin, lin] = [await place.visit(), await place.visit()]
  const { page } = admin
  const customer = await newCustomer(place.server, '在吗')
  const desk = await atWork(lin, LIN, 3)
  await openCustomer(desk, customer)
  const customerId = (await customer.id()) as CustomerId

  await callAs(desk, customerApi.block, { body: { customerId, block: true } })
  await admin.signIn(ADMIN, { path: '/setting/customer?tab=blacklist' })
  await page.getByRole('button', { name: `将 ${customer.name} 移出黑名单` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '确认' }).click()

  await page.getByText(`已将 ${customer.name} 移出黑名单`).waitFor()
  await (await answer(desk, `又见面了 ${customer.name}`)).waitFor()
  await expect.poll(customer.replies).toEqual([`又见面了 ${customer.name}`])
})
