import { CardRuleId, cardRuleApi, CustomerDetail, Material, RelationId, materialApi, messageApi } from '@ruwu/contract'
import { SOURCE_CAPABILITIES } from '@ruwu/domain'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createFakeServer } from '../../../../testing/fake-server.ts'
import { openLayer } from '../../../../testing/render.tsx'
import { sample } from '../../../../testing/sample.ts'
import { sendQueue } from '../sending/sending.ts'
import { CardDialog } from './card-dialog.tsx'

const customer = sample(CustomerDetail, { source: 'redbook' })
const relationId = sample(RelationId)
const card = sample(Material, { name: '预约量房', title: '免费量房', type: 'lead_form', fields: ['phone'] })
const rule = sample(CardRuleId)
const messages = { items: [], hasMoreBefore: false, hasMoreAfter: false }

async function open() {
  const server = createFakeServer()
  server.answer(materialApi.page, { items: [card], total: 1, page: 1, pageSize: 100 })
  server.answer(cardRuleApi.listManual, [
    { id: rule, name: '活动卡', reason: '' },
    { id: sample(CardRuleId), name: '老客卡', reason: '间隔未到' },
  ])
  server.answer(cardRuleApi.fire, true)
  server.answer(messageApi.list, sample(messageApi.list.data, messages))
  const dialog = await openLayer(
    (close) => (
      <CardDialog
        customer={customer}
        capabilities={SOURCE_CAPABILITIES.redbook}
        relationIds={[relationId]}
        tab="lead_form"
        onClose={close}
      />
    ),
    { server },
  )
  const send = vi.spyOn(sendQueue(), 'send').mockImplementation(() => [])
  await screen.findByText('免费量房')
  return { ...dialog, send }
}

test('a card is sent once for a double click, and the dialog closes', async () => {
  const dialog = await open()

  await dialog.user.dblClick(dialog.button('发送「预约量房」'))

  await dialog.expectClosed()
  expect(dialog.send).toHaveBeenCalledOnce()
})

test('a thread that cannot be read stops the card and says why', async () => {
  const dialog = await open()
  dialog.server.refuse(messageApi.list, 'notFound', { msg: '客户不存在' })

  await dialog.user.click(dialog.button('发送「预约量房」'))

  await expect.poll(() => dialog.toasts).toEqual(['error: 客户不存在'])
  expect(dialog.isOpen()).toBe(true)
  expect(dialog.send).not.toHaveBeenCalled()
})

test('a rule for clicking is fired once and the dialog closes; one that may not fire says why', async () => {
  const dialog = await open()
  expect(dialog.button('老客卡（间隔未到）')).toHaveProperty('disabled', true)

  await dialog.user.dblClick(dialog.button('活动卡'))

  await dialog.expectClosed()
  expect(dialog.server.calls(cardRuleApi.fire)).toEqual([{ body: { customerId: customer.customerId, ruleId: rule } }])
})

test('cancelling sends nothing', async () => {
  const dialog = await open()

  await dialog.user.click(dialog.button('取消'))

  await dialog.expectClosed()
  expect(dialog.send).not.toHaveBeenCalled()
})
