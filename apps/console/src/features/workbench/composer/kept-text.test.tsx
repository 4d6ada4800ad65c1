import { CustomerId, customerApi, MaterialId } from '@ruwu/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createFakeServer } from '../../../testing/fake-server.ts'
import { openLayer } from '../../../testing/render.tsx'
import { sample } from '../../../testing/sample.ts'
import { changeDraft, draftStore } from './draft/draft-store.ts'
import { KeptText } from './kept-text.tsx'

const customerId = sample(CustomerId)

async function open() {
  const server = createFakeServer()
  server.answer(customerApi.createNote, sample(customerApi.createNote.data))
  const kept = await openLayer(() => <KeptText customerId={customerId} takenBy="卫青禾" />, { server })
  changeDraft(customerId, { text: '我来报价 ' })
  await screen.findByText('已被 卫青禾 接待，您的回复未发送')
  return { ...kept, noted: () => server.calls(customerApi.createNote).map(({ body }) => body.text) }
}

test('a lost reply is copied, and becomes a note by one click', async () => {
  const kept = await open()

  await kept.user.click(kept.button('复制'))
  await expect.poll(() => navigator.clipboard.readText()).toBe('我来报价')
  await kept.user.dblClick(kept.button('转为内部备注'))

  await expect.poll(() => draftStore.find(customerId)).toBeUndefined()
  expect(kept.noted()).toEqual(['我来报价'])
  expect(screen.queryByText('我来报价')).toBeNull()
})

test('a refused note keeps the text', async () => {
  const kept = await open()
  kept.server.refuse(customerApi.createNote, 'notFound', { msg: '客户不存在或已删除' })

  await kept.user.click(kept.button('转为内部备注'))

  await expect.poll(() => kept.toasts).toEqual(['error: 客户不存在或已删除'])
  expect(screen.getByText('我来报价')).toBeTruthy()
  await kept.user.click(kept.button('放弃'))
  expect(draftStore.find(customerId)).toBeUndefined()
})

test('attachments are shown and stay when the text becomes a note; 放弃 puts them away', async () => {
  const kept = await open()
  const card = { type: 'card', materialId: sample(MaterialId), title: '门店名片' } as const
  changeDraft(customerId, { parts: [card], suggestedSeq: 4 })

  await screen.findByText('门店名片')
  await kept.user.click(kept.button('转为内部备注'))

  await expect.poll(() => draftStore.find(customerId)).toMatchObject({ text: '', parts: [card], suggestedSeq: null })
  expect(screen.getByText('门店名片')).toBeTruthy()
  expect(screen.queryByText('转为内部备注')).toBeNull()
  await kept.user.click(kept.button('放弃'))
  expect(draftStore.find(customerId)).toBeUndefined()
})
