import { Lead, leadApi } from '@ruwu/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createFakeServer } from '../../../../testing/fake-server.ts'
import { openLayer } from '../../../../testing/render.tsx'
import { sample } from '../../../../testing/sample.ts'
import { LeadCard } from './lead-card.tsx'

const lead = sample(Lead, { kind: 'phone', value: '13800000001', state: 'valid', status: 'new', dups: [], dupCount: 3 })

async function open() {
  const server = createFakeServer()
  server.answer(leadApi.update, lead)
  server.answer(leadApi.list, { items: [lead], total: 1, page: 1, pageSize: 20 })
  const page = await openLayer(() => <LeadCard lead={lead} canEdit onShowMessage={() => {}} />, { server })
  const opener = page.button('标记无效')
  await page.user.click(opener)
  return { ...page, expectClosed: () => page.expectClosed(opener) }
}

test('a lead is marked invalid with a reason, once for a double click', async () => {
  const page = await open()

  await page.user.click(page.button('确认'))
  expect(await screen.findByText('请选择无效原因')).toBeTruthy()
  await page.user.click(screen.getByLabelText('空号'))
  await page.user.dblClick(page.button('确认'))

  await page.expectClosed()
  expect(page.server.calls(leadApi.update)).toEqual([
    { body: { leadId: lead.leadId, status: 'invalid', reason: '空号' } },
  ])
})

test('a refusal shows the text of the server', async () => {
  const page = await open()
  page.server.refuse(leadApi.update, 'refused', { msg: '该线索已成交' })

  await page.user.click(screen.getByLabelText('空号'))
  await page.user.click(page.button('确认'))

  await expect.poll(() => page.toasts).toEqual(['error: 该线索已成交'])
})

test('cancelling changes nothing', async () => {
  const page = await open()

  await page.user.click(page.button('取消'))

  await page.expectClosed()
  expect(page.server.calls(leadApi.update)).toEqual([])
})

test('of many later customers those that are not listed are counted', async () => {
  await open()

  expect(screen.getByText('还有 3 位客户留过，未列出')).toBeTruthy()
})
