import { CustomerCounts, customerApi } from '@ruwu/contract'
import { DEFAULT_CUSTOMER_FILTER, type ListView } from '@ruwu/domain'
import { screen, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { createFakeServer } from '../../../../testing/fake-server.ts'
import { me, renderConsole } from '../../../../testing/render.tsx'
import { sample } from '../../../../testing/sample.ts'
import { ViewTabs } from './view-tabs.tsx'

const counts = sample(CustomerCounts, { myCount: 12 })
const waiting: ListView = { filter: { ...DEFAULT_CUSTOMER_FILTER, replyState: 1 }, sort: 'latest' }

const names = () =>
  within(screen.getByRole('navigation', { name: '我的视图' }))
    .getAllByRole('listitem')
    .map((it) => it.textContent?.trim())

/** The tabs above a list that shows who waits. */
function open() {
  localStorage.clear()
  const server = createFakeServer()
  server.answer(customerApi.countViews, [12, 2, 6])
  const shown: ListView[] = []
  function Tabs() {
    const [view, setView] = useState(waiting)
    const show = (next: ListView) => {
      shown.push(next)
      setView(next)
    }
    return <ViewTabs view={{ agentId: me.id, ...view }} counts={counts} onShow={show} />
  }
  const page = renderConsole(<Tabs />, { server })
  const save = async (name: string) => {
    await page.user.click(screen.getByRole('button', { name: '保存视图' }))
    await page.user.type(await screen.findByLabelText('视图名称'), name)
    await page.user.click(screen.getByRole('button', { name: '保存' }))
  }
  const fromMenu = async (name: string, entry: string) => {
    await page.user.click(screen.getByRole('button', { name: `视图「${name}」：更多操作` }))
    await page.user.click((await screen.findAllByText(entry)).at(-1)!)
  }
  return { ...page, shown, names, save, fromMenu }
}

test('a filter becomes a tab with its count; 全部 leaves it, the tab returns', async () => {
  const page = open()

  await page.save('待回复')
  await expect.poll(page.names).toEqual(['全部 12', '待回复 2'])
  expect(screen.getByRole('button', { name: '待回复 2' }).getAttribute('aria-current')).toBe('true')
  await page.user.click(screen.getByRole('button', { name: '全部 12' }))
  expect(page.shown.at(-1)?.filter).toEqual(DEFAULT_CUSTOMER_FILTER)
  await page.user.click(screen.getByRole('button', { name: '待回复 2' }))

  expect(page.shown.at(-1)).toEqual(waiting)
})

test('beside the views a link leads to 线索', async () => {
  const page = open()

  await page.user.click(screen.getByRole('link', { name: '线索' }))

  expect(page.address()).toBe('/chat/lead')
})

test('a tab is renamed, moved and removed in place', async () => {
  const page = open()
  await page.save('待回复')
  await page.user.click(screen.getByRole('button', { name: /全部/ }))
  await page.save('默认')
  await expect.poll(page.names).toEqual(['全部 12', '待回复 2', '默认 6'])

  await page.fromMenu('默认', '左移')
  await expect.poll(page.names).toEqual(['全部 12', '默认 2', '待回复 6'])
  await page.fromMenu('默认', '重命名')
  await page.user.type(await screen.findByLabelText('视图名称'), '视图')
  await page.user.click(screen.getByRole('button', { name: '保存' }))
  await expect.poll(page.names).toEqual(['全部 12', '默认视图 2', '待回复 6'])
  await page.fromMenu('默认视图', '删除视图')

  await expect.poll(page.names).toEqual(['全部 12', '待回复 2'])
})

test('a name that another view has is refused', async () => {
  const page = open()
  await page.save('待回复')
  await page.user.click(screen.getByRole('button', { name: /全部/ }))
  await page.save('默认')
  await page.fromMenu('默认', '重命名')

  await page.user.clear(await screen.findByLabelText('视图名称'))
  await page.user.type(screen.getByLabelText('视图名称'), '待回复')
  await page.user.click(screen.getByRole('button', { name: '保存' }))

  expect(await screen.findByText('已有同名视图')).toBeTruthy()
})
