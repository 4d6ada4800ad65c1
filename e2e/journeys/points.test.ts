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
