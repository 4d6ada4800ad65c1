import type { Page } from 'playwright-core'
import { journeys } from '../support/journey.ts'

const journey = journeys()

const openSheet = async (page: Page) => {
  await page.getByRole('button', { name: '个人菜单' }).click()
  await page.getByText('修改密码').click()
  await page.getByRole('dialog', { name: '修改密码' }).waitFor()
}

const fill = async (page: Page, values: [string, string, string]) => {
  await page.getByLabel('旧密码').fill(values[0])
  await page.getByLabel('新密码', { exact: true }).fill(values[1])
  await page.getByLabel('确认密码').fill(values[2])
  await page.getByRole('button', { name: '确认', exact: true }).click()
}

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
    await again.signIn('13800000003', 'new-password')
    // The first console shows that the agent has signed in elsewhere.
    await page.getByText('下线通知').waitFor()
  },
)

journey('signing in elsewhere kicks the first console with the dialog', async ({ visit }) => {
  const [first, second] = [await visit(), await visit()]
  await first.signIn('13800000004')

  await second.signIn('13800000004')

  const dialog = first.page.getByRole('alertdialog', { name: '下线通知' })
  await dialog.getByText('您的账号已在其它电脑登录，您将被强制下线').waitFor()
  await dialog.getByRole('button', { name: '知道了' }).click()
  await first.page.waitForURL('**/login')
  await second.page.getByText('你好，卫青禾').waitFor()
})

journey('a reset password sends the agent’s console straight to the sign-in page', async ({ visit }) => {
  const [admin, agent] = [await visit(), await visit()]
  await agent.signIn('13800000005')
  await admin.signIn('13800000001')
  await admin.page.goto('/setting/agent')

  await admin.page.getByRole('row', { name: /苏沐/ }).getByRole('button', { name: '重置密码' }).click()
  await admin.page.getByRole('button', { name: '确认', exact: true }).click()
  const shown = await admin.page.getByLabel('新密码').inputValue()

  await agent.page.waitForURL('**/login**')
  await agent.signIn('13800000005', shown)
})
