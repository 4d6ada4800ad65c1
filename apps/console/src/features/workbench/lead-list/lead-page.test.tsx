import {
  agentApi,
  channelApi,
  customerApi,
  customerSettingApi,
  Lead,
  leadApi,
  LeadItem,
  LeadMoment,
  Tag,
  tagApi,
  TransferTarget,
} from '@ruwu/contract'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createFakeServer } from '../../../testing/fake-server.ts'
import { renderConsole } from '../../../testing/render.tsx'
import { sample } from '../../../testing/sample.ts'
import { LeadPage } from './lead-page.tsx'

const momo = sample(LeadItem, {
  customerName: 'Momo',
  kind: 'phone',
  value: '138****5678',
  status: 'new',
  duplicates: 1,
})
const wang = sample(LeadItem, { customerName: '王女士', kind: 'wechat', value: 'n***9', status: 'won', duplicates: 0 })
/** Another contact of the same customer. */
const momoWechat = sample(LeadItem, {
  customerId: momo.customerId,
  customerName: 'Momo',
  kind: 'wechat',
  value: 'm***o',
})
const wei = sample(TransferTarget, { name: '卫青禾' })
const tag = sample(Tag, { name: '高意向' })
const counts = { new: 23, following: 318, added: 406, won: 297, invalid: 82 }
const own = sample(Lead, {
  leadId: momo.leadId,
  customerId: momo.customerId,
  kind: 'phone',
  value: momo.value,
  state: 'valid',
  isPrimary: true,
  dupOf: null,
  dups: [{ customerId: wang.customerId, name: '楠楠妈', agentName: '周野' }],
  dupCount: 21,
})

type Options = Parameters<typeof renderConsole>[1] & { items?: LeadItem[] }

async function open({ path = '/chat/lead', items = [momo, wang], ...options }: Options = {}) {
  const server = createFakeServer()
  server.answer(leadApi.page, { items, total: items.length, page: 1, pageSize: 20, counts })
  server.answer(leadApi.list, { items: [own], total: 1, page: 1, pageSize: 100 })
  server.answer(leadApi.timeline, [
    sample(LeadMoment, { kind: 'change', text: '状态变为 跟进中', agentName: '林小满' }),
  ])
  server.answer(leadApi.batch, { success: 1, failed: [] })
  server.answer(agentApi.list, [])
  server.answer(channelApi.simpleList, [])
  server.answer(tagApi.list, [tag])
  server.answer(customerSettingApi.get, sample(customerSettingApi.get.data, { transferReasons: ['下班交接'] }))
  const page = renderConsole(<LeadPage />, { server, path, ...options })
  await screen.findAllByText('Momo')
  return page
}

const asked = (page: Awaited<ReturnType<typeof open>>) => page.server.calls(leadApi.page).at(-1)?.body

test('a tab shows its number and narrows the list by the address', async () => {
  const page = await open()
  expect(screen.getByRole('link', { name: '全部 1,126' }).getAttribute('aria-current')).toBe('page')

  await page.user.click(screen.getByRole('link', { name: '已加微 406' }))

  expect(page.address()).toBe('/chat/lead?status=added')
  await expect.poll(() => asked(page)).toMatchObject({ status: 'added' })
})

test('更多筛选 narrows the list by what customers are filtered by', async () => {
  const page = await open()

  await page.user.click(screen.getByRole('button', { name: '更多筛选' }))
  const panel = within(await screen.findByRole('dialog', { name: '筛选' }))
  await page.user.click(panel.getByText('抖音'))
  await page.user.click(panel.getByText('已归档'))
  await page.user.click(panel.getByLabelText('只看星标'))

  await expect.poll(() => asked(page)).toMatchObject({ source: 'douyin', archive: true, isStar: true })
  expect(new URLSearchParams(page.address().split('?')[1])).toEqual(
    new URLSearchParams('source=douyin&archive=true&isStar=true'),
  )
  await page.user.click(screen.getByRole('button', { name: '清空' }))
  expect(page.address()).toBe('/chat/lead')
})

test('the row opens the lead with its contacts, duplicates and timeline; ‹ › move on', async () => {
  const page = await open()

  await page.user.click(screen.getByRole('button', { name: '查看线索 Momo' }))

  const drawer = screen.getByRole('complementary', { name: '线索' })
  expect(page.address()).toBe(`/chat/lead?leadId=${momo.leadId}`)
  await within(drawer).findByText('主号码')
  expect(within(drawer).getByText('也留下了该联系方式，归属 周野')).toBeTruthy()
  expect(within(drawer).getByText('重复线索 21 条')).toBeTruthy()
  expect(within(drawer).getByText('另有 20 条未列出')).toBeTruthy()
  expect(await within(drawer).findByText('林小满 · 状态变为 跟进中')).toBeTruthy()
  expect(within(drawer).getByText('打开会话').closest('a')?.getAttribute('href')).toContain(momo.customerId)

  await page.user.click(within(drawer).getByRole('button', { name: '下一条' }))
  expect(page.address()).toBe(`/chat/lead?leadId=${wang.leadId}`)
  await page.user.keyboard('{Escape}')
  expect(page.address()).toBe('/chat/lead')
})

test('无效 of chosen leads asks for the reason, and what failed stays chosen', async () => {
  const page = await open()
  page.server.answer(leadApi.batch, {
    success: 1,
    failed: [{ id: wang.leadId, name: '王女士', msg: '线索不存在或已删除' }],
  })
  await page.user.click(screen.getByRole('checkbox', { name: '选择 Momo' }))
  await page.user.click(screen.getByRole('checkbox', { name: '选择 王女士' }))

  await page.user.click(screen.getByRole('button', { name: '改状态' }))
  await page.user.click(await screen.findByRole('menuitem', { name: '无效' }))
  const dialog = await screen.findByRole('dialog', { name: '标记无效' })
  await page.user.click(within(dialog).getByRole('button', { name: '确认' }))
  expect(within(dialog).getByText('请选择无效原因')).toBeTruthy()
  expect(page.server.calls(leadApi.batch)).toEqual([])
  await page.user.click(within(dialog).getByText('空号'))
  await page.user.dblClick(within(dialog).getByRole('button', { name: '确认' }))

  expect(await screen.findByText('线索不存在或已删除')).toBeTruthy()
  expect(page.server.calls(leadApi.batch)).toEqual([
    { body: { leadIds: [momo.leadId, wang.leadId], status: 'invalid', reason: '空号' } },
  ])
  expect(screen.getByText('已选 1 条')).toBeTruthy()
})

test('a refused batch says why and keeps the selection', async () => {
  const page = await open()
  page.server.refuse(leadApi.batch, 'forbidden')
  await page.user.click(screen.getByRole('checkbox', { name: '选择 Momo' }))

  await page.user.click(screen.getByRole('button', { name: '改状态' }))
  await page.user.click(await screen.findByRole('menuitem', { name: '跟进中' }))

  await expect.poll(() => page.toasts).toEqual(['error: 没有权限'])
  expect(screen.getByText('已选 1 条')).toBeTruthy()
})

const OPTION = '.ant-select-item-option-content'

/** The page with these leads, all of them chosen. */
async function openChosen(items: LeadItem[]) {
  const page = await open({ items })
  page.server.answer(customerApi.listTargets, [wei])
  page.server.answer(customerApi.listGroups, [])
  page.server.answer(customerApi.redirect, sample(customerApi.redirect.data))
  page.server.answer(customerApi.batch, { success: 2, failed: [] })
  for (const box of screen.getAllByRole('checkbox', { name: /^选择 / })) await page.user.click(box)
  const press = (name: string) => page.user.click(screen.getByRole('button', { name }))
  const pick = async (label: string, option: string) => {
    await page.user.click(screen.getByLabelText(label, { selector: 'input' }))
    await page.user.click(await screen.findByText(option, { selector: `${OPTION}, ${OPTION} *` }))
  }
  return { ...page, press, pick }
}

test('of a customer with two chosen leads the owner is changed once', async () => {
  const page = await openChosen([momo, momoWechat])

  await page.press('分配')
  await screen.findByRole('dialog', { name: '转接客户' })
  await page.pick('客服', '卫青禾')
  await page.pick('转接原因', '下班交接')
  await page.press('确认')

  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  expect(page.server.calls(customerApi.redirect)).toEqual([
    { body: { customerId: momo.customerId, agentId: wei.agentId, reason: '下班交接' } },
  ])
  expect(page.server.calls(customerApi.batch)).toEqual([])
  expect(screen.queryByText(/已选/)).toBeNull()
})

test('a customer with two chosen leads gets the tags once, with the others in one call', async () => {
  const page = await openChosen([momo, momoWechat, wang])

  await page.press('打标签')
  await screen.findByRole('dialog', { name: '给 2 位客户打标签' })
  await page.pick('标签', '高意向')
  await page.press('确认')

  await expect.poll(() => page.toasts).toEqual(['success: 已处理 2 位客户'])
  expect(page.server.calls(customerApi.batch)).toEqual([
    { body: { customerIds: [momo.customerId, wang.customerId], action: 'bindTags', tagIds: [tag.id] } },
  ])
})

test('who may only look can copy and export, not change', async () => {
  const page = await open({ permissions: ['im:viewPage'] })
  await page.user.click(screen.getByRole('checkbox', { name: '选择 Momo' }))

  expect(screen.queryByRole('button', { name: '改状态' })).toBeNull()
  expect(screen.queryByRole('button', { name: '打标签' })).toBeNull()
  await page.user.click(screen.getByRole('button', { name: '导出所选' }))
  expect(await screen.findByText('所选：1 条')).toBeTruthy()
})

test('nothing matches: the filter can be cleared', async () => {
  const page = await open()
  page.server.answer(leadApi.page, { items: [], total: 0, page: 1, pageSize: 20, counts })

  await page.user.type(screen.getByLabelText('关键词'), '5678{Enter}')

  await page.user.click(await screen.findByText('清空筛选'))
  expect(page.address()).toBe('/chat/lead')
})

test('a contact that is selected and copied is reported', async () => {
  const page = await open()
  page.server.answer(leadApi.copied, true)
  const contact = screen.getByText(momo.value)

  window.getSelection()?.selectAllChildren(contact)
  fireEvent.copy(contact)

  await expect.poll(() => page.server.calls(leadApi.copied)).toEqual([{ body: { leadId: momo.leadId } }])
})

test('the copy button copies the contact, is reported once, and does not open the lead', async () => {
  const page = await open()
  page.server.answer(leadApi.copied, true)

  await page.user.click(screen.getByRole('button', { name: `复制 ${momo.value}` }))

  await expect.poll(() => page.server.calls(leadApi.copied)).toEqual([{ body: { leadId: momo.leadId } }])
  expect(await navigator.clipboard.readText()).toBe(momo.value)
  expect(page.toasts).toEqual(['success: 已复制'])
  expect(page.address()).toBe('/chat/lead')
})
