import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { totpCode, totpStep } from '../../../../apps/server/src/platform/auth/totp.ts'
import { journey } from './product.ts'

const ADMIN = '13800000001'

async function typePassword(page: Page): Promise<void> {
  await page.getByLabel('手机号').fill(ADMIN)
  await page.getByLabel('密码', { exact: true }).fill('ruwu2026')
  await page.getByRole('button', { name: '登录' }).click()
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: '个人菜单' }).click()
  await page.getByText('退出登录').click()
  await page.waitForURL('**/login**')
}

journey('two steps are turned on, signed in with by code and by recovery code, and the log shows it', async (place) => {
  const visitor = await place.visit()
  const { page } = visitor
  await page.goto('/login')
  await typePassword(page)
  await page.waitForURL('**/home')

  await page.getByRole('button', { name: '个人菜单' }).click()
  await page.getByRole('button', { name: '账号与安全' }).click()
  const sheet = page.getByRole('dialog', { name: '账号与安全' })
  await sheet.getByText('本设备').waitFor()
  await sheet.getByRole('button', { name: '开启' }).click()
  await sheet.getByLabel('登录密码').fill('ruwu2026')
  await sheet.getByRole('button', { name: '下一步' }).click()
  await sheet.getByRole('figure', { name: '两步验证的二维码' }).locator('svg').waitFor()
  const secret = (await sheet.locator('code').innerText()).replaceAll(' ', '')
  // Each step's code is accepted once: later ones are those of the following step, which pass as well.
  const first = totpStep(new Date())
  await sheet.getByLabel('验证码').fill(totpCode(secret, first))
  await sheet.getByRole('button', { name: '开启' }).click()
  const codes = sheet.getByRole('list', { name: '恢复码' }).locator('code')
  await codes.first().waitFor()
  expect(await codes.count()).toBe(10)
  const recovery = await codes.first().innerText()
  await sheet.getByRole('button', { name: '我已保存' }).click()
  await sheet.getByText('剩余 10 个恢复码').waitFor()
  await page.keyboard.press('Escape')
  await signOut(page)

  await typePassword(page)
  await page.getByLabel('验证码').fill('000000')
  await page.getByRole('button', { name: '验证' }).click()
  await page.getByText('验证码不正确或已使用过').waitFor()
  await page.getByLabel('验证码').fill(totpCode(secret, first + 1))
  await page.getByRole('button', { name: '验证' }).click()
  await page.waitForURL('**/home')
  await signOut(page)

  await typePassword(page)
  await page.getByLabel('验证码').fill(recovery)
  await page.getByRole('button', { name: '验证' }).click()
  await page.waitForURL('**/home')

  await page.goto('/setting')
  await page.getByRole('button', { name: /安全与日志/ }).click()
  const log = page.getByRole('dialog', { name: '操作日志' })
  await log.getByRole('listitem').filter({ hasText: '使用恢复码' }).waitFor()
  for (const action of ['开启两步验证', '登录失败', '退出登录'])
    expect(await log.getByRole('listitem').filter({ hasText: action }).count()).toBeGreaterThan(0)
  visitor.forgive(/^console: (请完成两步验证|请求参数不正确|验证码不正确)|401/)
})
