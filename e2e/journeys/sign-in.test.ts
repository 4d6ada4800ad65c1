import { expect } from 'vitest'
import { journeys } from '../support/journey.ts'

const journey = journeys()
const LIN = '13800000003'

journey('an agent signs in, sees the shell, and signs out', async ({ visit }) => {
  const { page } = await visit()
  await page.goto('/')
  await page.waitForURL('**/login')

  await page.getByLabel('手机号').fill(LIN)
  await page.getByLabel('密码', { exact: true }).fill('ruwu2026')
  await page.getByRole('button', { name: '登录' }).click()
  await page.waitForURL('**/home')

  await page.getByText('你好，林小满').waitFor()
  const cookies = await page.context().cookies()
  expect(cookies.map((cookie) => cookie.name).toSorted()).toEqual(['agentId', 'authorization', 'entId', 'entName'])
  for (const cookie of cookies) {
    expect(cookie).toMatchObject({ path: '/', domain: '127.0.0.1', secure: true, sameSite: 'None' })
  }

  await page.goto('/login')
  await page.waitForURL('**/home')

  await page.getByRole('button', { name: '个人菜单' }).click()
  await page.getByText('退出登录').click()
  await page.waitForURL('**/login')
  expect(await page.context().cookies()).toEqual([])
})

journey(
  'wrong input is told at the field; a wrong password above the button; the third failure brings the picture code',
  async ({ visit }) => {
    const visitor = await visit()
    const { page } = visitor
    await page.goto('/login')
    const submit = page.getByRole('button', { name: '登录' })

    await submit.click()
    await page.getByText('请输入手机号').waitFor()
    await page.getByLabel('手机号').fill('123')
    await page.getByLabel('密码', { exact: true }).fill('short')
    await submit.click()
    await page.getByText('密码不能包含空格，长度为 6~20 位').waitFor()

    await page.getByLabel('手机号').fill('13800000004')
    await page.getByLabel('密码', { exact: true }).fill('wrong-one')
    for (let failure = 1; failure <= 3; failure += 1) {
      const answer = page.waitForResponse('**/v1/ent/auth/login')
      await submit.click()
      await answer
      await page.getByRole('alert').getByText('手机号或密码错误').waitFor()
    }
    await page.getByLabel('图形验证码').waitFor()
    await page.getByRole('img', { name: '图形验证码' }).waitFor()
    await submit.click()
    await page.getByText('请输入图形验证码').waitFor()
  },
)

journey('after signing in the page asked for is shown, but never another site', async ({ visit }) => {
  const { page } = await visit()
  await page.goto('/setting')
  await page.waitForURL(/\/login\?redirect=%2Fsetting/)
  await page.getByLabel('手机号').fill('13800000001')
  await page.getByLabel('密码', { exact: true }).fill('ruwu2026')
  await page.getByRole('button', { name: '登录' }).click()
  await page.waitForURL('**/setting')

  const { page: lured } = await visit()
  await lured.goto('/login?redirect=//evil.example/x')
  await lured.getByLabel('手机号').fill('13800000002')
  await lured.getByLabel('密码', { exact: true }).fill('ruwu2026')
  await lured.getByRole('button', { name: '登录' }).click()
  await lured.waitForURL('**/home')
})

journey('signing out in one tab takes the other tab along', async ({ visit }) => {
  const visitor = await visit()
  await visitor.signIn('13800000005')
  const second = await visitor.tab()
  await second.goto('/home')
  await second.getByText('你好，苏沐').waitFor()

  await visitor.page.getByRole('button', { name: '个人菜单' }).click()
  await visitor.page.getByText('退出登录').click()

  await second.waitForURL('**/login**')
})
