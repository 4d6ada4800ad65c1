import { CustomerDetail, Tag, customerApi, tagApi } from '@ruwu/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createFakeServer } from '../../../../testing/fake-server.ts'
import { openLayer } from '../../../../testing/render.tsx'
import { sample } from '../../../../testing/sample.ts'
import { TagPicker } from './tag-picker.tsx'

const hot = sample(Tag, { name: '高意向', groupName: '意向' })
const cold = sample(Tag, { name: '低意向', groupName: '意向' })
const customer = sample(CustomerDetail, { tagIds: [cold.id] })

async function open() {
  const server = createFakeServer()
  server.answer(tagApi.list, [hot, cold])
  server.answer(customerApi.bindTags, customer)
  server.answer(customerApi.unbindTags, customer)
  server.answer(tagApi.createBind, sample(tagApi.createBind.data))
  const picker = await openLayer((close) => <TagPicker customer={customer} onClose={close} />, { server })
  await screen.findByText('高意向')
  return picker
}

const box = () => screen.getByRole('combobox')

test('the marked tag is put on with Enter, and one the customer has is taken off', async () => {
  const picker = await open()
  expect(document.activeElement).toBe(box())

  await picker.user.keyboard('{Enter}')
  await expect.poll(() => picker.server.calls(customerApi.bindTags).map((it) => it.body.tagIds)).toEqual([[hot.id]])
  await picker.user.click(screen.getByText('低意向'))

  await expect.poll(() => picker.server.calls(customerApi.unbindTags).map((it) => it.body.tagIds)).toEqual([[cold.id]])
})

test('a new tag is made once for two presses of Enter, and a refusal keeps its name', async () => {
  const picker = await open()
  picker.server.refuse(tagApi.createBind, 'refused', { msg: '标签已达上限' })
  const held = picker.server.hold(tagApi.createBind)

  await picker.user.type(box(), '等报价')
  await picker.user.keyboard('{Enter}{Enter}')
  held.release()

  await expect.poll(() => picker.toasts).toEqual(['error: 标签已达上限'])
  expect(picker.server.calls(tagApi.createBind)).toHaveLength(1)
  expect(box()).toHaveProperty('value', '等报价')
})

test('Escape closes without a change', async () => {
  const picker = await open()

  await picker.user.keyboard('{Escape}')

  expect(screen.queryByRole('combobox')).toBeNull()
  expect(picker.server.calls(customerApi.bindTags)).toEqual([])
})
