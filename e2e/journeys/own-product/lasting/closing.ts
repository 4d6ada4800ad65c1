import { createHash } from 'node:crypto'
import { authApi, CORE_BASE_PATH } from '@ruwu/contract'
import { expect } from 'vitest'
import { query } from '../../../support/database.ts'
import type { Server } from '../../../support/server.ts'
import { journey } from './product.ts'

const OWNER = '13612345677'
const PASSWORD = 'own-secret'
const digest = (password: string) => createHash('sha256').update(password).digest('hex')

/** An enterprise by the operator's command, whose owner has set a password: the demo's own cannot be closed. */
async function createEnterprise(server: Server): Promise<void> {
  const said = await server.operate('admin/admin-command.ts', 'create', '白川木业', '沈白川', OWNER)
  const once = /一次性密码 (\w+)（/.exec(said)?.[1] ?? ''
  const body = { telephone: OWNER, password: digest(once), newPassword: digest(PASSWORD) }
  await fetch(`${server.url}${CORE_BASE_PATH}${authApi.login.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

journey('an enterprise is closed by password and name, every page says so, and it is undone', async (place) => {
  await createEnterprise(place.server)
  const visitor = await place.visit()
  const { page } = visitor
  // A new enterprise is first led to bind an account.
  await visitor.signIn(OWNER, { password: PASSWORD, path: '/channel-auth' })
  await page.getByText('暂不绑定，进入工作台').click()
  await page.waitForURL('**/home')
  await page.goto('/setting/company')

  await page.getByRole('button', { name: '注销企业' }).click()
  const dialog = page.getByRole('dialog', { name: '注销企业' })
  await dialog.getByLabel('企业名称（确认）').fill('白川')
  await dialog.getByRole('button', { name: '确认注销' }).click()
  await dialog.getByText('输入的名称与企业名称不一致').waitFor()
  await dialog.getByLabel('企业名称（确认）').fill('白川木业')
  await dialog.getByLabel('登录密码').fill('not-the-one')
  await dialog.getByRole('button', { name: '确认注销' }).click()
  await dialog.getByText('密码不正确').waitFor()
  await dialog.getByLabel('登录密码').fill(PASSWORD)
  await dialog.getByRole('button', { name: '确认注销' }).click()
  await dialog.waitFor({ state: 'detached' })

  const banner = page.getByRole('alert').filter({ hasText: '企业将被注销' })
  await banner.waitFor()
  const closes = async () =>
    (
      await query<{ days: string | null }>(
        place.server,
        `select round(extract(epoch from closes_at - now()) / 86400)::text as days from enterprise where name = '白川木业'`,
      )
    )[0]?.days
  expect(await closes()).toBe('7')
  await page.goto('/setting')
  await banner.getByText(/起删除全部数据/).waitFor()

  await banner.getByRole('button', { name: '撤销注销' }).click()
  await page.getByText('已撤销注销').waitFor()
  await banner.waitFor({ state: 'detached' })
  expect(await closes()).toBeNull()
  visitor.forgive(/^console: 请求参数不正确/)
})

journey('the demo’s enterprise is not offered to be closed', async (place) => {
  const visitor = await place.visit()
  await visitor.signIn('13800000001', { path: '/setting/company' })

  await visitor.page.getByLabel('企业名称').waitFor()
  expect(await visitor.page.getByRole('button', { name: '注销企业' }).count()).toBe(0)
})
