import { randomUUID } from 'node:crypto'
import { automationApi } from '@ruwu/contract'
import { expect } from 'vitest'
import { callAs } from '../support/caller.ts'
import { journeys } from '../support/journey.ts'
import { SimulatedPlatform } from '../support/simulated-platform.ts'

const journey = journeys()

journey('a comment that asks for the price is answered below it and in private', async (place) => {
  const platform = new SimulatedPlatform(place.server.simulatorUrl)
  const [account] = await platform.accounts('redbook')
  const { accountId } = account!
  const mark = randomUUID().slice(0, 5)
  const word = `报价${mark}`
  const admin = await place.visit()
  const { page } = admin
  await admin.signIn('13800000001', { path: '/automation/more' })

  const before = (await callAs(page, automationApi.more, {})).comment
  await page.getByRole('region', { name: '意向评论' }).getByRole('button', { name: '设置' }).click()
  const drawer = page.getByRole('dialog', { name: '意向评论' })
  await drawer.getByLabel('启用').click()
  await drawer.getByRole('combobox', { name: '关键词' }).fill(word)
  await page.keyboard.press('Enter')
  await drawer.getByLabel('评论回复').fill(`欢迎私信了解 ${mark}`)
  await drawer.getByLabel('私信内容').fill(`您好，想了解什么 ${mark}`)
  await drawer.getByRole('button', { name: '保存' }).click()
  await drawer.waitFor({ state: 'detached' })

  const name = `评论${mark}`
  const customerId = await platform.newCustomer('redbook', accountId, name)
  await platform.act('redbook', accountId, customerId, { do: 'comment', text: '真好看' })
  await platform.act('redbook', accountId, customerId, { do: 'comment', text: `求${word}` })

  await expect
    .poll(() => platform.comments('redbook', accountId, customerId))
    .toEqual(['customer: 真好看', `customer: 求${word}`, `merchant: 欢迎私信了解 ${mark}`])
  const privately = async () =>
    (await platform.messages('redbook', accountId, customerId)).map(({ content }) => content.text)
  await expect.poll(privately).toEqual([`您好，想了解什么 ${mark}`])

  await page.getByRole('region', { name: '运行日志' }).getByRole('button', { name: '查看' }).click()
  const row = page.getByRole('listitem').filter({ hasText: name })
  await row.filter({ hasText: '引导私信' }).getByText('已发送').waitFor()
  await row.filter({ hasText: '评论回复' }).getByRole('link', { name }).click()
  await page.getByText(/^已回复客户的评论/).waitFor()

  const { version } = (await callAs(page, automationApi.more, {})).comment
  const { enabled, mode, keywords, reply, guide } = before
  await callAs(page, automationApi.saveComment, { body: { enabled, mode, keywords, reply, guide, version } })
})
