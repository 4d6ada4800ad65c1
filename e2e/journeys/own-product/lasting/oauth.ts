import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished } from 'vitest'
import { expectAccessible } from '../../../support/accessibility.ts'
import { registerApplication } from '../../../support/application.ts'
import { journey } from './product.ts'

/** The other application's own page, where the browser comes back to. */
async function startApp() {
  const server = createServer((_request, response) => response.end('<title>客户管家</title>')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/back`
}

journey('an application gets what an agent allows, nothing after a refusal, and loses it again', async (place) => {
  const { server } = place
  const back = await startApp()
  const { clientId, verifier, request } = await registerApplication(server, '客户管家', back)
  const lin = await place.visit()
  const { page } = lin

  // Not signed in: the sign-in page names the application, and the consent page follows.
  await page.goto(`/oauth2/confirm?${request}`)
  await page.getByText('登录后授权给「客户管家」').waitFor()
  await expectAccessible(page, 'sign-in for an application')
  await page.getByLabel('手机号').fill('13800000003')
  await page.getByLabel('密码', { exact: true }).fill('ruwu2026')
  await page.getByRole('button', { name: '登录' }).click()
  await page.getByText('读取您的姓名和头像').waitFor()
  await page.getByText('林小满').waitFor()
  await expectAccessible(page, 'consent for an application')
  await page.getByRole('button', { name: '拒绝' }).click()
  await page.waitForURL(`${back}?error=access_denied&state=state-1`)

  await page.goto(`/oauth2/confirm?${request}`)
  await page.getByRole('button', { name: '同意授权' }).click()
  await page.waitForURL((url) => url.href.startsWith(back))
  const code = new URL(page.url()).searchParams.get('code') ?? ''
  const form = {
    grant_type: 'authorization_code',
    client_id: clientId,
    redirect_uri: back,
    code,
    code_verifier: verifier,
  }
  const answer = await fetch(`${server.url}/oauth2/token`, { method: 'POST', body: new URLSearchParams(form) })
  const { access_token: token } = (await answer.json()) as { access_token: string }
  const ask = () => fetch(`${server.url}/oauth2/userinfo`, { headers: { authorization: `Bearer ${token}` } })
  expect(await (await ask()).json()).toMatchObject({ name: '林小满' })

  const admin = await place.visit()
  await admin.signIn('13800000001', { path: '/setting' })
  await admin.page.getByRole('button', { name: /授权应用/ }).click()
  await admin.page.getByText('林小满 于').waitFor()
  await admin.page.getByRole('button', { name: '撤销', exact: true }).click()
  await admin.page.getByRole('alertdialog').getByRole('button', { name: '撤销' }).click()
  await admin.page.getByText('还没有授权给其它应用').waitFor()
  expect((await ask()).status).toBe(401)
})
