import { Buffer } from 'node:buffer'
import { quickReplyApi } from '@ruwu/contract'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { PHONE } from '../support/browser.ts'
import { callAs } from '../support/caller.ts'
import { journeys } from '../support/journey.ts'

const journey = journeys()

const ADMIN = '13800000001'
const AGENT = '13800000003'
const PATH = '/setting/quick-reply'

/** The titles of the replies shown, in their order. */
const titlesOf = (page: Page) => page.locator('main li b').allTextContents()

const isFocused = (element: Locator) => element.evaluate((it) => it === document.activeElement)

/** Own groups with a few replies; those that earlier runs left are removed. */
async function fillOwnLibrary(page: Page, groups: Record<string, string[]>) {
  const { agentGroups } = await callAs(page, quickReplyApi.groupReplies, {})
  for (const { id } of agentGroups) await callAs(page, quickReplyApi.removeGroup, { body: { id } })
  for (const [title, replies] of Object.entries(groups)) {
    const { id } = await callAs(page, quickReplyApi.createGroup, { body: { ownerType: 'agent', title } })
    for (const each of replies)
      await callAs(page, quickReplyApi.create, { body: { groupId: id, title: each, content: `${each}的内容` } })
  }
}

const csv = (name: string, lines: string[]) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) })

journey('replies are put in order by dragging and by the keyboard, also into another group', async (place) => {
  const agent = await place.visit()
  const { page } = agent
  await agent.signIn(AGENT, { path: '/setting' })
  await fillOwnLibrary(page, { 售前: ['报价', '尺寸', '材质'], 售后: ['退货'] })
  await page.goto(`${PATH}?tab=agent`)
  await expect.poll(() => titlesOf(page)).toEqual(['报价', '尺寸', '材质'])

  const row = (title: string) => page.getByRole('listitem').filter({ has: page.getByText(title, { exact: true }) })
  await page.getByTitle('拖动「材质」调整顺序').dragTo(row('报价'), { targetPosition: { x: 40, y: 4 } })
  await expect.poll(() => titlesOf(page)).toEqual(['材质', '报价', '尺寸'])

  // The keyboard's way: the menu button keeps the focus, so the next Enter moves again. An open menu would have it.
  const more = page.getByRole('button', { name: '「尺寸」的更多操作' })
  await more.focus()
  for (const expected of [
    ['材质', '尺寸', '报价'],
    ['尺寸', '材质', '报价'],
  ]) {
    await expect.poll(() => isFocused(more)).toBe(true)
    await page.keyboard.press('Enter')
    await expect.poll(() => isFocused(page.getByRole('menuitem', { name: '上移' }))).toBe(true)
    await page.keyboard.press('Enter')
    await expect.poll(() => titlesOf(page)).toEqual(expected)
    await page.waitForTimeout(200)
    expect(await isFocused(more)).toBe(true)
  }

  await page.getByTitle('拖动「报价」调整顺序').dragTo(page.getByRole('button', { name: /^售后/ }))
  await page.getByText('「报价」已移到「售后」').waitFor()
  await page.getByRole('button', { name: /^售后/ }).click()
  await expect.poll(() => titlesOf(page)).toEqual(['退货', '报价'])
  await page.reload()
  await expect.poll(() => titlesOf(page)).toEqual(['退货', '报价'])
  const { agentGroups } = await callAs(page, quickReplyApi.groupReplies, {})
  expect(agentGroups.map(({ replies }) => replies.map(({ title }) => title))).toEqual([
    ['尺寸', '材质'],
    ['退货', '报价'],
  ])
})

journey('an import shows the errors by row, brings the good rows in, and an open panel follows', async (place) => {
  const [admin, agent] = [await place.visit(), await place.visit(PHONE)]
  const { page } = admin
  const group = `导入${Date.now() % 100_000}`
  await Promise.all([admin.signIn(ADMIN, { path: PATH }), agent.signIn(AGENT, { path: PATH })])
  await agent.page.getByRole('button', { name: /售后/ }).waitFor()

  await page.getByRole('button', { name: '导入' }).click()
  const dialog = page.getByRole('dialog', { name: '导入到企业快捷回复' })
  await dialog
    .locator('input[type=file]')
    .setInputFiles(
      csv('回复.csv', [
        '分组,标题,内容,快捷码',
        `${group},含税价,报价已含税,${group.slice(2)}a`,
        `${group},没有内容,,`,
        `${group},,没有标题,`,
        `${group},坏快捷码,内容,中文`,
      ]),
    )
  await dialog.getByText('请输入内容').waitFor()
  await dialog.getByText('请输入标题').waitFor()
  await dialog.getByText('快捷码只能包含字母和数字').waitFor()
  expect(await dialog.getByText(/^第 \d+ 行$/).allTextContents()).toEqual(['第 3 行', '第 4 行', '第 5 行'])
  await dialog.getByRole('button', { name: '导入 1 条' }).click()
  await page.getByRole('dialog', { name: '导入完成' }).getByRole('button', { name: '完成' }).click()

  await page.getByRole('button', { name: new RegExp(`^${group}`) }).click()
  await page.getByText('含税价', { exact: true }).waitFor()
  // The colleague's open page shows the new group without a reload.
  await agent.page.getByRole('button', { name: new RegExp(`^${group}`) }).waitFor()

  await page.getByRole('button', { name: `「${group}」的更多操作` }).click()
  await page.getByRole('menuitem', { name: '删除' }).click()
  const question = page.getByRole('alertdialog', { name: `删除分组「${group}」？` })
  await question.getByText('其中的 1 条快捷回复会一并删除，不可恢复。').waitFor()
  await question.getByRole('button', { name: '确认' }).click()
  await agent.page.getByRole('button', { name: new RegExp(`^${group}`) }).waitFor({ state: 'detached' })
})
