import { type Permission, QuickReply, QuickReplyGroup, quickReplyApi } from '@ruwu/contract'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createFakeServer } from '../../testing/fake-server.ts'
import { renderConsole } from '../../testing/render.tsx'
import { sample } from '../../testing/sample.ts'
import { quickReplyKeys } from './quick-reply.queries.ts'
import { QuickReplyPage } from './quick-reply-page.tsx'

function groupOf(title: string, ...titles: string[]) {
  const group = sample(QuickReplyGroup, { title, ownerType: 'enterprise', replies: [] })
  const replies = titles.map((it) =>
    sample(QuickReply, { title: it, groupId: group.id, content: `${it}的内容`, code: '', parts: [], sources: [] }),
  )
  return { ...group, replies }
}

const [before, after] = [groupOf('售前', '报价', '尺寸', '材质'), groupOf('售后', '退货')]

async function open({
  path = '/setting/quick-reply',
  permissions,
}: { path?: string; permissions?: Permission[] } = {}) {
  const server = createFakeServer()
  server.answer(quickReplyApi.groupReplies, { entGroups: [before, after], agentGroups: [] })
  server.answer(quickReplyApi.moveGroup, before)
  server.answer(quickReplyApi.move, before.replies[0]!)
  server.answer(quickReplyApi.removeGroup, true)
  server.answer(quickReplyApi.copy, before.replies[0]!)
  const page = renderConsole(<QuickReplyPage />, { server, path, ...(permissions && { permissions }) })
  await screen.findByText('报价')
  return page
}

const shownTitles = () => screen.getAllByText(/^(报价|尺寸|材质|退货)$/).map((it) => it.textContent)

/** Chooses an entry of a row's menu. */
async function choose({ user }: Awaited<ReturnType<typeof open>>, row: string, entry: string) {
  await user.click(screen.getByRole('button', { name: `「${row}」的更多操作` }))
  // A menu that was open before may still be in the document.
  const entries = await screen.findAllByRole('menuitem', { name: entry })
  await user.click(entries.at(-1)!)
}

test('a reply is moved by its menu; the list follows at once', async () => {
  const page = await open()
  const held = page.server.hold(quickReplyApi.move)

  await choose(page, '报价', '下移')

  await expect.poll(shownTitles).toEqual(['尺寸', '报价', '材质'])
  held.release()
  expect(page.server.calls(quickReplyApi.move)).toEqual([
    { body: { id: before.replies[0]!.id, groupId: before.id, targetPosition: 1 } },
  ])
})

test('a refused move restores the order and says why', async () => {
  const page = await open()
  page.server.refuse(quickReplyApi.move, 'refused', { msg: '不可以' })

  await choose(page, '报价', '下移')

  await expect.poll(() => page.toasts).toEqual(['error: 不可以'])
  await expect.poll(shownTitles).toEqual(['报价', '尺寸', '材质'])
})

test('a reply is moved to another group by its menu', async () => {
  const page = await open()

  await choose(page, '报价', '移到分组…')
  const dialog = await screen.findByRole('dialog', { name: '将「报价」移到' })
  await page.user.click(within(dialog).getByLabelText('分组'))
  await page.user.click(await screen.findByText('售后', { selector: '.ant-select-item-option-content' }))
  await page.user.click(within(dialog).getByRole('button', { name: '移动' }))

  await expect
    .poll(() => page.server.calls(quickReplyApi.move))
    .toEqual([{ body: { id: before.replies[0]!.id, groupId: after.id, targetPosition: 1 } }])
})

test('a reply is dropped on a row, and on a group', async () => {
  const page = await open()
  const grip = screen.getByTitle('拖动「报价」调整顺序')
  const row = screen.getByText('材质').closest('li')!
  const drag = { dataTransfer: { setDragImage: () => undefined, effectAllowed: '' } }

  fireEvent.dragStart(grip, drag)
  fireEvent.dragOver(row, { ...drag, clientY: 1 })
  fireEvent.drop(row, { ...drag, clientY: 1 })
  await expect.poll(() => page.server.calls(quickReplyApi.move).length).toBe(1)
  fireEvent.dragStart(screen.getByTitle('拖动「尺寸」调整顺序'), drag)
  fireEvent.drop(screen.getByRole('button', { name: /^售后/ }).closest('li')!, drag)

  await expect.poll(() => page.server.calls(quickReplyApi.move).length).toBe(2)
  expect(page.server.calls(quickReplyApi.move)).toMatchObject([
    { body: { id: before.replies[0]!.id, groupId: before.id } },
    { body: { id: before.replies[1]!.id, groupId: after.id, targetPosition: 1 } },
  ])
})

test('a row that moves while it is dragged is still the one that is dropped', async () => {
  const page = await open()
  const drag = { dataTransfer: { setDragImage: () => undefined, effectAllowed: '' } }
  fireEvent.dragStart(screen.getByTitle('拖动「尺寸」调整顺序'), drag)
  const [price, size, stuff] = before.replies
  const changed = { ...before, replies: [price!, stuff!, size!] }
  page.server.answer(quickReplyApi.groupReplies, { entGroups: [changed, after], agentGroups: [] })
  await page.cache.refetchQueries({ queryKey: quickReplyKeys.all })
  await expect.poll(shownTitles).toEqual(['报价', '材质', '尺寸'])

  fireEvent.drop(screen.getByText('报价').closest('li')!, drag)

  await expect
    .poll(() => page.server.calls(quickReplyApi.move))
    .toMatchObject([{ body: { id: size!.id, groupId: before.id } }])
})

test('a keyword that is still being written does not close the form that was opened after it', async () => {
  const page = await open()

  await page.user.click(screen.getByPlaceholderText('搜索标题、内容、快捷码或拼音首字母'))
  await page.user.paste('报价')
  await page.user.click(screen.getByRole('button', { name: /新建回复/ }))
  await expect.poll(() => page.address()).toContain('keyword=')

  expect(page.address()).toContain('reply=new')
})

test('a group is moved by its menu, and deleted after a question that counts its replies', async () => {
  const page = await open()

  await choose(page, '售后', '上移')
  await expect
    .poll(() => page.server.calls(quickReplyApi.moveGroup))
    .toEqual([{ body: { groupId: after.id, targetPosition: 0 } }])
  await choose(page, '售前', '删除')
  const question = await screen.findByRole('alertdialog', { name: '删除分组「售前」？' })
  expect(within(question).getByText('其中的 3 条快捷回复会一并删除，不可恢复。')).toBeTruthy()
  await page.user.click(within(question).getByText('确认'))

  await expect.poll(() => page.server.calls(quickReplyApi.removeGroup)).toEqual([{ body: { id: before.id } }])
})

test('replies of all groups are found by the letters of their title', async () => {
  const { user } = await open()

  await user.type(screen.getByLabelText('关键词'), 'th')

  await expect.poll(shownTitles).toEqual(['退货'])
  expect(screen.queryByTitle('拖动「退货」调整顺序')).toBeNull()
})

test('without the permission the enterprise’s library can be read and copied', async () => {
  const { user, server, toasts } = await open({ permissions: ['im:viewPage'] })

  expect(screen.queryByRole('button', { name: '新建回复' })).toBeNull()
  expect(screen.queryByRole('button', { name: '导入' })).toBeNull()
  expect(screen.queryByRole('button', { name: '「报价」的更多操作' })).toBeNull()
  await user.click(screen.getByRole('button', { name: '「报价」复制到我的' }))

  await expect.poll(() => toasts).toEqual(['success: 已复制「报价」到我的快捷回复'])
  expect(server.calls(quickReplyApi.copy)).toEqual([{ body: { id: before.replies[0]!.id } }])
})

test('an empty library takes the sample replies in one click; a refusal says why', async () => {
  const server = createFakeServer()
  server.answer(quickReplyApi.groupReplies, { entGroups: [], agentGroups: [] })
  server.refuse(quickReplyApi.import, 'refused', { msg: '已达上限' })
  const page = renderConsole(<QuickReplyPage />, { server, path: '/setting/quick-reply?tab=agent' })
  const button = await screen.findByRole('button', { name: '导入示例' })

  await page.user.click(button)
  await expect.poll(() => page.toasts).toEqual(['error: 已达上限'])
  server.answer(quickReplyApi.import, { success: 8, duplicates: 0, failed: [] })
  await page.user.click(button)

  await expect.poll(() => page.toasts.at(-1)).toBe('success: 已导入 8 条示例，请按实际情况修改')
  expect(server.calls(quickReplyApi.import).map(({ body }) => body.ownerType)).toEqual(['agent', 'agent'])
  const failed = [{ row: 2, msg: '最多 50 个分组' }]
  server.answer(quickReplyApi.import, { success: 7, duplicates: 0, failed })
  await page.user.click(button)
  await expect.poll(() => page.toasts.at(-1)).toBe('warning: 1 条示例没有导入：最多 50 个分组')
  // A colleague was faster.
  server.answer(quickReplyApi.import, { success: 0, duplicates: 8, failed: [] })
  await page.user.click(button)
  await expect.poll(() => page.toasts.at(-1)).toBe('info: 这些示例已经导入过')
})

test('an export during a search holds what it finds', async () => {
  const page = await open({ path: '/setting/quick-reply?keyword=报价' })
  page.server.answer(quickReplyApi.export, { name: '企业快捷回复.xlsx', content: '' })
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})

  await page.user.click(screen.getByRole('button', { name: '导出' }))
  await page.user.click((await screen.findAllByText('导出为 XLSX')).at(-1)!)

  await expect
    .poll(() => page.server.calls(quickReplyApi.export))
    .toEqual([{ body: { ownerType: 'enterprise', format: 'xlsx', keyword: '报价' } }])
  await expect.poll(() => saved.mock.calls.length).toBe(1)
})
