import { authApi } from '@ruwu/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createFakeServer } from '../../testing/fake-server.ts'
import { me, renderConsole, valueIn } from '../../testing/render.tsx'
import { LoginPage } from './login-page.tsx'

async function open(path = '/login') {
  const server = createFakeServer()
  server.answer(authApi.login, { token: 'token', entId: me.entId, id: me.id, entName: '如晤演示' })
  server.answer(authApi.captcha, { captchaId: 'a'.repeat(32) as never, image: 'data:image/png;base64,' })
  const page = renderConsole(<LoginPage preload={() => Promise.resolve()} />, { server, path })
  await screen.findByLabelText('手机号')
  const type = async (telephone: string, password: string) => {
    await page.user.click(screen.getByLabelText('手机号'))
    await page.user.paste(telephone)
    await page.user.click(screen.getByLabelText('密码'))
    await page.user.paste(password)
  }
  return { ...page, type, submit: () => screen.getByRole('button', { name: '登录' }) }
}

test('a double click signs in once and leads to the page that was asked for', async () => {
  const page = await open('/login?redirect=%2Fsetting%2Frole')

  await page.type('+86 138-0000-0001', 'ruwu2026')
  await page.user.dblClick(page.submit())

  await expect.poll(() => page.address()).toBe('/setting/role')
  expect(page.server.calls(authApi.login)).toEqual([
    { body: { telephone: '13800000001', password: expect.stringMatching(/^[0-9a-f]{64}$/) } },
  ])
})

test.each([
  ['', '', ['请输入手机号', '请输入密码']],
  ['123', 'ruwu2026', ['请输入正确的手机号']],
  ['13800000001', '12 456', ['密码不能包含空格，长度为 6~20 位']],
])('%j with the password %j is refused before it is sent', async (telephone, password, messages) => {
  const page = await open()

  if (telephone || password) await page.type(telephone, password)
  await page.user.click(page.submit())

  for (const message of messages) expect(await screen.findByText(message)).toBeTruthy()
  expect(document.activeElement?.getAttribute('aria-invalid')).toBe('true')
  expect(page.server.calls(authApi.login)).toEqual([])
})

test('wrong credentials keep the number and select the password', async () => {
  const page = await open()
  page.server.refuse(authApi.login, 'wrongCredentials')

  await page.type('13800000001', 'ruwu0000')
  await page.user.click(page.submit())

  expect(await screen.findByText('手机号或密码错误')).toBeTruthy()
  expect(valueIn('手机号')).toBe('138 0000 0001')
  expect(document.activeElement).toBe(screen.getByLabelText('密码'))
})

test('a demanded picture code is asked for, sent once, and renewed after a refusal', async () => {
  const page = await open()
  page.server.refuse(authApi.login, 'wrongCredentials', { data: { captchaRequired: true } })

  await page.type('13800000001', 'ruwu0000')
  await page.user.click(page.submit())
  await page.user.click(await screen.findByLabelText('图形验证码'))
  await page.user.paste('AB12')
  await page.user.click(page.submit())

  await expect.poll(() => page.server.calls(authApi.captcha).length).toBe(2)
  expect(page.server.calls(authApi.login)[1]?.body).toMatchObject({ captchaCode: 'AB12' })
  expect(valueIn('图形验证码')).toBe('')
})

test('a one-time password is replaced in the same form', async () => {
  const page = await open()
  const fields = { newPassword: '这是一次性密码，请设置自己的密码' }
  page.server.refuse(authApi.login, 'validation', { data: { fields } })

  await page.type('13800000001', 'oncE2345')
  await page.user.click(page.submit())
  expect(await screen.findByText(fields.newPassword)).toBeTruthy()
  for (const label of ['新密码', '确认密码']) {
    await page.user.click(screen.getByLabelText(label))
    await page.user.paste('own-secret')
  }
  page.server.answer(authApi.login, { token: 'token', entId: me.entId, id: me.id, entName: '如晤演示' })
  await page.user.click(page.submit())

  await expect.poll(() => page.server.calls(authApi.login).length).toBe(2)
  const digest = expect.stringMatching(/^[0-9a-f]{64}$/) as string
  expect(page.server.calls(authApi.login)[1]?.body).toMatchObject({ password: digest, newPassword: digest })
})

test('an account that has to wait shows how long; another number may try at once', async () => {
  const page = await open()
  page.server.refuse(authApi.login, 'tooOften', { data: { retryAfter: 900 } })

  await page.type('13800000001', 'ruwu0000')
  await page.user.click(page.submit())
  expect((await screen.findByText(/后可重试/)).closest('button')?.disabled).toBe(true)

  await page.user.clear(screen.getByLabelText('手机号'))
  await page.user.click(screen.getByLabelText('手机号'))
  await page.user.paste('13800000002')
  expect(page.submit()).toHaveProperty('disabled', false)
})
