import { buffer } from 'node:stream/consumers'
import { expect } from 'vitest'
import { readSheets } from '../../apps/server/src/platform/reading/sheets.ts'
import { unzip } from '../../apps/server/src/testing/unzip.ts'
import { journeys } from '../support/journey.ts'

const journey = journeys()

journey('the audit log is exported in the background, and the file holds the rows of the screen', async (place) => {
  const admin = await place.visit()
  const { page } = admin
  await admin.signIn('13800000001', { path: '/setting?drawer=audit&action=auth.login' })
  const log = page.getByRole('dialog', { name: '操作日志' })
  await log.locator('li time').first().waitFor()
  const shown = (await log.locator('li time').allTextContents()).slice(0, 3)

  await log.getByRole('button', { name: '导出', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '导出操作日志' })
  await dialog.getByText('动作：登录').waitFor()
  await dialog.getByRole('button', { name: '导出', exact: true }).click()
  await page.getByText('正在导出，可在「导出记录」中下载').waitFor()
  await log.getByRole('button', { name: '导出记录' }).click()
  const records = page.getByRole('dialog', { name: '导出记录' })
  const record = records.getByRole('listitem').first()
  await record.getByText('已完成').waitFor()
  await record.getByText('动作：登录').waitFor()

  const download = page.waitForEvent('download')
  await record.getByRole('button', { name: '下载' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^操作日志_\d{8}-\d{4}\.xlsx$/)
  const [sheet] = await readSheets(await buffer(await file.createReadStream()))
  expect(sheet?.rows[0]).toEqual(['时间', '客服', '动作', '对象', '前后值', 'IP'])
  expect(sheet?.rows.map(([time]) => time)).toEqual(expect.arrayContaining(shown))
  expect(new Set(sheet?.rows.slice(1).map((row) => row[2]))).toEqual(new Set(['登录']))
})

journey('管理员 exports everything of the enterprise with the password', async (place) => {
  const admin = await place.visit()
  const { page } = admin
  await admin.signIn('13800000001', { path: '/setting/company' })

  await page.getByRole('button', { name: '导出全部数据' }).click()
  const dialog = page.getByRole('dialog', { name: '导出全部数据' })
  await dialog.getByLabel('登录密码').fill('not-the-one')
  await dialog.getByRole('button', { name: '导出', exact: true }).click()
  await dialog.getByText('密码不正确').waitFor()
  await dialog.getByLabel('登录密码').fill('ruwu2026')
  await dialog.getByRole('button', { name: '导出', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: '导出记录' }).click()
  const record = page.getByRole('dialog', { name: '导出记录' }).getByRole('listitem').first()
  await record.getByText('企业的全部数据').waitFor()
  await record.getByText('已完成').waitFor()

  const download = page.waitForEvent('download')
  await record.getByRole('button', { name: '下载' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^全部数据_\d{8}-\d{4}\.zip$/)
  const files = unzip(await buffer(await file.createReadStream()))
  const customers = (files.get('customer.jsonl') ?? '').trim().split('\n')
  expect(customers.length).toBeGreaterThan(100)
  expect(files.get('agent.jsonl')).toContain('林小满')
  expect(files.get('agent.jsonl')).not.toContain('password_hash')
  admin.forgive(/^console: 请求参数不正确/)
})
