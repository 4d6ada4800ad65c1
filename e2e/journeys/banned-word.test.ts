import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { journeys } from '../support/journey.ts'
import { answer, atWork, boxOf, LIN, newCustomer, openCustomer } from '../support/workbench.ts'

const journey = journeys()

const OPERATOR = '13800000005'

journey('an own forbidden word is marked while it is typed and stops the message', async (place) => {
  const [operator, agent] = [await place.visit(), await place.visit()]
  const word = `甩卖${randomUUID().slice(0, 5)}`
  const page = await atWork(agent, LIN, 3)
  const customer = await newCustomer(place.server, '有活动吗')
  await openCustomer(page, customer)
  await (await answer(page, `今天${word.slice(2)}`)).waitFor()

  await operator.signIn(OPERATOR, { path: '/automation/more' })
  await operator.page.getByRole('region', { name: '违禁词库' }).getByRole('button', { name: '管理' }).click()
  await operator.page.getByRole('button', { name: '新建违禁词' }).first().click()
  await operator.page.getByLabel('违禁词', { exact: true }).fill(word)
  await operator.page.getByRole('button', { name: '保存' }).click()
  await operator.page.getByRole('row').filter({ hasText: word }).waitFor()

  await boxOf(page).fill(`今天${word}`)
  await page.locator('mark').filter({ hasText: word }).waitFor()
  await page.getByRole('button', { name: '发送', exact: true }).click()
  await page.getByText('企业设置的违禁词').first().waitFor()
  expect(await boxOf(page).inputValue()).toBe(`今天${word}`)
  expect(await customer.replies()).toEqual([`今天${word.slice(2)}`])

  await operator.page.getByRole('row').filter({ hasText: word }).getByRole('button', { name: '删除' }).click()
  await operator.page.getByRole('alertdialog').getByRole('button', { name: '确认' }).click()
  await operator.page.getByRole('row').filter({ hasText: word }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: '发送', exact: true }).click()
  await expect.poll(customer.replies).toContain(`今天${word}`)
})
