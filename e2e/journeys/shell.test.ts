import { expect } from 'vitest'
import { journeys } from '../support/journey.ts'
import { tabTo } from '../support/keyboard.ts'

const journey = journeys()

// R11
journey('the sidebar folds to 80 px, unfolds to 195 px, and remembers it over a reload', async ({ visit }) => {
  const visitor = await visit()
  const { page } = visitor
  await visitor.signIn('13800000003')
  const width = async () => (await page.getByRole('navigation', { name: '主导航' }).boundingBox())?.width

  await page.getByRole('button', { name: '收起侧栏' }).click()
  await expect.poll(width).toBe(80)
  await page.reload()
  await page.getByRole('button', { name: '展开侧栏' }).waitFor()
  expect(await width()).toBe(80)

  await page.getByRole('button', { name: '展开侧栏' }).click()
  await expect.poll(width).toBe(195)

  // The longest dialog of the menu: in a low window its buttons are in sight all the same.
  await page.getByRole('button', { name: '个人菜单' }).click()
  await page.getByRole('button', { name: '会话提醒' }).click()
  await page.setViewportSize({ width: 1280, height: 640 })
  const save = page.getByRole('dialog', { name: '会话提醒' }).getByRole('button', { name: '保存' })
  const saveBox = await save.boundingBox()
  expect(saveBox!.y + saveBox!.height).toBeLessThan(640)
})

// R10, R53, R54
journey('a role without the permission is sent home, and its menu does not show the page', async ({ visit }) => {
  const visitor = await visit()
  const { page } = visitor
  await visitor.signIn('13800000003', { path: '/setting/agent' })
  await page.waitForURL('**/home')

  await page.getByRole('link', { name: '设置' }).click()
  await page.waitForURL('**/setting')
  await page.getByRole('main').getByText('修改密码').waitFor()
  expect(await page.getByRole('link', { name: /客服管理/ }).count()).toBe(0)
})

// R9
journey('an unknown path says so and returns to the start', async ({ visit }) => {
  const visitor = await visit()
  const { page } = visitor
  await visitor.signIn('13800000003', { path: '/no/such/page' })
  await page.getByText(/页面不存在，[123] 秒后返回首页/).waitFor()
  await page.waitForURL('**/home')

  await page.goto('/another')
  await page.getByRole('button', { name: '立即返回' }).click()
  await page.waitForURL('**/home')
})

// R12, R14
journey('going invisible shows at once on a colleague’s screen', async ({ visit }) => {
  const [lin, zhou] = [await visit(), await visit()]
  await lin.signIn('13800000003')
  await zhou.signIn('13800000002')
  const linsRow = zhou.page.getByRole('row', { name: /林小满/ })
  // The picture's dot has the same words for screen readers.
  const shows = (state: string) => linsRow.getByText(state).last().waitFor()
  await shows('在线')

  await lin.page.getByRole('button', { name: '个人菜单' }).click()
  const choice = lin.page.getByRole('dialog', { name: '个人菜单' }).locator('label')
  await choice.filter({ hasText: '隐身' }).click()

  await shows('隐身')
  await choice.filter({ hasText: '忙碌' }).click()
  await lin.page.getByRole('button', { name: '用餐' }).click()
  await lin.page.getByRole('button', { name: '设为忙碌' }).click()
  await shows('忙碌 · 用餐')
  await choice.filter({ hasText: '在线' }).click()
  await shows('在线')
})

// R2
journey(
  'another language is chosen in the menu, applies to calendars at once, and stays after a reload',
  async ({ visit }) => {
    const visitor = await visit()
    const { page } = visitor
    await visitor.signIn('13800000001', { path: '/home/daily' })
    const firstDayOfWeek = async () => {
      await page.getByLabel('日期').first().click()
      const text = await page.locator('.ant-picker-content th').first().innerText()
      await page.keyboard.press('Escape')
      return text
    }
    expect(await firstDayOfWeek()).toBe('一')

    await page.getByRole('button', { name: '个人菜单' }).click()
    await page.getByLabel('语言').selectOption({ label: 'Deutsch (Deutschland)' })
    await page.keyboard.press('Escape')
    await expect.poll(firstDayOfWeek).toBe('Mo')
    await page.reload()
    await expect.poll(firstDayOfWeek).toBe('Mo')
  },
)

journey('signing in, a setting and signing out by the keyboard alone', async (place) => {
  const { page } = await place.visit()
  const { keyboard } = page
  const title = `键盘${Date.now() % 100_000}`
  await page.goto('/login')
  await tabTo(page, '手机号')
  await keyboard.type('13800000001')
  await tabTo(page, '密码')
  await keyboard.type('ruwu2026')
  await keyboard.press('Enter')
  await page.waitForURL('**/home')

  await tabTo(page, '设置')
  await keyboard.press('Enter')
  await page.waitForURL('**/setting')
  await page.getByRole('heading', { name: '设置' }).waitFor()
  await tabTo(page, '快捷回复')
  await keyboard.press('Enter')
  await page.waitForURL('**/setting/quick-reply')
  await tabTo(page, '新建分组')
  await keyboard.press('Enter')
  await page.getByRole('dialog', { name: '新建分组' }).waitFor()
  await keyboard.type(title)
  await keyboard.press('Enter')
  await page.getByRole('dialog', { name: '新建分组' }).waitFor({ state: 'detached' })
  await tabTo(page, `「${title}」的更多操作`)
  await keyboard.press('Enter')
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  await expect.poll(focused).toBe('重命名')
  await keyboard.press('ArrowUp')
  await expect.poll(focused).toBe('删除')
  await keyboard.press('Enter')
  await page.getByRole('alertdialog', { name: `删除分组「${title}」？` }).waitFor()
  await tabTo(page, '确认')
  await keyboard.press('Enter')
  await page.getByText(title, { exact: true }).first().waitFor({ state: 'detached' })

  await tabTo(page, '个人菜单')
  await keyboard.press('Enter')
  await tabTo(page, '退出登录')
  await keyboard.press('Enter')
  await page.waitForURL('**/login**')
})
