import { randomUUID } from 'node:crypto'
import { customerApi, CustomerId, tagApi } from '@ruwu/contract'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { PHONE } from '../support/browser.ts'
import { callAs } from '../support/caller.ts'
import { journeys } from '../support/journey.ts'
import { newCustomer } from '../support/workbench.ts'

const journey = journeys()

const ADMIN = '13800000001'
const OPERATOR = '13800000005'
const newName = (text: string) => text + randomUUID().slice(0, 5)
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

async function createTag(page: Page, name: string, fill: () => Promise<void> = async () => {}): Promise<void> {
  await page.getByRole('button', { name: '新建标签' }).click()
  await page.getByLabel('标签名称').fill(name)
  await fill()
  await page.getByRole('button', { name: '保存' }).click()
  await rowOf(page, name).waitFor()
}

/** The demo's tags fill more than one page. */
const search = (page: Page, text: string) => page.getByPlaceholder('搜索标签').fill(text)

const remove = async (page: Page, ...names: string[]) => {
  const tags = await callAs(page, tagApi.list, { body: {} })
  for (const { id, name } of tags) if (names.includes(name)) await callAs(page, tagApi.remove, { query: { id } })
}

journey('two tags are merged: their customers have the other one, and a colleague’s page follows', async (place) => {
  const [admin, phone] = [await place.visit(), await place.visit(PHONE)]
  const { page } = admin
  const mark = randomUUID().slice(0, 5)
  const [from, to] = [`三居${mark}`, `三房${mark}`]
  await admin.signIn(ADMIN, { path: `/tag?keyword=${mark}` })
  await phone.signIn(OPERATOR, { path: `/tag?keyword=${mark}` })
  await createTag(page, from)
  await createTag(page, to)
  const customer = await newCustomer(place.server, '想看看三房')
  await expect.poll(() => customer.id().catch(() => '')).not.toBe('')
  const tags = await callAs(page, tagApi.list, { body: {} })
  const [fromId, toId] = [from, to].map((name) => tags.find((tag) => tag.name === name)!.id)
  const customerId = CustomerId.parse(await customer.id())
  await callAs(page, customerApi.bindTags, { body: { customerId, tagIds: [fromId!] } })
  await rowOf(page, from).getByRole('link', { name: '1', exact: true }).waitFor()

  await rowOf(page, from).getByRole('button', { name: '合并到…' }).click()
  const dialog = page.getByRole('dialog', { name: `合并标签「${from}」` })
  await dialog.getByText('1 位客户').waitFor()
  await dialog.getByRole('combobox', { name: '目标标签' }).fill(to)
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: to }).click()
  await dialog.getByRole('button', { name: '合并' }).click()

  await rowOf(page, from).waitFor({ state: 'detached' })
  const count = rowOf(page, to).getByRole('link', { name: '1', exact: true })
  expect(await count.getAttribute('href')).toBe(`/chat?tagIds=${toId}`)
  await phone.page.getByText(from).waitFor({ state: 'detached' })
  const { tagIds } = await callAs(page, customerApi.detail, { query: { customerId } })
  expect([tagIds.includes(fromId!), tagIds.includes(toId!)]).toEqual([false, true])
  await remove(page, to)
})

journey('a rule is tried before it is saved, and then tags the customer who says its word', async (place) => {
  const admin = await place.visit()
  const { page } = admin
  const [name, word] = [newName('问橡木'), newName('橡木')]
  const customer = await newCustomer(place.server, `你们有${word}吗`)
  await expect.poll(() => customer.id().catch(() => '')).not.toBe('')
  await admin.signIn(ADMIN, { path: '/tag' })
  await search(page, name)

  await createTag(page, name, async () => {
    await page.getByLabel('规则', { exact: true }).check()
    await page.getByRole('combobox', { name: '关键词', exact: true }).fill(word)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /试跑/ }).click()
    await page.getByText(/1 位符合/).waitFor()
    await page.getByText(`你们有${word}吗`).waitFor()
  })
  await rowOf(page, name).getByText('自动').waitFor()
  await customer.write(`${word}多少钱`)

  await rowOf(page, name).getByRole('link', { name: '1', exact: true }).waitFor()
  await remove(page, name)
})

journey('the browser’s Back asks before it discards what was typed into a tag', async (place) => {
  const admin = await place.visit()
  const { page } = admin
  await admin.signIn(ADMIN, { path: '/tag' })
  await page.getByRole('button', { name: '新建标签' }).click()
  await page.getByLabel('标签名称').fill('未保存')
  const question = page.getByRole('alertdialog', { name: '有未保存的修改，确定离开？' })

  await page.goBack()
  await question.getByRole('button', { name: '继续编辑' }).click()
  expect(await page.getByLabel('标签名称').inputValue()).toBe('未保存')
  expect(new URL(page.url()).searchParams.get('tag')).toBe('new')
  await page.goBack()
  await question.getByRole('button', { name: '放弃修改' }).click()

  await page.getByLabel('标签名称').waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe('/tag')
})

journey('groups are put in order by dragging and by the keyboard', async (place) => {
  const admin = await place.visit()
  const { page } = admin
  await admin.signIn(ADMIN, { path: '/tag' })
  const [first, second] = [newName('甲组'), newName('乙组')]
  const made = []
  for (const name of [first, second])
    made.push(await callAs(page, tagApi.createGroup, { body: { name, single: false } }))
  const order = async () =>
    (await callAs(page, tagApi.listGroups, {})).map(({ name }) => name).filter((name) => [first, second].includes(name))
  const row = page.getByRole('listitem').filter({ hasText: first })

  await page.getByTitle(`拖动「${second}」调整顺序`).dragTo(row, { targetPosition: { x: 60, y: 4 } })
  await expect.poll(order).toEqual([second, first])

  await page.getByRole('button', { name: `${second} 更多操作` }).press('Enter')
  await page.getByRole('menuitem', { name: '下移' }).press('Enter')
  await expect.poll(order).toEqual([first, second])
  for (const { id } of made) await callAs(page, tagApi.removeGroup, { query: { id } })
})
