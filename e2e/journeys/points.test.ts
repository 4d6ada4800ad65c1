import { expect } from 'vitest'
import { PHONE } from '../support/browser.ts'
import { journeys } from '../support/journey.ts'

const journey = journeys()

const ADMIN = '13800000001'

journey(
  'the overview leads to the bills of a day, these to their sums, and a bill to its conversation',
  async (place) => {
    const admin = await place.visit()
    const { page } = admin
    await admin.signIn(ADMIN, { path: '/point' })
    await page
      .getByRole('region', { name: '按项目' })
      .getByRole('row', { name: /^AI 回复/ })
      .waitFor()

    await page.getByRole('button', { name: '查看数据表' }).click()
    await page
      .getByRole('region', { name: '消耗趋势' })
      .getByRole('link', { name: /^[1-9]/ })
      .first()
      .click()
    await page.waitForURL(/bill-list\?type=consume&range=custom/)
    await page
      .getByRole('row', { name: /AI 回复/ })
      .first()
      .waitFor()
    await page.getByRole('switch', { name: '按日汇总' }).click()
    await page.waitForURL(/daily=true/)
    await page.getByRole('columnheader', { name: '次数' }).waitFor()
    const delta = page.getByRole('columnheader', { name: '变动', exact: true })
    await delta.click()
    await page.waitForURL(/sort=-delta/)
    await expect.poll(() => delta.getAttribute('aria-sort')).toBe('descending')
    await page.getByRole('switch', { name: '按日汇总' }).click()
    await page.getByRole('link', { name: '查看会话' }).first().click()

    await page.waitForURL(/\/chat\?customerId=/)
    await page.getByRole('log').waitFor()
  },
)

journey('on a phone the overview and the sums by day fit the screen', async (place) => {
  const admin = await place.visit(PHONE)
  const { page } = admin
  const widthOf = () => page.evaluate(() => document.documentElement.scrollWidth)
  await admin.signIn(ADMIN, { path: '/point' })
  await page.getByRole('region', { name: '按账号' }).getByRole('row').nth(1).waitFor()
  expect(await widthOf()).toBe(PHONE.width)

  await page.goto('/point/bill-list?daily=true')
  await page
    .getByText(/\d+ 次/)
    .first()
    .waitFor()

  expect(await widthOf()).toBe(PHONE.width)
})

journey('who may not see points is told so, finds no way to recharge, and is led home', async (place) => {
  const agent = await place.visit()
  const { page } = agent
  await agent.signIn('13800000003', { path: '/point/order-list' })
  await page.waitForURL(/\/home$/)

  const widget = page.getByRole('button', { name: /^积分/ })
  await widget.hover()
  await page.getByText('日均消耗').waitFor()
  expect(await page.getByRole('button', { name: /充值/ }).count()).toBe(0)
  await widget.click()

  await page.getByText('抱歉，您暂无权限进入该页面').waitFor()
  expect(await page.getByRole('alertdialog').getByRole('button').allTextContents()).toEqual(['确认'])
})
