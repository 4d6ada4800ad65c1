import { buffer } from 'node:stream/consumers'
import { automationApi, leadPushApi } from '@ruwu/contract'
import { startWebhookReceiver } from '@ruwu/testkit'
import { expect, onTestFinished } from 'vitest'
import { readSheets } from '../../apps/server/src/platform/reading/sheets.ts'
import { callAs } from '../support/caller.ts'
import { journeys } from '../support/journey.ts'
import { newCustomer } from '../support/workbench.ts'

const journey = journeys()

journey('a robot is added, tested and told of a new lead, which is found, opened and exported', async (place) => {
  const robot = await startWebhookReceiver()
  onTestFinished(() => robot.close())
  robot.play({ status: 200, body: '{"errcode":0,"errmsg":"ok"}' })
  const admin = await place.visit()
  const { page } = admin
  await admin.signIn('13800000001', { path: '/automation/more' })

  await page.getByRole('switch', { name: '线索推送' }).click()
  const drawer = page.getByRole('dialog', { name: '线索推送' })
  await drawer.getByRole('button', { name: '添加企业微信机器人' }).click()
  await drawer.getByLabel('第 1 个目标的地址').fill(robot.url)
  await drawer.getByLabel('启用').click()
  await drawer.getByRole('button', { name: '保存' }).click()
  await page.getByText('推送到企业微信机器人').waitFor()

  await page.getByRole('region', { name: '线索推送' }).getByRole('button', { name: '设置' }).click()
  await drawer.getByRole('button', { name: '测试', exact: true }).click()
  await drawer.getByText(/对方返回 200，用时 \d+ 毫秒/).waitFor()

  const customer = await newCustomer(place.server, '加我微信 wxid_ruwu2026 吧')
  const told = () => robot.calls.filter(({ body }) => body.includes(customer.name))
  await expect.poll(() => told().length).toBe(1)
  expect(told()[0]?.body).toContain('微信号 w***6')
  await drawer.getByText(/企业微信机器人 · 127\.0\.0\.1/).waitFor()

  const { leadPush } = await callAs(page, automationApi.more, {})
  const { version, fields, masked } = leadPush
  await callAs(page, leadPushApi.save, { body: { enabled: false, masked, fields, targets: [], version } })

  await page.goto('/bi?tab=lead&range=today')
  await page.getByRole('link', { name: '在线索中跟进' }).click()
  await page.waitForURL('**/chat/lead?range=today')
  await page.getByLabel('关键词').fill(customer.name)
  await page.getByRole('link', { name: '全部 1', exact: true }).waitFor()
  await page.getByRole('button', { name: `查看线索 ${customer.name}` }).click()
  const lead = page.getByRole('complementary', { name: '线索' })
  await lead.getByText('wxid_ruwu2026').first().waitFor()
  await lead.getByText('时间线').waitFor()
  await lead.getByRole('button', { name: '关闭' }).click()

  await page.getByRole('button', { name: '导出', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '导出线索' })
  await dialog.getByText(`关键词：${customer.name}`).waitFor()
  await dialog.getByRole('button', { name: '导出', exact: true }).click()
  await page.getByRole('button', { name: '导出记录' }).click()
  const record = page.getByRole('dialog', { name: '导出记录' }).getByRole('listitem').first()
  await record.getByText('已完成').waitFor()
  const download = page.waitForEvent('download')
  await record.getByRole('button', { name: '下载' }).click()
  const [sheet] = await readSheets(await buffer(await (await download).createReadStream()))
  expect(sheet?.rows.length).toBe(2)
  expect(sheet?.rows[1]?.slice(0, 4)).toEqual([customer.name, 'wxid_ruwu2026', '微信号', '新线索'])
})
