import { authApi, type SecondStepDemand } from '@ruwu/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { clearSession, readSession } from '../../session/session.ts'
import { createFakeServer } from '../../testing/fake-server.ts'
import { me, renderConsole } from '../../testing/render.tsx'
import { LoginPage } from './login-page.tsx'

const signedIn = {
  token: 'second token',
  entId: me.entId,
  id: me.id,
  entName: '如晤演示',
  recoveryCodes: [] as string[],
}
const CODE = '验证码'

/** The sign-in page after a right password. */
async function open(setup: SecondStepDemand['setup'] = null) {
  const server = createFakeServer()
  server.refuse(authApi.login, 'secondStep', { data: { challenge: 'sealed', setup } })
  server.answer(authApi.loginSecond, signedIn)
  const page = renderConsole(<LoginPage preload={() => Promise.resolve()} />, { server, path: '/login?redirect=%2Fbi' })
  clearSession()
  await page.user.click(await screen.findByLabelText('手机号'))
  await page.user.paste('13800000001')
  await page.user.click(screen.getByLabelText('密码'))
  await page.user.paste('ruwu2026')
  await page.user.click(screen.getByRole('button', { name: '登录' }))
  await screen.findByLabelText(CODE)
  const send = async (code: string) => {
    await page.user.clear(screen.getByLabelText(CODE))
    if (code) {
      screen.getByLabelText(CODE).focus()
      await page.user.paste(code)
    }
    await page.user.dblClick(screen.getByRole('button', { name: '验证' }))
  }
  return { ...page, send }
}

test('a right password leads to the code, and one code to the page that was asked for', async () => {
  const page = await open()

  await page.send('123 456')

  await expect.poll(() => page.address()).toBe('/bi')
  expect(page.server.calls(authApi.loginSecond)).toEqual([{ body: { challenge: 'sealed', code: '123 456' } }])
  expect(readSession()?.token).toBe('second token')
})

test.each([
  ['', '请输入验证码'],
  ['12345', '请输入 6 位数字或 16 位恢复码'],
])('%j is refused before it is sent', async (code, message) => {
  const page = await open()

  await page.send(code)

  expect(await screen.findByText(message)).toBeTruthy()
  expect(page.server.calls(authApi.loginSecond)).toEqual([])
})

test('a wrong code is told at its field; a challenge that is too old leads back to the password', async () => {
  const page = await open()
  page.server.refuse(authApi.loginSecond, 'validation', { data: { fields: { code: '验证码不正确或已使用过' } } })
  await page.send('123456')
  expect(await screen.findByText('验证码不正确或已使用过')).toBeTruthy()

  page.server.refuse(authApi.loginSecond, 'refused', { msg: '登录已超时，请重新输入密码' })
  await page.send('123456')
  expect(await screen.findByText('登录已超时，请重新输入密码')).toBeTruthy()
  await page.user.click(screen.getByRole('button', { name: '返回上一步' }))

  expect((await screen.findByLabelText<HTMLInputElement>('密码')).value).toBe('')
  expect(readSession()).toBeUndefined()
})

test('a set-up that the role demands shows the secret and its picture, then the recovery codes before the console opens', async () => {
  const page = await open({ secret: 'ABCDEFGHIJKL', uri: 'otpauth://totp/x?secret=ABCDEFGHIJKL' })
  page.server.answer(authApi.loginSecond, { ...signedIn, recoveryCodes: ['AAAABBBBCCCCDDDD', 'EEEEFFFFGGGGHHHH'] })
  expect(screen.getByText('ABCD EFGH IJKL')).toBeTruthy()
  const picture = screen.getByRole('figure', { name: '两步验证的二维码' })
  await expect.poll(() => picture.querySelector('svg')).not.toBeNull()

  await page.send('123456')

  expect(await screen.findByText('AAAA BBBB CCCC DDDD')).toBeTruthy()
  expect(readSession()).toBeUndefined()
  await page.user.click(screen.getByRole('button', { name: '我已保存，进入工作台' }))
  await expect.poll(() => page.address()).toBe('/bi')
})
