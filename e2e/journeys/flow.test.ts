import { type FlowId, flowApi } from '@ruwu/contract'
import type { Locator, Page } from 'playwright-core'
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

async function choose(page: Page, field: Locator, option: string | RegExp) {
  await field.click()
  await page.locator('.ant-select-item-option-content').filter({ hasText: option }).last().click()
}

/** With the mouse, from one element to another. */
async function drag(page: Page, from: Locator, to: Locator) {
  await from.hover()
  await page.mouse.down()
  const box = (await to.boundingBox())!
  await page.mouse.move(box.x + box.width / 2, box.y + 4, { steps: 8 })
  await page.mouse.up()
}

const savedGraph = async (page: Page) => (await callAs(page, flowApi.detail, { query: { id: idOf(page) } })).graph

journey('a flow is drawn with the mouse, checked, tried, published and rolled back', async (place) => {
  const admin = await place.visit()
  const { page } = admin
  const word = unique('预约暗号')
  await admin.signIn(ADMIN, { path: '/automation/index' })
  await createFlow(page, unique('预约'))

  // The start: a keyword that only this customer writes.
  await nodeOf(page, '会话开始').click()
  await choose(page, panelOf(page).getByLabel('触发'), '关键词')
  await panelOf(page).getByLabel('关键词', { exact: true }).last().fill(word)
  await page.keyboard.press('Enter')

  // A question, dragged onto the canvas and connected with the mouse.
  await page
    .getByRole('button', { name: '添加「提问」' })
    .dragTo(canvasOf(page), { targetPosition: { x: 620, y: 620 } })
  await nodeOf(page, '提问').waitFor()
  await drag(page, nodeOf(page, '关键词').locator('.source'), nodeOf(page, '提问'))
  await panelOf(page).getByLabel('问题').fill('请留下手机号')
  await choose(page, panelOf(page).getByLabel('回答格式'), '手机号')

  // What cannot run is not published.
  await page.getByRole('button', { name: '发布', exact: true }).click()
  const publish = page.getByRole('dialog', { name: /^发布「/ })
  await publish.getByText('「提问」出口「已回答」没有连接').waitFor()
  expect(await publish.getByRole('button', { name: '发布' }).isDisabled()).toBe(true)
  await publish.getByRole('button', { name: '定位' }).first().click()
  await publish.waitFor({ state: 'detached' })

  // The end, added behind the question; its other exits are connected in the form.
  await page.getByRole('button', { name: '添加「结束」' }).click()
  await nodeOf(page, '结束').waitFor()
  await nodeOf(page, '提问').click()
  for (const exit of ['重试用尽', '超时'])
    await choose(page, panelOf(page).getByLabel(`出口「${exit}」的下一步`, { exact: true }), /结束/)
  await page.getByRole('button', { name: '校验通过' }).waitFor()

  // 试运行 of the draft.
  await page.getByRole('button', { name: '试运行', exact: true }).click()
  const test = page.getByRole('complementary', { name: '试运行' })
  // It is begun like the published one: by the keyword.
  for (const said of [word, '13800138000']) {
    await test.getByLabel('扮演客户回复').fill(said)
    await page.keyboard.press('Enter')
    await test.getByText('请留下手机号').waitFor()
  }
  await test.getByText('试运行已结束').waitFor()
  await test.getByRole('button', { name: '关闭试运行' }).click()

  await page.getByRole('button', { name: '发布', exact: true }).click()
  await publish.getByLabel('说明').fill('第一版')
  await publish.getByRole('button', { name: '发布' }).click()
  await publish.waitFor({ state: 'detached' })
  await page.getByText('已发布 v1', { exact: true }).first().waitFor()

  // A second version, and back to the first.
  await panelOf(page).getByLabel('问题').fill('留个电话吧')
  await page.getByRole('button', { name: '发布', exact: true }).click()
  await publish.getByRole('button', { name: '发布' }).click()
  await publish.waitFor({ state: 'detached' })
  await page.getByText('已发布 v2', { exact: true }).first().waitFor()
  await page.getByRole('button', { name: '版本' }).click()
  await page.getByRole('button', { name: '回滚到 v1' }).click()
  await page.getByRole('dialog', { name: '回滚到 v1？' }).getByRole('button', { name: '确认' }).click()
  await page.getByText('已发布 v3', { exact: true }).first().waitFor()
  const { nodes } = await savedGraph(page)
  expect(nodes.find(({ type }) => type === 'ask')?.data).toMatchObject({ text: '请留下手机号' })

  await callAs(page, flowApi.remove, { query: { id: idOf(page) } })
})

journey('a flow is drawn with the keyboard alone', async (place) => {
  const admin = await place.visit()
  const { page } = admin
  await admin.signIn(ADMIN, { path: '/automation/index' })
  await createFlow(page, unique('键盘'))
  const { keyboard } = page
  const tabTo = async (label: string) => {
    for (let presses = 0; presses < 40; presses += 1) {
      await keyboard.press('Tab')
      if (
        await panelOf(page)
          .getByLabel(label)
          .evaluate((it) => it === document.activeElement)
      )
        return
    }
    throw new Error(`Tab does not reach ${label}`)
  }

  // N goes to the palette, Enter adds the kind behind the start and goes to its form.
  await nodeOf(page, '会话开始').focus()
  await keyboard.press('n')
  await keyboard.press('Enter')
  await panelOf(page).getByLabel('节点名称').waitFor()
  await keyboard.type('问候')
  await tabTo('话术 1')
  await keyboard.type('您好，欢迎咨询')
  await keyboard.press('Escape')
  const hello = nodeOf(page, '问候')
  expect(await hello.evaluate((it) => it === document.activeElement)).toBe(true)

  // The arrows move it, Ctrl+Z takes that back as one step.
  const before = (await hello.boundingBox())!
  for (let step = 0; step < 3; step += 1) await keyboard.press('ArrowRight')
  await expect.poll(async () => (await hello.boundingBox())!.x).toBeGreaterThan(before.x)
  await keyboard.press('Control+z')
  await expect.poll(async () => (await hello.boundingBox())!.x).toBe(before.x)

  // Copy, paste, delete.
  await keyboard.press('Control+c')
  await keyboard.press('Control+v')
  await expect.poll(() => hello.count()).toBe(2)
  await keyboard.press('Delete')
  await expect.poll(() => hello.count()).toBe(1)

  // Up from the first kind is the last: 结束.
  await hello.focus()
  await keyboard.press('n')
  await keyboard.press('ArrowUp')
  await keyboard.press('Enter')
  await nodeOf(page, '结束').waitFor()
  await page.getByRole('button', { name: '校验通过' }).waitFor()
  await keyboard.press('Control+s')
  await page.getByText(/已自动保存/).waitFor()

  // Tab goes along the flow, Enter opens the form.
  await nodeOf(page, '会话开始').focus()
  await keyboard.press('Tab')
  await keyboard.press('Enter')
  await expect.poll(() => panelOf(page).getByRole('heading').textContent()).toBe('问候')
  const graph = await savedGraph(page)
  expect(graph.nodes.map(({ type }) => type)).toEqual(['start', 'send', 'end'])
  expect(graph.edges).toHaveLength(2)

  await callAs(page, flowApi.remove, { query: { id: idOf(page) } })
})

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
