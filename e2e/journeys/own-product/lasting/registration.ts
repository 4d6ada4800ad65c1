import { createHash } from 'node:crypto'
import { agentApi, roleApi } from '@ruwu/contract'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { callAs } from '../../../support/caller.ts'
import { query } from '../../../support/database.ts'
import type { Server } from '../../../support/server.ts'
import { journey } from './product.ts'

const COMMAND = 'admin/admin-command.ts'
const CONTACT = '13612345679'
const LICENCE = {
  name: 'licence.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
}

/** The code that the demo shows instead of sending it. */
async function shownCode(page: Page): Promise<string> {
  const note = await page.getByText(/^演示环境不发短信，验证码是 \d{6}$/).textContent()
  return /\d{6}/.exec(note ?? '')?.[0] ?? ''
}

async function register(page: Page, server: Server): Promise<void> {
  await page.goto('/login')
  await page.getByRole('link', { name: '注册企业' }).click()
  await page.getByLabel('企业名称').fill('青山木业')
  await page.getByLabel('姓名').fill('沈青山')
  await page.getByLabel('手机号').fill('13612345678')
  await page.getByRole('button', { name: '获取验证码' }).click()
  await page.getByRole('img', { name: '图形验证码' }).waitFor()
  const [solved] = await query<{ answer: string }>(server, 'select answer from captcha order by id desc limit 1')
  await page.getByLabel('图形验证码').fill(solved?.answer ?? '')
  await page.getByRole('button', { name: '确认' }).click()
  await page.getByLabel('短信验证码').fill(await shownCode(page))
  await page.getByLabel('密码', { exact: true }).fill('own-secret')
  await page.getByLabel('确认密码').fill('own-secret')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: '注册', exact: true }).click()
  // A new enterprise has no channel account yet.
  await page.waitForURL('**/channel-auth')
  await page.goto('/setting')
  await page.waitForURL('**/channel-auth')
  await page.getByText('暂不绑定，进入工作台').click()
  await page.waitForURL('**/home')
}

/** The second step, with a fresh code. */
async function submitContact(page: Page): Promise<void> {
  await page.getByRole('button', { name: '获取验证码' }).click()
  await page.getByLabel('短信验证码').fill(await shownCode(page))
  await page.getByRole('button', { name: '提交认证' }).click()
  await page.getByRole('heading', { name: '审核中' }).waitFor()
}

/** As `certify list` prints it. */
async function pendingId(server: Server): Promise<string> {
  const pending = `select replace(id::text, '-', '') as id from certification where status = 'pending'`
  const [found] = await query<{ id: string }>(server, pending)
  return found?.id ?? ''
}

async function hire(page: Page, no: number): Promise<unknown> {
  const [role] = await callAs(page, roleApi.list, {})
  const password = createHash('sha256').update('first-Pa55word').digest('hex')
  const body = {
    name: `客服${no}`,
    telephone: `1370000000${no}`,
    roleId: role!.id,
    accountScope: null,
    limit: 20,
    password,
  }
  return callAs(page, agentApi.create, { body })
}

journey('an enterprise registers by SMS, is rejected, then certified, and its limits are lifted', async (place) => {
  const { server } = place
  const { page } = await place.visit()
  await register(page, server)
  await hire(page, 1)
  await expect(hire(page, 2)).rejects.toThrow('客服数量已达上限')

  await page.goto('/setting')
  await page.getByRole('link', { name: /企业信息.*未认证/ }).click()
  await page.getByRole('link', { name: '去认证' }).click()
  await page.getByLabel('主体名称').fill('青山木业有限公司')
  await page.getByLabel('统一社会信用代码').fill('91330100799655058C')
  await page.getByLabel('法定代表人').fill('沈青山')
  await page.getByLabel('营业执照').setInputFiles(LICENCE)
  await page.getByRole('button', { name: '更换图片' }).waitFor()
  await page.getByRole('button', { name: '下一步' }).click()
  await page.getByText('统一社会信用代码不正确').waitFor()
  await page.getByLabel('统一社会信用代码').fill('91330100799655058B')
  await page.getByRole('button', { name: '下一步' }).click()
  await page.getByLabel('姓名').fill('沈青山')
  await page.getByLabel('手机号').fill(CONTACT)
  await submitContact(page)

  await server.operate(COMMAND, 'certify', 'reject', await pendingId(server), '营业执照不清晰')
  await page.getByText('原因：营业执照不清晰').waitFor()
  await page.getByRole('button', { name: '重新提交' }).click()
  expect(await page.getByLabel('主体名称').inputValue()).toBe('青山木业有限公司')
  await page.getByRole('button', { name: '下一步' }).click()
  expect(await page.getByLabel('手机号').inputValue()).toBe(CONTACT)
  await query(server, `delete from throttle where key = 'sms:interval:${CONTACT}'`)
  await submitContact(page)

  await server.operate(COMMAND, 'certify', 'approve', await pendingId(server))
  await page.getByRole('heading', { name: '已通过' }).waitFor()
  await hire(page, 2)
  await page.getByRole('link', { name: '返回设置' }).first().click()
  await page.getByRole('link', { name: /企业信息.*已认证/ }).click()
  expect(await page.getByLabel('企业名称').isDisabled()).toBe(true)
})
