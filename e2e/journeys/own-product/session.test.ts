import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { CUT_LINE } from '../../support/browser.ts'
import { journeysOnOwnProduct } from '../../support/journey.ts'

// Passwords change and sign-ins are refused: the shared product's agents would be locked out.
const journey = journeysOnOwnProduct()

const LIN = '13800000003'
/** Requests that were under way when their session ended. */
const REFUSED = /401/
const BANNER = '当前网络不稳定，请检查当前网络状态后，点击「重连」进行重试'

journey('an agent signs in, sees the shell, and signs out', async ({ visit }) => {
  const { page } = await visit()
  await page.goto('/')
  await page.waitForURL('**/login')

  await page.getByLabel('手机号').fill(LIN)
  await page.getByLabel('密码', { exact: true }).fill('ruwu2026')
  await page.getByRole('button', { name: '登录' }).click()
  await page.waitForURL('**/home')

  await page.getByText('你好，林小满').waitFor()
  // The device's cookie is the server's own: it goes to the sign-in alone and stays.
  const isOwn = ({ name }: { name: string }) => name !== 'device'
  const all = await page.context().cookies()
  const path = '/luna/core/api/v1/ent/auth/login'
  expect(all.find(({ name }) => name === 'device')).toMatchObject({ path, httpOnly: true, sameSite: 'Strict' })
  const cookies = all.filter(isOwn)
  expect(cookies.map((cookie) => cookie.name).toSorted()).toEqual(['agentId', 'authorization', 'entId', 'entName'])
  for (const cookie of cookies) {
    expect(cookie).toMatchObject({ path: '/', domain: '127.0.0.1', secure: true, sameSite: 'None' })
  }

  await page.goto('/login')
  await page.waitForURL('**/home')

  await page.getByRole('button', { name: '个人菜单' }).click()
  await page.getByText('退出登录').click()
  await page.waitForURL('**/login')
  expect((await page.context().cookies()).filter(isOwn)).toEqual([])
})

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

  await second.waitForURL('**/login')
  // What the other tab had asked before it heard of it.
  visitor.forgive(REFUSED)
})

// R15
journey(
  'the server dies: the banner appears; it comes back: 重连 takes the banner away and missed events arrive',
  async ({ server, visit }) => {
    const [zhou, wei] = [await visit(), await visit()]
    await zhou.signIn('13800000002')
    await wei.signIn('13800000004')
    const weisRow = zhou.page.getByRole('row', { name: /卫青禾/ })
    await weisRow.getByText('在线').last().waitFor()
    await wei.page.getByText('你好，卫青禾').waitFor()

    await server.kill()
    await zhou.page.getByText(BANNER).waitFor()
    await zhou.page.getByText('提示', { exact: true }).waitFor()
    // While the server is down, the button tries and the banner stays.
    await zhou.page.getByRole('button', { name: '重连' }).click()
    await zhou.page.getByText(BANNER).waitFor()

    await server.run()
    // A colleague changes something while this console is still away.
    await wei.page.evaluate(async () => {
      const cookie = (name: string) => document.cookie.match(new RegExp(`(?:^|; )${name}=([^;]*)`))?.[1] ?? ''
      await fetch('/luna/core/api/v1/ent/agent/update', {
        method: 'PATCH',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${cookie('authorization')}` },
        body: JSON.stringify({ id: cookie('agentId'), status: 2 }),
      })
    })
    await zhou.page
      .getByRole('button', { name: '重连' })
      .click({ timeout: 2000 })
      .catch(() => undefined)
    await zhou.page.getByText(BANNER).waitFor({ state: 'detached' })
    await weisRow.getByText('隐身').last().waitFor()

    for (const visitor of [zhou, wei]) visitor.forgive(CUT_LINE)
  },
)

// R24
journey('signing in elsewhere kicks the first console with the dialog', async ({ visit }) => {
  const [first, second] = [await visit(), await visit()]
  await first.signIn('13800000004')
  await first.page.getByText('你好，卫青禾').waitFor()

  await second.signIn('13800000004')

  const dialog = first.page.getByRole('alertdialog', { name: '下线通知' })
  await dialog.getByText('您的账号已在其它电脑登录，您将被强制下线').waitFor()
  await dialog.getByRole('button', { name: '知道了' }).click()
  await first.page.waitForURL('**/login')
  await second.page.getByText('你好，卫青禾').waitFor()
  first.forgive(REFUSED)
})

// R24, R27
journey('a reset password sends the agent’s console straight to the sign-in page', async ({ visit }) => {
  const [admin, agent] = [await visit(), await visit()]
  await agent.signIn('13800000005')
  await agent.page.getByText('你好，苏沐').waitFor()
  await admin.signIn('13800000001', { path: '/setting/agent' })

  await admin.page.getByRole('row', { name: /苏沐/ }).getByRole('button', { name: '重置密码' }).click()
  await admin.page.getByRole('button', { name: '确认', exact: true }).click()
  const shown = await admin.page.getByLabel('新密码').inputValue()

  await agent.page.waitForURL('**/login**')
  await agent.page.getByLabel('手机号').fill('13800000005')
  await agent.page.getByLabel('密码', { exact: true }).fill(shown)
  await agent.page.getByRole('button', { name: '登录' }).click()
  await agent.page.getByLabel('新密码').fill('own-secret-1')
  await agent.page.getByLabel('确认密码').fill('own-secret-1')
  await agent.page.getByRole('button', { name: '登录' }).click()
  await agent.page.getByText('你好，苏沐').waitFor()
  for (const told of [REFUSED, /^console: 这是一次性密码/]) agent.forgive(told)
})

// R25, R26
journey(
  'each wrong field of the password sheet says what is wrong, and a good change keeps the console',
  async ({ visit }) => {
    const visitor = await visit()
    const { page } = visitor
    await visitor.signIn('13800000003')
    await openSheet(page)

    await fill(page, ['ruwu2026', 'has space', 'has space'])
    await page.getByText('密码不能包含空格，长度为 6~20 位').first().waitFor()
    await fill(page, ['ruwu2026', 'short', 'short'])
    await page.getByText('密码不能包含空格，长度为 6~20 位').first().waitFor()
    await fill(page, ['ruwu2026', 'new-password', 'other-password'])
    await page.getByText('确认密码与新密码不一致').waitFor()
    await fill(page, ['ruwu2026', 'ruwu2026', 'ruwu2026'])
    await page.getByText('新密码不能与旧密码相同').waitFor()
    await fill(page, ['not-the-old', 'new-password', 'new-password'])
    await page.getByText('旧密码不正确').waitFor()

    await fill(page, ['ruwu2026', 'new-password', 'new-password'])
    await page.getByText('密码修改成功').waitFor()
    await page.reload()
    await page.getByText('你好，林小满').waitFor()

    const again = await visit()
    await again.signIn('13800000003', { password: 'new-password' })
    // The first console shows that the agent has signed in elsewhere.
    await page.getByText('下线通知').waitFor()
    visitor.forgive(REFUSED)
  },
)

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

async function openSheet(page: Page): Promise<void> {
  await page.getByRole('button', { name: '个人菜单' }).click()
  await page.getByText('修改密码').click()
  await page.getByRole('dialog', { name: '修改密码' }).waitFor()
}

async function fill(page: Page, values: [string, string, string]): Promise<void> {
  await page.getByLabel('旧密码').fill(values[0])
  await page.getByLabel('新密码', { exact: true }).fill(values[1])
  await page.getByLabel('确认密码').fill(values[2])
  await page.getByRole('button', { name: '确认', exact: true }).click()
}
