import { authApi, registerApi } from '@ruwu/contract'
import { screen, within } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { createFakeServer } from '../../testing/fake-server.ts'
import { me, renderConsole, valueIn } from '../../testing/render.tsx'
import { LoginPage } from './login-page.tsx'
import { RegisterPage } from './register-page.tsx'

const LABELS = ['企业名称', '姓名', '手机号', '短信验证码', '密码', '确认密码'] as const
const GOOD = ['青山木业', '沈青山', '136 1234 5678', '012345', 'own-secret', 'own-secret']

async function open() {
  const server = createFakeServer()
  server.answer(authApi.captcha, { captchaId: 'a'.repeat(32) as never, image: 'data:image/png;base64,' })
  server.answer(registerApi.sendSms, { isSent: true, code: null })
  server.answer(registerApi.submit, { token: 'token', entId: me.entId, id: me.id, entName: '青山木业' })
  const page = renderConsole(<RegisterPage preload={() => Promise.resolve()} />, { server, path: '/register' })
  await screen.findByLabelText('企业名称')
  const type = async (label: string, text: string) => {
    await page.user.clear(screen.getByLabelText(label))
    await page.user.click(screen.getByLabelText(label))
    await page.user.paste(text)
  }
  return {
    ...page,
    type,
    fill: async () => {
      for (const [no, label] of LABELS.entries()) await type(label, GOOD[no] ?? '')
      await page.user.click(screen.getByRole('checkbox'))
    },
    button: (name: string | RegExp) => screen.getByRole('button', { name }),
  }
}

test('a double click registers once and leads to the start page', async () => {
  const page = await open()

  await page.fill()
  await page.user.dblClick(page.button('注册'))

  await expect.poll(() => page.address()).toBe('/')
  expect(page.server.calls(registerApi.submit)).toEqual([
    {
      body: {
        entName: '青山木业',
        name: '沈青山',
        telephone: '13612345678',
        smsCode: '012345',
        password: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      },
    },
  ])
})

test('an empty form names every field, focuses the first and sends nothing', async () => {
  const page = await open()

  await page.user.click(page.button('注册'))

  for (const message of ['请输入企业名称', '请输入姓名', '请输入手机号', '请输入短信验证码', '请先阅读并同意协议'])
    expect(await screen.findByText(message)).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('企业名称'))
  // Correcting one field leaves the focus in it.
  await page.type('企业名称', '青山木业')
  expect(document.activeElement).toBe(screen.getByLabelText('企业名称'))
  expect(page.server.calls(registerApi.submit)).toEqual([])
})

test('a refusal stands at its field and keeps what was typed', async () => {
  const page = await open()
  const fields = { telephone: '该手机号已注册，请直接登录' }
  page.server.refuse(registerApi.submit, 'validation', { data: { fields } })

  await page.fill()
  await page.user.click(page.button('注册'))

  expect(await screen.findByText(fields.telephone)).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('手机号'))
  expect(LABELS.map(valueIn)).toEqual(GOOD)
})

test('the picture code is asked for before an SMS is sent, then the button counts down', async () => {
  const page = await open()

  await page.user.click(page.button('获取验证码'))
  expect(await screen.findByText('请输入手机号')).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()

  await page.type('手机号', '13612345678')
  await page.user.click(page.button('获取验证码'))
  await page.user.click(await screen.findByLabelText('图形验证码'))
  await page.user.paste('AB12')
  await page.user.dblClick(page.button('确认'))

  expect(await screen.findByText('验证码已发送至 136 1234 5678，5 分钟内有效')).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(page.server.calls(registerApi.sendSms)).toEqual([
    { body: { telephone: '13612345678', captchaId: 'a'.repeat(32), captchaCode: 'AB12' } },
  ])
  expect(page.button(/后可重试$/)).toHaveProperty('disabled', true)
  await page.type('手机号', '13612345679')
  expect(page.button('获取验证码')).toHaveProperty('disabled', false)
})

test('a refused picture code is renewed in the dialog; Escape sends nothing', async () => {
  const page = await open()
  page.server.refuse(registerApi.sendSms, 'validation', { data: { fields: { captchaCode: '图形验证码不正确' } } })
  await page.type('手机号', '13612345678')
  await page.user.click(page.button('获取验证码'))

  await page.user.click(page.button('确认'))
  expect(await within(screen.getByRole('dialog')).findByText('请输入图形验证码')).toBeTruthy()
  await page.user.click(screen.getByLabelText('图形验证码'))
  await page.user.paste('XXXX')
  await page.user.click(page.button('确认'))

  expect(await screen.findByText('图形验证码不正确')).toBeTruthy()
  await expect.poll(() => page.server.calls(authApi.captcha).length).toBe(2)
  expect(valueIn('图形验证码')).toBe('')
  await page.user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(page.server.calls(registerApi.sendSms)).toHaveLength(1)
})

test.each([
  ['034567', '演示环境不发短信，验证码是 034567'],
  [null, '本服务未配置短信，请向运维索取验证码'],
])('a code that was not sent (%s) is not told as sent', async (code, text) => {
  const page = await open()
  page.server.answer(registerApi.sendSms, { isSent: false, code })

  await page.type('手机号', '13612345678')
  await page.user.click(page.button('获取验证码'))
  await page.user.click(await screen.findByLabelText('图形验证码'))
  await page.user.paste('AB12')
  await page.user.click(page.button('确认'))

  expect(await screen.findByText(text)).toBeTruthy()
})

// R5
test.each([
  [{ isEmpty: true }, ['注册企业', '注册第一家企业'], true],
  [{ isEmpty: true, registerDisabled: 'true' }, [], true],
  [{ registerDisabled: '' }, ['注册企业'], false],
  [{ registerDisabled: 'true' }, [], false],
])('with %j the sign-in page links to %j', async (config, links, tellsCommand) => {
  window.RUWU_CONFIG = config
  onTestFinished(() => void delete window.RUWU_CONFIG)
  renderConsole(<LoginPage preload={() => Promise.resolve()} />, { path: '/login' })
  await screen.findByLabelText('手机号')

  expect(screen.queryAllByRole('link').map((link) => link.textContent)).toEqual(links)
  expect(screen.queryByText('npm run admin -- create 企业名称 姓名 手机号') !== null).toBe(tellsCommand)
})
