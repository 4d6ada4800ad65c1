import {
  CustomerItem,
  CustomerSetting,
  Stage,
  Tag,
  agentApi,
  customerApi,
  customerSettingApi,
  tagApi,
} from '@ruwu/contract'
import { toast } from '@ruwu/ui'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createFakeServer } from '../../../../testing/fake-server.ts'
import { openLayer } from '../../../../testing/render.tsx'
import { sample } from '../../../../testing/sample.ts'
import { BulkActions } from './bulk-actions.tsx'

const customers = [sample(CustomerItem, { postponedUntil: null }), sample(CustomerItem, { postponedUntil: null })]
const ids = customers.map((it) => it.customerId)
const stage = sample(Stage, { name: '已报价' })
const tag = sample(Tag, { name: '高意向', groupName: '意向' })

async function open() {
  const server = createFakeServer()
  server.answer(agentApi.list, [])
  server.answer(tagApi.list, [tag])
  server.answer(customerSettingApi.get, sample(CustomerSetting, { stages: [stage] }))
  server.answer(customerApi.batch, { success: 2, failed: [] })
  const onDone = vi.fn()
  const onSelect = vi.fn()
  const page = await openLayer(
    () => (
      <BulkActions
        chosen={new Map(customers.map((it) => [it.customerId, it]))}
        loaded={customers as never}
        isArchive={false}
        onSelect={onSelect}
        onDone={onDone}
      />
    ),
    { server },
  )
  return { ...page, onDone, onSelect }
}

async function openTags() {
  const page = await open()
  await page.user.click(page.button('更多'))
  await page.user.click(await screen.findByText('打标签'))
  await screen.findByRole('dialog', { name: '给 2 位客户打标签' })
  return page
}

test('selected customers are received with one call for a double click', async () => {
  const page = await open()

  await page.user.dblClick(page.button('接待'))

  await expect.poll(() => page.onDone.mock.calls.length).toBe(1)
  expect(page.server.calls(customerApi.batch)).toEqual([{ body: { customerIds: ids, action: 'receive' } }])
})

test('tags are chosen by name and given with one call', async () => {
  const page = await openTags()

  await page.user.click(page.button('确认'))
  expect(await screen.findByText('请选择标签')).toBeTruthy()
  await page.user.click(screen.getByLabelText('标签', { selector: 'input' }))
  await page.user.click(await screen.findByText('高意向'))
  await page.user.dblClick(page.button('确认'))

  await expect.poll(() => page.onDone.mock.calls.length).toBe(1)
  expect(page.server.calls(customerApi.batch)).toEqual([
    { body: { customerIds: ids, action: 'bindTags', tagIds: [tag.id] } },
  ])
})

test('a stage is chosen and set with one call', async () => {
  const page = await open()
  await page.user.click(page.button('更多'))
  await page.user.click(await screen.findByText('修改阶段'))
  await screen.findByRole('dialog', { name: '修改 2 位客户的阶段' })

  await page.user.click(page.button('确认'))
  expect(await screen.findByText('请选择阶段')).toBeTruthy()
  await page.user.click(screen.getByLabelText('阶段', { selector: 'input' }))
  await page.user.click(await screen.findByText('已报价'))
  await page.user.dblClick(page.button('确认'))

  await expect.poll(() => page.onDone.mock.calls.length).toBe(1)
  expect(page.server.calls(customerApi.batch)).toEqual([
    { body: { customerIds: ids, action: 'stage', stageId: stage.id } },
  ])
})

test('a refused batch shows why and keeps the chosen tags', async () => {
  const page = await openTags()
  page.server.refuse(customerApi.batch, 'forbidden')
  await page.user.click(screen.getByLabelText('标签', { selector: 'input' }))
  await page.user.click(await screen.findByText('高意向'))

  await page.user.click(page.button('确认'))

  await expect.poll(() => page.toasts).toEqual(['error: 没有权限'])
  expect(page.isOpen()).toBe(true)
})

test('customers that failed are listed, and only the others leave the selection', async () => {
  const page = await open()
  page.server.answer(customerApi.batch, {
    success: 1,
    failed: [{ id: ids[1]!, name: '王女士', msg: '已被其它客服接待' }],
  })

  await page.user.click(page.button('接待'))

  expect(await screen.findByText('已被其它客服接待')).toBeTruthy()
  expect([...page.onSelect.mock.calls[0]![0]].map((it: CustomerItem) => it.customerId)).toEqual([ids[0]])
  expect(page.onDone).not.toHaveBeenCalled()
})

test('cancelling the tags sends nothing', async () => {
  const page = await openTags()

  await page.user.click(page.button('取消'))

  expect(page.isOpen()).toBe(false)
  expect(page.server.calls(customerApi.batch)).toEqual([])
})

test('selected customers are postponed with one call, and 撤销 brings back those it put away', async () => {
  const page = await open()
  await page.user.click(page.button('更多'))
  await page.user.click(await screen.findByText('稍后处理'))
  await screen.findByRole('dialog', { name: '稍后处理 2 位客户' })
  await page.user.click(screen.getByLabelText('2 小时后'))
  await page.user.dblClick(page.button('确认'))

  await expect.poll(() => page.toasts).toEqual([expect.stringMatching(/^offer: 2 位客户稍后处理：/)])
  const { body } = page.server.calls(customerApi.batch)[0]!
  expect(body).toMatchObject({
    customerIds: ids,
    action: 'postpone',
    inboundCounts: [expect.any(Number), expect.any(Number)],
  })
  expect(Math.abs(Date.parse(body.until!) - Date.now() - 2 * 3_600_000)).toBeLessThan(60_000)
  vi.mocked(toast.offer).mock.calls.at(-1)![1].run()
  await expect
    .poll(() => page.server.calls(customerApi.batch).at(-1))
    .toEqual({ body: { customerIds: ids, action: 'postpone', until: null, undo: true } })
})

test('撤销 of 归档 brings back those alone whom nothing was sent to', async () => {
  const page = await open()
  page.server.answer(customerApi.batch, { success: 2, failed: [], undoable: [ids[1]!] })

  await page.user.click(page.button('归档'))
  await expect.poll(() => page.toasts).toEqual(['offer: 已归档 2 位客户，其中 1 位可撤销'])
  vi.mocked(toast.offer).mock.calls.at(-1)![1].run()

  await expect
    .poll(() => page.server.calls(customerApi.batch).at(-1))
    .toEqual({ body: { customerIds: [ids[1]], action: 'archive', archive: false, undo: true } })
})
