import { text } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { query } from '../support/database.ts'
import { journeys } from '../support/journey.ts'
import { atWork, bubbleOf, LIN, newCustomer, openCustomer, rowOf, WEI } from '../support/workbench.ts'

const journey = journeys()

const chooseInMenu = async (page: Page, item: string) => {
  await page.getByRole('button', { name: '更多', exact: true }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

journey('a customer’s data is exported and erased, and a colleague’s open thread closes', async (place) => {
  const [lin, wei] = [await place.visit(), await place.visit()]
  const [page, other] = [await atWork(lin, LIN, 3), await atWork(wei, WEI, 3)]
  const customer = await newCustomer(place.server, '请删掉我说过的话')
  for (const each of [page, other]) {
    await rowOf(each, customer.name).waitFor()
    await openCustomer(each, customer)
    await bubbleOf(each, '请删掉我说过的话').waitFor()
  }
  const oldId = await customer.id()

  await chooseInMenu(page, '导出个人信息')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: '导出', exact: true }).click()
  const file = await text(await (await download).createReadStream())
  expect(JSON.parse(file)).toMatchObject({ customerId: oldId, data: { customer: [{ name: customer.name }] } })
  expect(file).toContain('请删掉我说过的话')

  await chooseInMenu(page, '删除个人信息')
  await page.getByLabel('客户名称').fill('别的名字')
  await page.getByRole('button', { name: '永久删除' }).click()
  await page.getByText('输入的名称与客户名称不一致').waitFor()
  await page.getByLabel('客户名称').fill(customer.name)
  await page.getByRole('button', { name: '永久删除' }).click()

  for (const each of [page, other]) {
    await each.getByText('该客户的个人信息已删除').waitFor()
    await rowOf(each, customer.name).waitFor({ state: 'detached' })
  }
  const left = async () =>
    (await query(place.server, `select 1 from message where content::text like '%请删掉我说过的话%'`)).length
  await expect.poll(left, { timeout: 20_000 }).toBe(0)

  await customer.write('我又来了')
  await rowOf(page, customer.name).waitFor()
  await openCustomer(page, customer)
  await bubbleOf(page, '我又来了').waitFor()
  expect(await page.getByText('请删掉我说过的话').count()).toBe(0)
  expect(await customer.id()).not.toBe(oldId)
})
