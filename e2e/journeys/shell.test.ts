import { agentApi, roleApi } from '@ruwu/contract'
import { expect } from 'vitest'
import { callAs } from '../support/caller.ts'
import { journeys } from '../support/journey.ts'

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

journey('更多自动化 opens at its own address', async ({ visit }) => {
  const visitor = await visit()
  const { page } = visitor
  await visitor.signIn('13800000001', { path: '/automation/more' })
  await page.getByRole('heading', { name: '更多自动化' }).waitFor()
  await page.getByText('沉默跟进').first().waitFor()
  expect(new URL(page.url()).pathname).toBe('/automation/more')
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
  const [lin, wei] = [await visit(), await visit()]
  await lin.signIn('13800000003')
  await wei.signIn('13800000004')
  const linsState = wei.page
    .getByRole('row', { name: /林小满/ })
    .getByRole('cell')
    .nth(2)
  await linsState.getByText('在线').waitFor()

  await lin.page.getByRole('button', { name: '个人菜单' }).click()
  const choice = lin.page.getByRole('dialog', { name: '个人菜单' }).locator('label')
  await choice.filter({ hasText: '隐身' }).click()

  await linsState.getByText('隐身').waitFor()
  await choice.filter({ hasText: '在线' }).click()
  await linsState.getByText('在线').waitFor()
})

journey('what was changed in 会话提醒 is not lost without a question', async ({ visit }) => {
  const lin = await visit()
  await lin.signIn('13800000003')
  const { page } = lin
  await page.getByRole('button', { name: '个人菜单' }).click()
  await page.getByRole('button', { name: '会话提醒' }).click()
  const dialog = page.getByRole('dialog', { name: '会话提醒' })
  // Longer than a low window, and its buttons are in sight all the same.
  await page.setViewportSize({ width: 1280, height: 640 })
  const saveBox = await dialog.getByRole('button', { name: '保存' }).boundingBox()
  expect(saveBox!.y + saveBox!.height).toBeLessThan(640)
  await dialog.getByRole('switch', { name: '免打扰' }).click()

  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog', { name: '有未保存的修改，确定离开？' })
  await question.getByRole('button', { name: '取消' }).click()
  expect(await dialog.getByRole('switch', { name: '免打扰' }).isChecked()).toBe(true)

  await dialog.getByRole('button', { name: '取消' }).click()
  await question.getByRole('button', { name: '确认' }).click()
  await dialog.waitFor({ state: 'detached' })
})

journey('a permission taken away is gone from an open screen without a reload', async ({ visit }) => {
  const [admin, member] = [await visit(), await visit()]
  const { page } = admin
  await admin.signIn('13800000001', { path: '/setting/role' })
  await page.getByRole('button', { name: '新建角色' }).click()
  await page.getByLabel('角色名称').fill('质检')
  await page.getByLabel('查看客服与角色').check()
  await page.getByRole('button', { name: '保存' }).click()
  await page.getByText('保存成功').waitFor()

  await page.goto('/setting/agent')
  await page
    .getByRole('row', { name: /许知夏/ })
    .getByRole('button', { name: '编辑' })
    .click()
  const sheet = page.getByRole('dialog', { name: '编辑客服' })
  await sheet.getByRole('combobox', { name: '角色' }).click()
  await page.getByTitle('质检').click()
  await sheet.getByRole('button', { name: '保存' }).click()
  await page.getByText('保存成功').waitFor()

  await member.signIn('13800000006', { path: '/setting/agent' })
  await member.page.getByRole('row', { name: /林小满/ }).waitFor()

  await page.goto('/setting/role')
  await page.getByText('质检').first().click()
  await page.getByLabel('查看客服与角色').uncheck()
  await page.getByRole('button', { name: '保存' }).click()

  await member.page.waitForURL('**/home')
  const readOnly = (await callAs(page, roleApi.list, {})).find(({ name }) => name === '只读')
  const [agent] = await callAs(page, agentApi.list, { body: { keyword: '13800000006' } })
  await callAs(page, agentApi.update, { body: { id: agent!.id, roleId: readOnly!.id } })
})

// R2
journey(
  'another language is chosen in the menu, applies to calendars at once, and stays after a reload',
  async ({ visit }) => {
    const visitor = await visit()
    const { page } = visitor
    await visitor.signIn('13800000001', { path: '/point/bill-list' })
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
