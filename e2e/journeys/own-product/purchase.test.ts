import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { alipayKey, notifyAlipay, strangerKey } from '../../support/alipay-notice.ts'
import { RESTING_PLACE } from '../../support/browser.ts'
import { leavePoints, query } from '../../support/database.ts'
import { journeysOnOwnProduct } from '../../support/journey.ts'

const journey = journeysOnOwnProduct()

const ADMIN = '13800000001'

/** From the purchase page to the payment of a new order; answers its number. */
async function order(page: Page): Promise<string> {
  await page.getByLabel('我已阅读并同意《积分购买协议》').check()
  await page.getByRole('button', { name: '提交订单' }).click()
  await page.waitForURL(/order-pay\?orderNo=/)
  return new URL(page.url()).searchParams.get('orderNo') ?? ''
}

/** The code of the open order is scanned and paid. */
async function payCode(page: Page): Promise<Page> {
  const link = page.getByRole('link', { name: '打开模拟支付页' })
  const [phone] = await Promise.all([page.waitForEvent('popup'), link.click()])
  await phone.getByRole('button', { name: '确认支付' }).click()
  await phone.getByText('支付成功').waitFor()
  return phone
}

journey('points are paid by 微信支付 and credited; the bill shows them, and an invoice is requested', async (place) => {
  const admin = await place.visit()
  const { page } = admin
  await admin.signIn(ADMIN, { path: '/point' })
  await page.getByRole('navigation', { name: '积分' }).getByRole('link', { name: '购买积分' }).click()
  await page.waitForURL('**/point/purchase')
  await page.getByRole('button', { name: '《积分购买协议》' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '知道了' }).click()
  await order(page)
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
  const row = page.getByRole('row', { name: /标准/ })
  await row.getByText('已支付').waitFor()

  await row.getByRole('button', { name: '申请发票' }).click()
  await page.getByLabel('发票抬头').fill('青山木业有限公司')
  await page.getByLabel('税号').fill('91330100799655058b')
  await page.getByLabel('接收邮箱').fill('pay@qingshan.cn')
  await page.getByRole('button', { name: '提交申请' }).click()
  await row.getByText('已申请').waitFor()
  await row.getByRole('link', { name: '详情' }).click()
  const detail = page.getByRole('dialog', { name: '订单详情' })
  await detail.getByText('pay@qingshan.cn').waitFor()
  expect(await detail.getByRole('listitem').count()).toBe(3)
  // Who comes back to the payment after its notification sees that it is done.
  await page.goto(`/point/order-pay${new URL(page.url()).search}`)
  await page.getByText('支付成功').waitFor()
})

journey('a cancelled order shows no code, and its code at the simulator can no longer be paid', async (place) => {
  const admin = await place.visit()
  const { page } = admin
  await admin.signIn(ADMIN, { path: '/point/purchase' })
  await page.getByRole('radio', { name: /基础/ }).check({ force: true })
  await order(page)
  const code = await page.getByRole('link', { name: '打开模拟支付页' }).getAttribute('href')

  await page.getByRole('link', { name: '返回订单' }).click()
  await page.getByRole('row', { name: /基础/ }).getByRole('button', { name: '取消订单' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '确认' }).click()
  await page.getByRole('row', { name: /基础/ }).getByText('已取消').waitFor()

  await expect.poll(async () => (await fetch(code ?? '')).text()).toContain('订单已关闭')
})

journey(
  'money that arrives after the end of an order revives it; forged and replayed notifications do not, a second payment is told',
  async (place) => {
    const { server } = place
    const admin = await place.visit()
    const { page } = admin
    await admin.signIn(ADMIN, { path: '/point/purchase' })
    await page.getByRole('spinbutton', { name: '自定义数量' }).fill('3000')
    const orderNo = await order(page)
    await page.getByText('支付宝', { exact: true }).click()
    await page.getByText('请使用支付宝扫码付款').waitFor()
    // Shown with the code of this method, which prolongs the order.
    await page.getByRole('link', { name: '打开模拟支付页' }).waitFor()
    await query(server, `update point_order set expire_at = now() where order_no = $1`, [orderNo])
    await page.getByText('订单已取消（超时未支付）').waitFor()

    const payment = { orderNo, yuan: '294.00' }
    expect(await notifyAlipay(server, strangerKey(), payment)).toBe('failure')
    await page.reload()
    await page.getByText('订单已取消（超时未支付）').waitFor()
    const key = await alipayKey(server)
    expect(await notifyAlipay(server, key, payment)).toBe('success')
    await page.getByText('3,000 积分已到账').waitFor()
    expect(await notifyAlipay(server, key, payment)).toBe('success')
    expect(await notifyAlipay(server, key, { ...payment, tradeNo: 'twice' })).toBe('success')

    await page.goto(`/point/order-list?detail=${orderNo}`)
    const detail = page.getByRole('dialog', { name: '订单详情' })
    await detail.getByText('已入账').waitFor()
    await detail.getByText('重复支付').waitFor()
    expect(await detail.getByText('流水号').count()).toBe(2)
    expect(await query(server, 'select 1 from point_ledger where order_no = $1', [orderNo])).toHaveLength(1)
  },
)

journey(
  'an order with a coupon has codes of both methods; one is paid while its page is left, the other ends',
  async (place) => {
    const { server } = place
    const admin = await place.visit()
    const { page } = admin
    await query(
      server,
      `insert into point_coupon (code, percent, least_amount, last_day, uses_each, created_at) values ('SPRING26', 10, 0, '2099-12-31', 1, now())`,
    )
    await admin.signIn(ADMIN, { path: '/point/purchase' })
    await page.getByRole('spinbutton', { name: '自定义数量' }).fill('2000')
    await page.getByLabel('优惠码').fill('spring26')
    await page.getByRole('button', { name: '使用', exact: true }).click()
    await page.getByText('¥176.40').waitFor()
    const orderNo = await order(page)
    const link = page.getByRole('link', { name: '打开模拟支付页' })
    const other = await link.getAttribute('href')
    await page.getByText('支付宝', { exact: true }).click()
    await page.getByText('请使用支付宝扫码付款').waitFor()
    const code = await link.getAttribute('href')

    await page.getByRole('link', { name: '返回订单' }).click()
    await page
      .getByRole('row', { name: new RegExp(orderNo) })
      .getByText('待支付')
      .waitFor()
    expect(await (await fetch(code ?? '', { method: 'POST' })).text()).toContain('支付成功')
    const status = 'select status from point_order where order_no = $1'
    await expect.poll(() => query(server, status, [orderNo])).toEqual([{ status: 'paid' }])

    await page.goBack()
    await page.getByText('2,000 积分已到账').waitFor()
    await expect.poll(async () => (await fetch(other ?? '')).text()).toContain('订单已关闭')
  },
)

journey('a bank transfer waits with its receipt until the operator confirms it', async (place) => {
  const { server } = place
  const admin = await place.visit()
  const { page } = admin
  await admin.signIn(ADMIN, { path: '/point/purchase' })
  await page.getByRole('radio', { name: /进阶/ }).check({ force: true })
  const orderNo = await order(page)
  await page.getByText('对公转账', { exact: true }).click()
  await page.getByText(/^RW[0-9A-F]{8}$/).waitFor()

  const receipt = {
    name: 'receipt.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj\n'),
  }
  await page.locator('input[type=file]').setInputFiles(receipt)
  await page.getByText('等待核验').waitFor()
  await server.operate('order/orders-command.ts', 'confirm', orderNo, 'B1', '8,800.00', '2026-03-16')
  await page.getByText('112,000 积分已到账').waitFor()

  await page.goto(`/point/order-list?detail=${orderNo}`)
  const detail = page.getByRole('dialog', { name: '订单详情' })
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    detail.getByRole('button', { name: '下载回单' }).click(),
  ])
  expect(download.suggestedFilename()).toBe(`${orderNo}-回单.pdf`)
})

journey('used-up points warn once, and again after a recharge was used up', async (place) => {
  const { server } = place
  const admin = await place.visit()
  const { page } = admin
  const warning = page.getByRole('alertdialog', { name: '积分已用尽' })
  await leavePoints(server, 0)
  await admin.signIn(ADMIN, { path: '/point' })
  await warning.getByRole('button', { name: '稍后处理' }).click()
  await page.reload()
  await page.getByRole('region', { name: '积分批次' }).waitFor()
  expect(await warning.count()).toBe(0)

  await page.getByRole('button', { name: '演示充值' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '确认' }).click()
  await page.getByText(/演示充值成功/).waitFor()
  // The open page would still ask for its balance, and show the warning just before it is left.
  await page.goto(RESTING_PLACE)
  await leavePoints(server, 0)
  await page.goto('/point')
  await warning.waitFor()
})
