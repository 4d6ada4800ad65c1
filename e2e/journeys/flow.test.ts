import { type FlowId, flowApi } from '@ruwu/contract'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { PHONE } from '../support/browser.ts'
import { callAs } from '../support/caller.ts'
import { journeys } from '../support/journey.ts'

const journey = journeys()

const ADMIN = '13800000001'
const unique = (word: string) => `${word}${Date.now() % 10_000_000}`

const canvasOf = (page: Page) => page.getByRole('region', { name: '工作流画布' })
const panelOf = (page: Page) => page.getByRole('complementary', { name: '节点设置' })
const nodeOf = (page: Page, text: string) => canvasOf(page).locator('.react-flow__node').filter({ hasText: text })
const idOf = (page: Page) => new URL(page.url()).searchParams.get('id') as FlowId

/** From the list to an empty canvas. */
async function createFlow(page: Page, name: string) {
  await page.getByRole('button', { name: '新建工作流' }).first().click()
  const dialog = page.getByRole('dialog', { name: '新建工作流' })
  await dialog.getByLabel('名称').fill(name)
  await dialog.getByRole('button', { name: '创建' }).click()
  await nodeOf(page, '会话开始').waitFor()
}

const savedGraph = async (page: Page) => (await callAs(page, flowApi.detail, { query: { id: idOf(page) } })).graph

journey('a draft that is edited in two tabs is told and not overwritten; a phone shows the steps', async (place) => {
  const admin = await place.visit()
  const { page } = admin
  await admin.signIn(ADMIN, { path: '/automation/index' })
  await createFlow(page, unique('两个标签'))
  const id = idOf(page)
  await nodeOf(page, '会话开始').click()
  await panelOf(page).getByLabel('节点名称').fill('我的开始')

  const other = await callAs(page, flowApi.detail, { query: { id } })
  const graph = { ...other.graph, nodes: other.graph.nodes.map((node) => ({ ...node, name: '别处的开始' })) }
  await callAs(page, flowApi.save, { body: { id, graph, accountIds: [], version: other.version } })
  await page.keyboard.press('Control+s')
  const question = page.getByRole('alertdialog', { name: /^内容已被/ })
  await question.getByRole('button', { name: '取消' }).click()
  await page.getByText('未保存：草稿已被他人更新').waitFor()
  expect((await savedGraph(page)).nodes[0]?.name).toBe('别处的开始')
  await page.getByRole('button', { name: '查看最新' }).click()
  await nodeOf(page, '别处的开始').waitFor()
  await page.getByRole('button', { name: '撤销' }).click()
  await nodeOf(page, '我的开始').waitFor()
  await page.keyboard.press('Control+s')
  await page.getByText(/已自动保存/).waitFor()

  await page.setViewportSize(PHONE)
  await page.getByText('手机上仅可查看，请在电脑上编辑画布').waitFor()
  await page.getByRole('list', { name: '流程步骤' }).getByText('1 我的开始').waitFor()
  await callAs(page, flowApi.remove, { query: { id } })
})
