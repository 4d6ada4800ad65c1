import { Tag, TagGroup, tagApi } from '@ruwu/contract'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createFakeServer } from '../../testing/fake-server.ts'
import { renderConsole } from '../../testing/render.tsx'
import { sample } from '../../testing/sample.ts'
import { tagKeys } from './tag.queries.ts'
import { TagPage } from './tag-page.tsx'

const level = sample(TagGroup, { name: '意向等级', single: true, tagCount: 1, conflicts: 3 })
const needs = sample(TagGroup, { name: '需求', position: 1, tagCount: 1 })
const hot = sample(Tag, {
  name: 'A类',
  groupId: level.id,
  groupName: level.name,
  single: true,
  customers: 12,
  allCustomers: 15,
})
const rooms = sample(Tag, { name: '三房', groupId: needs.id, groupName: needs.name, customers: 0 })
const lead = sample(Tag, { name: '已留资', kind: 'system', customers: 7 })

async function open({ path = '/tag', ...options }: Parameters<typeof renderConsole>[1] = {}) {
  const server = createFakeServer()
  server.answer(tagApi.list, [hot, rooms, lead])
  server.answer(tagApi.listGroups, [level, needs])
  server.answer(tagApi.remove, true)
  server.answer(tagApi.moveGroup, [needs, level])
  server.answer(tagApi.batch, { success: 1, failed: [{ id: rooms.id, name: '三房', msg: '标签不存在或已删除' }] })
  const page = renderConsole(<TagPage />, { server, path, ...options })
  await screen.findByText('意向等级', { selector: 'button *' })
  return page
}

const rowOf = (name: string) => screen.getByText(name, { selector: '.cut' }).closest('tr')!

test('the tree narrows the table, and the number of customers leads to them', async () => {
  const page = await open()
  expect(within(rowOf('A类')).getByRole('link', { name: '12' }).getAttribute('href')).toBe(`/chat?tagIds=${hot.id}`)
  expect(within(rowOf('三房')).queryByRole('link')).toBeNull()
  expect(screen.getByText('待整理 3')).toBeTruthy()

  await page.user.click(screen.getByText('需求', { selector: 'button *' }))

  expect(page.address()).toBe(`/tag?group=${needs.id}`)
  expect(screen.queryByText('A类')).toBeNull()
  expect(rowOf('三房')).toBeTruthy()
})

test('system tags can only be looked at', async () => {
  await open({ path: '/tag?group=system' })

  expect(within(rowOf('已留资')).queryByText('编辑')).toBeNull()
  expect(within(rowOf('已留资')).getByRole<HTMLInputElement>('checkbox').disabled).toBe(true)
})

test('without the permission there is nothing to change', async () => {
  await open({ permissions: ['tag:viewPage'] })

  expect(screen.queryByText('新建标签')).toBeNull()
  expect(screen.queryByText('编辑')).toBeNull()
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(screen.queryByRole('button', { name: '新建分组' })).toBeNull()
  expect(screen.queryByTitle(/^拖动/)).toBeNull()
})

test('deleting says how many customers lose the tag, those the agent does not see included', async () => {
  const page = await open()

  await page.user.click(within(rowOf('A类')).getByText('删除'))
  const question = await screen.findByRole('alertdialog', { name: '删除标签「A类」？' })
  expect(within(question).getByText('15 位客户将失去该标签')).toBeTruthy()
  await page.user.dblClick(within(question).getByText('确认'))

  await expect.poll(() => page.server.calls(tagApi.remove)).toEqual([{ query: { id: hot.id } }])
})

test('the menu of a group moves it', async () => {
  const page = await open()

  await page.user.click(screen.getByRole('button', { name: '需求 更多操作' }))
  await page.user.click(await screen.findByText('上移'))

  await expect
    .poll(() => page.server.calls(tagApi.moveGroup))
    .toEqual([{ body: { groupId: needs.id, targetPosition: 0 } }])
})

const groupOrder = () => screen.getAllByTitle(/^拖动/).map((grip) => grip.title)
const dropFirst = () => {
  const drag = { dataTransfer: { setDragImage: () => undefined, effectAllowed: '' } }
  fireEvent.dragStart(screen.getByTitle('拖动「需求」调整顺序'), drag)
  fireEvent.drop(screen.getByTitle('拖动「意向等级」调整顺序').closest('li')!, { ...drag, clientY: -1 })
}

test('a group is dragged before another, at once; a refusal puts it back', async () => {
  const page = await open()
  page.server.answer(tagApi.listGroups, [needs, level])
  dropFirst()
  await expect.poll(groupOrder).toEqual(['拖动「需求」调整顺序', '拖动「意向等级」调整顺序'])
  expect(page.server.calls(tagApi.moveGroup)).toEqual([{ body: { groupId: needs.id, targetPosition: 0 } }])

  page.server.answer(tagApi.listGroups, [level, needs])
  page.server.refuse(tagApi.moveGroup, 'notFound', { msg: '标签分组不存在或已删除' })
  await page.cache.refetchQueries({ queryKey: tagKeys.all })
  await expect.poll(groupOrder).toEqual(['拖动「意向等级」调整顺序', '拖动「需求」调整顺序'])
  dropFirst()

  await expect.poll(() => page.toasts).toEqual(['error: 标签分组不存在或已删除'])
  expect(groupOrder()).toEqual(['拖动「意向等级」调整顺序', '拖动「需求」调整顺序'])
})

test('a batch tells which tags failed', async () => {
  const page = await open()

  await page.user.click(within(rowOf('A类')).getByRole('checkbox'))
  await page.user.click(within(rowOf('三房')).getByRole('checkbox'))
  await page.user.click(screen.getByText('批量删除'))
  page.server.answer(tagApi.list, [lead])
  const question = await screen.findByRole('alertdialog', { name: '删除 2 个标签？' })
  await page.user.dblClick(within(question).getByText('确认'))

  expect(await screen.findByText('标签不存在或已删除')).toBeTruthy()
  await expect.poll(() => screen.queryByText('A类')).toBeNull()
  expect(screen.getByText('标签不存在或已删除')).toBeTruthy()
  expect(page.server.calls(tagApi.batch)).toEqual([
    { body: { ids: [hot.id, rooms.id], action: 'delete', groupId: null } },
  ])
})

test('more than ten are deleted only after their number was typed', async () => {
  const page = await open()
  page.server.answer(
    tagApi.list,
    Array.from({ length: 11 }, (_, n) => sample(Tag, { name: `标签${n}` })),
  )
  await page.cache.refetchQueries({ queryKey: tagKeys.all })

  await page.user.click(document.querySelector('thead input')!)
  await page.user.click(screen.getByText('批量删除'))
  const confirm = within(await screen.findByRole('alertdialog')).getByRole<HTMLButtonElement>('button', {
    name: '确认',
  })
  expect(confirm.disabled).toBe(true)
  await page.user.type(screen.getByLabelText('请输入数量 11 以确认'), '11')

  expect(confirm.disabled).toBe(false)
})

test('a keyword that is still being written does not close the form that was opened after it', async () => {
  const page = await open()

  await page.user.click(screen.getByPlaceholderText('搜索标签'))
  await page.user.paste('三房')
  await page.user.click(screen.getByRole('button', { name: /新建标签/ }))
  await expect.poll(() => page.address()).toContain('keyword=')

  expect(screen.getByLabelText('标签名称')).toBeTruthy()
})

test('a tag that is used says where, and stays', async () => {
  const page = await open()
  page.server.refuse(tagApi.remove, 'inUse', { data: { usedBy: ['AI 智能体「云杉家居」'] } })

  await page.user.click(within(rowOf('A类')).getByText('删除'))
  await page.user.click(within(await screen.findByRole('alertdialog')).getByText('确认'))

  const dialog = await screen.findByRole('dialog', { name: '「A类」正在使用中，无法删除' })
  expect(within(dialog).getByText('AI 智能体「云杉家居」')).toBeTruthy()
})

test('a group that a colleague deleted shows all tags', async () => {
  const page = await open({ path: `/tag?group=${needs.id}` })
  page.server.answer(tagApi.listGroups, [level])
  await page.cache.refetchQueries({ queryKey: tagKeys.all })

  await expect.poll(() => screen.queryByText('需求', { selector: 'button *' })).toBeNull()
  expect(rowOf('A类')).toBeTruthy()
  expect(screen.getByText('全部', { selector: 'button *' }).closest('button')!.getAttribute('aria-current')).toBe(
    'true',
  )
})

test('the form of a tag that a colleague deleted keeps what was typed; saving says that it is gone', async () => {
  const page = await open({ path: `/tag?tag=${hot.id}` })
  page.server.refuse(tagApi.update, 'notFound', { msg: '标签不存在或已删除' })
  await page.user.click(screen.getByLabelText('标签名称'))
  await page.user.paste('重点')

  page.server.answer(tagApi.list, [rooms, lead])
  await page.cache.refetchQueries({ queryKey: tagKeys.all })
  await expect.poll(() => screen.queryByText('A类')).toBeNull()
  await page.user.click(screen.getByRole('button', { name: '保存' }))

  await expect.poll(() => page.toasts).toEqual(['error: 标签不存在或已删除'])
  expect(screen.getByLabelText<HTMLInputElement>('标签名称').value).toContain('重点')
})
