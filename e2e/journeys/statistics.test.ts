import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { homeDailyApi, statisticsApi, StatisticsFilter } from '@ruwu/contract'
import { addDays, formatDate, formatDay, formatNumber, parseDay } from '@ruwu/domain'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { readSheets } from '../../apps/server/src/platform/reading/sheets.ts'
import { DESKTOP, PHONE } from '../support/browser.ts'
import { callAs } from '../support/caller.ts'
import { journeys } from '../support/journey.ts'
import { FIGURE_PAGES, takePicture } from '../support/picture.ts'
import { threadOf } from '../support/workbench.ts'

const journey = journeys()

const ADMINISTRATOR = '13800000001'
const TABS = ['总览', '接待质量', 'AI', '客服', '渠道', '标签', '热力', '线索', '会话明细']
/** A day that no journey changes. */
const YESTERDAY = StatisticsFilter.parse({ range: 'yesterday', granularity: 'hour' })

const settled = async (page: Page) => {
  await expect.poll(() => page.locator('main [aria-busy="true"]').count()).toBe(0)
  await expect.poll(() => page.locator('main').getByText('加载中...').count()).toBe(0)
  expect(await page.getByText('加载失败').count()).toBe(0)
}
const openTab = async (page: Page, name: string) => {
  const link = page.getByRole('navigation', { name: '统计' }).getByRole('link', { name, exact: true })
  await link.click()
  await expect.poll(() => link.getAttribute('aria-current')).toBe('page')
  await page.getByText(/数据截至/).waitFor()
  await settled(page)
}
/** Opens what a figure counted: as many rows as it says. */
async function drill(page: Page, link: Locator, count = link) {
  const said = Number(/\d[\d,]*/.exec((await count.textContent()) ?? '')?.[0].replaceAll(',', ''))
  await link.click()
  await page.getByText(/^「.+」的明细/).waitFor()
  await page.getByText(`共 ${formatNumber(said)} 条`, { exact: true }).waitFor()
  expect(await page.locator('main tbody tr[data-row-key]').count()).toBe(Math.min(said, 20))
  await page.goBack()
  await settled(page)
}
const download = async (page: Page) => {
  await page.getByRole('button', { name: '导出', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: '导出', exact: true }).click()
  await page.getByText('正在导出，可在「导出记录」中下载').waitFor()
  await page.getByRole('button', { name: '导出记录' }).click()
  const record = page.getByRole('dialog', { name: '导出记录' }).getByRole('listitem').first()
  await record.getByText('已完成').waitFor()
  const file = page.waitForEvent('download')
  await record.getByRole('button', { name: '下载' }).click()
  const [sheet] = await readSheets(await buffer(await (await file).createReadStream()))
  await page.keyboard.press('Escape')
  return { name: (await file).suggestedFilename(), rows: sheet?.rows ?? [] }
}

journey('every tab of the statistics shows figures, and a figure opens what it counted', async ({ visit }) => {
  const admin = await visit()
  const { page } = admin
  await admin.signIn(ADMINISTRATOR, { path: '/bi' })
  // The rollups of the demo's history are made after the product has started.
  const { total } = await callAs(page, statisticsApi.sessionPage, { body: YESTERDAY })
  await expect
    .poll(async () => (await callAs(page, statisticsApi.overview, { body: YESTERDAY })).tiles.map(({ value }) => value))
    .toContain(total)
  await page.getByLabel('日期').click()
  await page.getByTitle('昨天').click()
  await expect.poll(() => new URL(page.url()).searchParams.get('range')).toBe('yesterday')

  // Until then the figures of the days before are shown.
  const sessions = page.getByRole('link', { name: new RegExp(`^会话数\\s*${total}(?!\\d)`) })
  await drill(page, sessions, sessions.locator('b'))
  const trend = page.getByRole('region', { name: /^趋势/ })
  await trend.getByRole('button', { name: '查看数据表' }).click()
  await trend.getByRole('columnheader', { name: '上期进线客户' }).waitFor()
  await page.getByRole('switch', { name: '对比上期' }).click()
  await trend.getByRole('columnheader', { name: '上期进线客户' }).waitFor({ state: 'detached' })
  await page.getByRole('combobox', { name: '来源', exact: true }).click()
  await page.locator('.ant-select-item-option', { hasText: '小红书' }).click()
  await page.keyboard.press('Escape')
  await settled(page)
  const redbook = await callAs(page, statisticsApi.sessionPage, { body: { ...YESTERDAY, sources: ['redbook'] } })
  await page.getByRole('link', { name: new RegExp(`^会话数\\s*${redbook.total}(?!\\d)`) }).waitFor()
  await page.getByRole('button', { name: '清空', exact: true }).click()

  for (const name of TABS) {
    await openTab(page, name)
    const charts = page.getByRole('button', { name: '查看数据表' })
    while ((await charts.count()) > 0) await charts.first().click()
    await page.locator('main table').first().waitFor()
  }
  await page.getByRole('columnheader', { name: /时长/ }).click()
  await expect.poll(() => new URL(page.url()).searchParams.get('sort')).toBe('-length')
  await settled(page)
  const length = page.getByRole('columnheader', { name: /时长/ })
  await expect.poll(() => length.getAttribute('aria-sort')).toBe('descending')

  // 清空 took the day away, and today goes on while it is looked at.
  await page.goto('/bi?tab=agent&range=yesterday')
  const counts = page
    .locator('main tbody tr[data-row-key]')
    .first()
    .getByRole('link', { name: /^[\d,]+$/ })
  await counts.first().waitFor()
  const cells = await counts.count()
  for (let at = 0; at < cells; at += 1) await drill(page, counts.nth(at))
  const { name, rows } = await download(page)
  expect(name).toMatch(/^客服统计_\d{8}-\d{4}\.xlsx$/)
  const shown = await page.locator('main tbody tr[data-row-key]').count()
  expect(rows.length - 1).toBe(shown)
})

journey('without data and without an answer the statistics say so', async ({ visit }) => {
  const admin = await visit()
  const { page } = admin
  const days = 'range=custom&from=2020-01-01&to=2020-01-02'
  await admin.signIn(ADMINISTRATOR, { path: `/bi?${days}` })
  await settled(page)
  await page.getByText('暂无数据').first().waitFor()
  await openTab(page, '标签')
  await page.getByText('没有符合条件的结果').waitFor()

  await page.route('**/v1/statistics/reception', (route) => route.abort())
  await page.getByRole('navigation', { name: '统计' }).getByRole('link', { name: '接待质量' }).click()
  await page.getByText('加载失败').first().waitFor()
  await page.unroute('**/v1/statistics/reception')
  await page.getByRole('button', { name: '重试' }).first().click()
  await settled(page)
  admin.forgive(/statistics\/reception|net::ERR_FAILED/)
})

journey('a row of 会话明细 opens the conversation at that session', async ({ visit }) => {
  const admin = await visit()
  const { page } = admin
  await admin.signIn(ADMINISTRATOR, { path: '/bi?tab=session&range=recent30Days&sort=at' })
  await settled(page)
  const link = page.locator('main tbody tr[data-row-key]').first().getByRole('link')
  await link.click()

  await page.waitForURL(/\/chat\?customerId=\w+&seq=\d+/)
  await threadOf(page).locator('[aria-current="true"]').waitFor()
})

journey('the report of a day is read, exported and left for the list behind it', async ({ visit }) => {
  const admin = await visit()
  const { page } = admin
  await admin.signIn(ADMINISTRATOR, { path: '/home/daily' })
  await page.getByRole('region', { name: '总结' }).waitFor()
  await page.getByText('上周同日').first().click()
  await expect.poll(() => new URL(page.url()).searchParams.get('compare')).toBe('lastWeekDay')
  await page.getByRole('button', { name: '前一天' }).click()
  const today = parseDay(formatDate(new Date().toISOString(), 'Asia/Shanghai'))
  const date = formatDay(addDays(today!, -2))
  await expect.poll(() => new URL(page.url()).searchParams.get('date')).toBe(date)
  await settled(page)
  const report = await callAs(page, homeDailyApi.report, { query: { date, compare: 'lastWeekDay' } })
  const metrics = page.getByRole('region', { name: '指标' })
  await expect.poll(() => metrics.locator('tbody tr').count()).toBe(report.metrics.length)

  const { name, rows } = await download(page)
  expect(name).toMatch(/^日报_\d{8}-\d{4}\.xlsx$/)
  expect(rows.filter(([block]) => block === '指标')).toHaveLength(report.metrics.length)
  expect(rows.filter(([block]) => block === '账号排行')).toHaveLength(report.accounts.length * 4)

  await page.getByRole('button', { name: '推送设置' }).click()
  await page.getByRole('link', { name: '打开开放接口' }).click()
  await page.getByRole('dialog', { name: '开放接口' }).waitFor()
})

const PAGES = { home: '/home', daily: '/home/daily', statistics: '/bi?range=yesterday' }
const WIDTHS = { desktop: DESKTOP, phone: PHONE }
/** How far the page itself, not a table of it, can be scrolled sideways. */
const overhang = (page: Page) =>
  page.evaluate(() =>
    Math.max(
      ...[document.documentElement, document.querySelector('main')].map((it) =>
        it ? it.scrollWidth - it.clientWidth : 0,
      ),
    ),
  )

journey('pages of figures fit both widths in both schemes, and a chart is saved as a picture', async ({ visit }) => {
  const admin = await visit()
  const { page } = admin
  await admin.signIn(ADMINISTRATOR, { path: PAGES.home })
  for (const [name, address] of Object.entries(PAGES)) {
    await page.setViewportSize(DESKTOP)
    if (name !== 'home') await page.goto(address)
    await page.getByRole('region').first().waitFor()
    await settled(page)
    for (const [width, viewport] of Object.entries(WIDTHS)) {
      await page.setViewportSize(viewport)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        expect(await overhang(page), `${name} ${width} ${colorScheme}`).toBe(0)
        await takePicture(page, path.join(FIGURE_PAGES, `${name}-${width}-${colorScheme}.webp`))
      }
    }
  }

  const trend = page.getByRole('region', { name: /^趋势/ })
  const file = page.waitForEvent('download')
  await trend.getByRole('button', { name: '下载 PNG' }).click()
  expect((await file).suggestedFilename()).toBe('趋势.png')
  const bytes = await buffer(await (await file).createReadStream())
  expect(bytes.subarray(1, 4).toString('latin1')).toBe('PNG')
  await page.setViewportSize(DESKTOP)
})
