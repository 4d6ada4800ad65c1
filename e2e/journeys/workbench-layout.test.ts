import { randomUUID } from 'node:crypto'
import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { DESKTOP, PHONE } from '../support/browser.ts'
import { query } from '../support/database.ts'
import { journeys } from '../support/journey.ts'
import type { ProductAddress } from '../support/server.ts'
import { SimulatedPlatform } from '../support/simulated-platform.ts'
import {
  ACCOUNT,
  answer,
  atWork,
  bubbleOf,
  LIN,
  newCustomer,
  openCustomer,
  rowOf,
  threadOf,
} from '../support/workbench.ts'

const SUPERVISOR = '13800000002'
const LINE_PX = 30

const journey = journeys()

/** A customer from an advertisement who sends a tall picture and a number that the platform masks. */
async function busyCustomer(server: ProductAddress): Promise<{ name: string }> {
  const platform = new SimulatedPlatform(server.simulatorUrl)
  const account = (await platform.accounts('douyin')).find((it) => it.name === ACCOUNT)!
  const name = `客户${randomUUID().slice(0, 8)}`
  const customerId = await platform.newCustomer('douyin', account.accountId, name)
  const acts = [
    { do: 'enter', via: 'ad', planName: '双十一推广计划' },
    { do: 'image' },
    { do: 'mask_phone', isOn: true },
    { do: 'text', text: '我的号码是 13800138000' },
  ]
  for (const act of acts) await platform.act('douyin', account.accountId, customerId, act)
  return { name }
}

async function boxOf(part: Locator) {
  await part.waitFor()
  const { x, y, width, height } = (await part.boundingBox())!
  return { left: x, top: y, right: x + width, bottom: y + height, height }
}

/** Which of the parts the box covers, also in part. */
async function coveredBy(over: Locator, parts: readonly Locator[]): Promise<Locator[]> {
  const box = await boxOf(over)
  const covered: Locator[] = []
  for (const part of parts) {
    const { left, top, right, bottom } = await boxOf(part)
    if (box.left < right && left < box.right && box.top < bottom && top < box.bottom) covered.push(part)
  }
  return covered
}

journey(
  'layout: on a laptop nothing of a customer overflows, and closing the search returns the focus',
  async (place) => {
    const page = await atWork(await place.visit(), LIN, 3)
    await openCustomer(page, await busyCustomer(place.server))
    await (await answer(page, '您好')).waitFor()

    await page.getByText('AI 托管', { exact: true }).waitFor()
    await page.getByRole('button', { name: '归档', exact: true }).waitFor()

    await page.getByRole('button', { name: '稍后提醒' }).click()
    await page.getByRole('textbox', { name: '备注' }).fill('问户型图和预算，顺便约周六下午量房的时间和地址')
    await page.getByRole('button', { name: '确认' }).click()
    const inUse = [
      page.getByRole('heading', { level: 1 }).first(),
      page.getByText('AI 托管', { exact: true }),
      bubbleOf(page, '您好'),
      page.getByLabel('回复内容'),
      page.getByRole('button', { name: '发送', exact: true }),
      page.getByRole('complementary', { name: '客户资料' }),
    ]
    await page.getByRole('dialog', { name: '稍后提醒' }).waitFor({ state: 'detached' })
    expect(await coveredBy(page.getByRole('status').filter({ hasText: '已设置提醒' }), inUse)).toEqual([])
    expect((await boxOf(page.getByRole('button', { name: '取消提醒' }))).right).toBeLessThan(DESKTOP.width)
    expect((await boxOf(page.getByText('未知内容'))).height).toBeLessThan(LINE_PX)

    await query(place.server, "update customer_reminder set remind_at = now() where note like '问户型图%'")
    expect(await coveredBy(page.getByRole('status').filter({ hasText: '问户型图' }), inUse)).toEqual([])

    await page.getByRole('button', { name: '快捷回复', exact: true }).click()
    const replies = page.getByRole('dialog', { name: '快捷回复' })
    await replies.waitFor()
    // Where it ends up: it slides in.
    await replies.evaluate((it) => Promise.all(it.getAnimations().map(({ finished }) => finished)))
    expect(await coveredBy(replies, [bubbleOf(page, '您好')])).toEqual([])
    await page.keyboard.press('Escape')
    await replies.waitFor({ state: 'detached' })

    await page.getByLabel('回复内容').focus()
    await page.keyboard.press('Control+f')
    await page.keyboard.type('您好')
    await threadOf(page).locator('mark').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('回复内容')

    await page.getByRole('button', { name: '查看图片' }).click()
    const picture = page.getByRole('dialog', { name: '查看图片和视频' }).getByRole('img')
    expect((await boxOf(picture)).bottom).toBeLessThan(DESKTOP.height)
  },
)

journey(
  'on a phone the filter covers its sheet to the edge, and 会话 and 线索 stand beside the title',
  async (place) => {
    const page = await atWork(await place.visit(PHONE), LIN, 1)

    await page.getByRole('button', { name: '筛选', exact: true }).click()
    const sheet = page.getByRole('dialog', { name: '筛选' })
    const foot = await boxOf(sheet.locator('footer'))
    expect(foot.bottom).toBeCloseTo((await boxOf(sheet)).bottom, 0)
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })

    const besideTitle = async (title: string) => {
      const { right } = await boxOf(page.getByRole('heading', { level: 1, name: title }))
      return (await boxOf(page.getByRole('link', { name: '线索', exact: true }))).left > right
    }
    expect(await besideTitle('私信')).toBe(true)
    await page.getByRole('link', { name: '线索', exact: true }).click()
    await page.waitForURL('**/chat/lead')
    expect(await besideTitle('线索')).toBe(true)
  },
)

journey('cards cannot be sent to a customer whom a colleague receives', async (place) => {
  const customer = await busyCustomer(place.server)
  const lin = await atWork(await place.visit(), LIN, 3)
  await openCustomer(lin, customer)
  await (await answer(lin, '您好，卡片由我来发')).waitFor()
  const page = await atWork(await place.visit(), SUPERVISOR, 2)
  await openCustomer(page, customer)

  await threadOf(page).getByRole('button', { name: '发送留资卡' }).click()

  // In place of the box, and now as an answer too.
  await expect.poll(() => page.getByText('该客户由 林小满 接待').count()).toBe(2)
  expect(await page.getByRole('dialog', { name: '发送卡片' }).count()).toBe(0)
})

journey(
  'what the list does not find is searched for in messages, and on a phone everything from its head',
  async (place) => {
    const visitor = await place.visit()
    const page = await atWork(visitor, LIN, 3)
    const word = randomUUID().slice(0, 8)
    const { name } = await newCustomer(place.server, `周六量房${word}`)
    await rowOf(page, name).waitFor()
    const results = page.getByRole('dialog', { name: '全局搜索' })
    const found = results.getByRole('option').filter({ hasText: word })

    await page.getByPlaceholder('搜索客户、备注').fill(word)
    await page.getByRole('button', { name: `在消息中搜索「${word}」` }).click()
    await found.waitFor()
    await page.keyboard.press('Escape')

    // Every quick filter is in view.
    const pane = await boxOf(page.getByRole('region', { name: '客户列表' }))
    for (const chip of await page.getByRole('group', { name: '快捷筛选' }).getByRole('button').all())
      expect((await boxOf(chip)).right).toBeLessThanOrEqual(pane.right)

    await page.setViewportSize(PHONE)
    await page.getByRole('button', { name: '全局搜索' }).click()
    await results.getByRole('combobox').first().fill(word)
    await found.waitFor()
  },
)
