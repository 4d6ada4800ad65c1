import { randomUUID } from 'node:crypto'
import { automationRuleApi } from '@ruwu/contract'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { PHONE } from '../support/browser.ts'
import { callAs } from '../support/caller.ts'
import { journeys } from '../support/journey.ts'
import { newCustomer } from '../support/workbench.ts'

const journey = journeys()

const ADMIN = '13800000001'
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

async function menuOf(page: Page, name: string, entry: string) {
  await page.getByRole('button', { name: `${name} 更多操作` }).click()
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
}

const removeRule = async (page: Page, name: string) => {
  const rule = (await callAs(page, automationRuleApi.list, {})).find((it) => it.name === name)
  if (rule) await callAs(page, automationRuleApi.remove, { query: { id: rule.id } })
}

journey('a rule from a template is tried on a past message, switched on, and answers the next one', async (place) => {
  const admin = await place.visit()
  const { page } = admin
  const mark = randomUUID().slice(0, 5)
  const [name, word, answer] = [`问价${mark}`, `橡木${mark}`, `您好，${mark}的报价稍后发您`]
  const customer = await newCustomer(place.server, `你们有${word}吗`)
  await expect.poll(() => customer.id().catch(() => '')).not.toBe('')
  await admin.signIn(ADMIN, { path: '/automation/v1' })

  await page.getByRole('button', { name: '从模板新建' }).first().click()
  await page
    .getByRole('dialog', { name: '选择模板' })
    .getByRole('button', { name: /关键词自动回复/ })
    .click()
  await page.getByLabel('规则名称').fill(name)
  await page.getByRole('combobox', { name: '关键词', exact: true }).fill(word)
  await page.keyboard.press('Enter')
  await page.getByLabel('消息内容', { exact: true }).fill(answer)
  await page.getByRole('button', { name: '试跑', exact: true }).click()
  const unsaved = page.getByRole('dialog', { name: `试跑 · ${name}` })
  await unsaved.getByLabel('试一句话').fill('在吗')
  await unsaved.getByRole('button', { name: '试跑', exact: true }).click()
  await unsaved.getByText('条件不符，不会执行').waitFor()
  await unsaved.getByRole('button', { name: '关闭' }).click()
  await page.getByRole('button', { name: '存为草稿' }).click()
  await rowOf(page, name).getByText('草稿').waitFor()

  await menuOf(page, name, '试跑')
  const trial = page.getByRole('dialog', { name: `试跑 · ${name}` })
  await trial.getByRole('button', { name: new RegExp(`你们有${word}吗`) }).click()
  await trial.getByText('条件符合，将依次执行').waitFor()
  await trial.getByLabel('试一句话').fill('在吗')
  await trial.getByRole('button', { name: '试跑', exact: true }).click()
  await trial.getByText('条件不符，不会执行').waitFor()
  await trial.getByRole('button', { name: '关闭' }).click()
  expect(await customer.replies()).not.toContain(answer)

  await page.getByRole('switch', { name: `启用「${name}」` }).click()
  await rowOf(page, name).getByText('草稿').waitFor({ state: 'detached' })
  await customer.write(`${word}多少钱`)
  await expect.poll(() => customer.replies()).toContain(answer)

  await rowOf(page, name).getByRole('button', { name: '日志' }).click()
  const log = page.getByRole('dialog', { name: `运行日志 · ${name}` })
  await log.getByText(customer.name).waitFor()
  await removeRule(page, name)
})

journey('on a phone rules are cards, and their order is changed from the menu', async (place) => {
  const admin = await place.visit(PHONE)
  const { page } = admin
  const mark = randomUUID().slice(0, 5)
  const [first, second] = [`一${mark}`, `二${mark}`]
  await admin.signIn(ADMIN, { path: '/automation/v1' })
  for (const name of [first, second])
    await callAs(page, automationRuleApi.save, {
      body: {
        name,
        event: { type: 'archive' },
        conditions: { op: 'all', items: [] },
        actions: [{ type: 'note', params: { text: '已归档' } }],
        status: 'draft',
      },
    })
  await page.getByText(second).waitFor()

  await menuOf(page, second, '上移')

  await page.getByText(`「${second}」已移到第`).waitFor()
  const names = (await callAs(page, automationRuleApi.list, {})).map((rule) => rule.name)
  expect(names.indexOf(second)).toBeLessThan(names.indexOf(first))
  await removeRule(page, first)
  await removeRule(page, second)
})
