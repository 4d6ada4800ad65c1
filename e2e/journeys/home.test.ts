import { customerApi, CustomerId, homeApi } from '@ruwu/contract'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { PHONE } from '../support/browser.ts'
import { callAs } from '../support/caller.ts'
import { journeys } from '../support/journey.ts'
import { newCustomer, rowOf, WEI } from '../support/workbench.ts'

const journey = journeys()

const ADMIN = '13800000001'
const OPERATOR = '13800000005'
const cardOf = (page: Page, title: string) =>
  page.getByRole('list', { name: '待办' }).getByRole('link', { name: title })
const countOf = async (page: Page, title: string) =>
  Number((await cardOf(page, title).locator('b').textContent())?.replaceAll(',', ''))

journey('a customer who writes appears in 待办 by itself, and the card opens the list', async (place) => {
  const agent = await place.visit()
  const customer = await newCustomer(place.server, '你好，想问一下柜子的尺寸')
  await expect.poll(() => customer.id().catch(() => '')).not.toBe('')
  const customerId = CustomerId.parse(await customer.id())
  await agent.signIn(WEI)
  const { page } = agent
  await cardOf(page, '我的未读').waitFor()
  const before = await countOf(page, '我的未读')

  await callAs(page, customerApi.receive, { body: { customerId } })
  await customer.write('还在吗')

  await expect.poll(() => countOf(page, '我的未读')).toBe(before + 1)
  await cardOf(page, '我的未读').click()
  await rowOf(page, customer.name).waitFor()
  await callAs(page, customerApi.release, { body: { customerId } })
})

journey('an administrator sees the team and the accounts, an operator on a phone too', async (place) => {
  const [desk, phone] = [await place.visit(), await place.visit(PHONE)]
  for (const [visitor, telephone] of [
    [desk, ADMIN],
    [phone, OPERATOR],
  ] as const) {
    await visitor.signIn(telephone)
    const { page } = visitor
    const team = page.getByRole('region', { name: '团队实时' })
    await team.getByText('卫青禾').waitFor()
    const rows = await callAs(page, homeApi.team, {})
    expect(await team.locator('tbody tr').count()).toBe(rows.length)
    await page.getByRole('region', { name: '渠道账号状态' }).getByText('云杉家居', { exact: true }).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  }
})
