import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { PHONE } from '../support/browser.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { journeys } from '../support/journey.ts'
import { tabTo } from '../support/keyboard.ts'
import {
  atWork,
  boxOf,
  bubbleOf,
  LIN,
  listOf,
  newCustomer,
  openCustomer,
  openFirst,
  rowOf,
  threadOf,
} from '../support/workbench.ts'

const journey = journeys()

journey('a customer is received, answered, tagged and archived by the keyboard alone', async (place) => {
  const page = await atWork(await place.visit(), LIN, 3)
  const customer = await newCustomer(place.server, '只用键盘')
  await rowOf(page, customer.name).waitFor()
  await tabTo(page, customer.name)
  await page.keyboard.press('Enter')
  await bubbleOf(page, '只用键盘').waitFor()

  await page.keyboard.press('Alt+r')
  await page.getByRole('button', { name: '释放', exact: true }).waitFor()
  await tabTo(page, '回复内容')
  await page.keyboard.type('键盘也能回复')
  await page.keyboard.press('Enter')
  await expect.poll(customer.replies).toEqual(['键盘也能回复'])

  await tabTo(page, '添加标签')
  await page.keyboard.press('Enter')
  await page.getByRole('combobox', { name: '搜索标签' }).waitFor()
  await page.keyboard.type('高意向')
  await page.keyboard.press('Enter')
  await page.getByRole('listitem').filter({ hasText: '高意向' }).first().waitFor()
  await page.keyboard.press('Escape')

  await page.keyboard.press('Alt+a')
  await page.goto('/chat?scope=1&archive=true')
  await rowOf(page, customer.name).waitFor()
})

journey('however far a thread is scrolled, the keyboard gets into it', async (place) => {
  const page = await atWork(await place.visit(), LIN, 3)
  const customer = await newCustomer(place.server, '第一句')
  for (let n = 0; n < 14; n += 1) await customer.write(`补充${n}`)
  // So low that the newest message, the thread's tab stop, is not rendered at its top.
  await page.setViewportSize({ width: 1440, height: 420 })
  await openCustomer(page, customer)
  await bubbleOf(page, '补充13').waitFor()
  const scroller = threadOf(page).getByTestId('virtuoso-scroller')
  await expect.poll(() => scroller.getAttribute('tabindex')).toBe('-1')

  await scroller.evaluate((list) => list.scrollTo({ top: 0 }))

  await bubbleOf(page, '补充13').waitFor({ state: 'detached' })
  await expect.poll(() => scroller.getAttribute('tabindex')).toBe('0')
})

journey('accessibility: list, thread and panel have no axe violations, in both themes', async (place) => {
  const page = await atWork(await place.visit(), LIN, 1)
  await openFirst(page)
  await expectAccessible(page, 'list, thread and panel')
  for (const tab of ['线索', '历史']) {
    await page.getByRole('tab', { name: new RegExp(`^${tab}`) }).click()
    await expectAccessible(page, tab, '[role="tabpanel"]')
  }
  await darken(page)
  await expectAccessible(page, 'dark')
})

journey('accessibility: dialogs, search, pickers and menus have no axe violations', async (place) => {
  const page = await atWork(await place.visit(), LIN, 1)
  await openFirst(page)
  await page.getByRole('button', { name: '转接', exact: true }).click()
  await page.getByRole('dialog', { name: '转接客户' }).waitFor()
  await expectAccessible(page, 'the transfer', LAYER)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: '搜索客户、消息、快捷回复、页面' }).fill('报价')
  await page.getByRole('option').first().waitFor()
  await expectAccessible(page, 'the search', LAYER)
  await page.keyboard.press('Escape')
  await boxOf(page).pressSequentially('/b')
  await page.getByRole('option').first().waitFor()
  await expectAccessible(page, 'quick replies', '[role="listbox"]')
  await boxOf(page).fill('')
  for (const tool of ['表情', '卡片', '稍后提醒']) {
    await page.getByRole('button', { name: tool, exact: true }).click()
    await page.getByRole('dialog').waitFor()
    await expectAccessible(page, tool, LAYER)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  await page.getByRole('button', { name: '批量操作' }).click()
  await expectAccessible(page, 'selecting', '[aria-label="客户列表"]')
  await page.getByRole('button', { name: '筛选', exact: true }).click()
  await page.getByRole('combobox', { name: '渠道账号' }).click()
  await page.getByRole('tree').waitFor()
  await expectAccessible(page, 'the tree of accounts', LAYER)
})

journey('accessibility: list and thread have no axe violations on a phone', async (place) => {
  const page = await atWork(await place.visit(PHONE), LIN, 1)
  await expectAccessible(page, 'the list on a phone')
  await openFirst(page)
  await expectAccessible(page, 'a thread on a phone')
  await page.goto('/chat?scope=1&keyword=无此人无此人')
  await listOf(page).getByText('没有符合条件的结果').waitFor()
  await expectAccessible(page, 'nobody')
})

async function darken(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
}

const LAYER = '[role="dialog"], dialog'
