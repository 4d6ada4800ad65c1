import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { journeysOnOwnProduct } from '../../support/journey.ts'

const journey = journeysOnOwnProduct()

const ADMIN = '13800000001'

/** The code of the open order is scanned and paid. */
async function payCode(page: Page): Promise<Page> {
  const link = page.getByRole('link', { name: '打开模拟支付页' })
  const [phone] = await Promise.all([page.waitForEvent('popup'), link.click()])
  await phone.getByRole('button', { name: '确认支付' }).click()
  await phone.getByText('支付成功').waitFor()
  return phone
}

journey('points are ordered, paid by 微信支付 at the simulator and credited; the bill shows them', async (place) => {
  const admin = await place.visit()
  const { page } = admin
  await admin.signIn(ADMIN, { path: '/point' })
  await page.getByRole('navigation', { name: '积分' }).getByRole('link', { name: '购买积分' }).click()
  await page.getByRole('button', { name: '《积分购买协议》' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '知道了' }).click()
  await page.getByLabel('我已阅读并同意《积分购买协议》').check()
  await page.getByRole('button', { name: '提交订单' }).click()
  await page.getByText('请使用微信支付扫码付款').waitFor()

  const phone = await payCode(page)
  await page.getByText('支付成功').waitFor()
  await page.getByText('33,000 积分已到账').waitFor()
  // A second payment of the same code is not possible.
  await phone.reload()
  expect(await phone.getByRole('button', { name: '确认支付' }).count()).toBe(0)
  await phone.close()

  await page.getByRole('link', { name: '查看账单' }).click()
  await page.getByText('购买积分').last().waitFor()
  await page.getByText('+30,000').waitFor()
  await page
    .getByRole('link', { name: /^订单 \d/ })
    .first()
    .click()
  await page.waitForURL(/order-list\?orderNo=/)
  await page.getByRole('row', { name: /标准/ }).getByText('已支付').waitFor()
})

journey('a cancelled order shows no code, and its code at the simulator can no longer be paid', async (place) => {
  const admin = await place.visit()
  const { page } = admin
  await admin.signIn(ADMIN, { path: '/point/purchase' })
  await page.getByRole('radio', { name: /基础/ }).check({ force: true })
  await page.getByLabel('我已阅读并同意《积分购买协议》').check()
  await page.getByRole('button', { name: '提交订单' }).click()
  const code = await page.getByRole('link', { name: '打开模拟支付页' }).getAttribute('href')

  await page.getByRole('link', { name: '返回订单' }).click()
  await page.getByRole('row', { name: /基础/ }).getByRole('button', { name: '取消订单' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '确认' }).click()
  await page.getByRole('row', { name: /基础/ }).getByText('已取消').waitFor()

  await expect.poll(async () => (await fetch(code ?? '')).text()).toContain('订单已关闭')
})

journey('another method is chosen on the payment page, and a number of one’s own is paid by 支付宝', async (place) => {
  const admin = await place.visit()
  const { page } = admin
  await admin.signIn(ADMIN, { path: '/point/purchase' })
  await page.getByRole('spinbutton', { name: '自定义数量' }).fill('2000')
  await page.getByLabel('我已阅读并同意《积分购买协议》').check()
  await page.getByRole('button', { name: '提交订单' }).click()
  await page.getByText('请使用微信支付扫码付款').waitFor()
  await page.getByText('支付宝', { exact: true }).click()
  await page.getByText('请使用支付宝扫码付款').waitFor()

  await payCode(page)

  await page.getByText('2,000 积分已到账').waitFor()
})

journey(
  'a bank transfer shows the account and the code of the enterprise; its receipt waits to be checked',
  async (place) => {
    const admin = await place.visit()
    const { page } = admin
    await admin.signIn(ADMIN, { path: '/point/purchase' })
    await page.getByRole('radio', { name: /进阶/ }).check({ force: true })
    await page.getByLabel('我已阅读并同意《积分购买协议》').check()
    await page.getByRole('button', { name: '提交订单' }).click()
    await page.getByText('对公转账', { exact: true }).click()
    await page.getByText(/^RW[0-9A-F]{8}$/).waitFor()

    const receipt = {
      name: 'receipt.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj\n'),
    }
    await page.locator('input[type=file]').setInputFiles(receipt)

    await page.getByText('等待核验').waitFor()
    await page.getByRole('link', { name: '返回订单' }).click()
    await page.getByRole('row', { name: /进阶/ }).getByText('待核验').waitFor()
  },
)
