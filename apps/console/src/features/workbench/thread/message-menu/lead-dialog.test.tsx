import { CustomerId, Lead, MessageId, leadApi } from '@ruwu/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createFakeServer } from '../../../../testing/fake-server.ts'
import { testFormRules } from '../../../../testing/form-rules.ts'
import { openLayer, valueIn } from '../../../../testing/render.tsx'
import { sample } from '../../../../testing/sample.ts'
import { LeadDialog } from './lead-dialog.tsx'

const customerId = sample(CustomerId)
const messageId = sample(MessageId)

function open(text = '加我 v 13800000001') {
  const server = createFakeServer()
  server.answer(leadApi.create, sample(Lead))
  return openLayer(
    (close) => <LeadDialog customerId={customerId} messageId={messageId} selection="" text={text} onClose={close} />,
    { server },
  )
}

testFormRules({
  open: () => open(),
  edit: (dialog) => dialog.fill('联系方式', '13900000002'),
  typed: () => valueIn('联系方式'),
  endpoint: leadApi.create,
  sent: { body: { customerId, messageId, kind: 'phone', value: '13900000002' } },
  refusalAt: 'field',
})

test('the contact in the message is filled in; an empty one cannot be saved', async () => {
  const dialog = await open()
  expect(valueIn('联系方式')).toBe('13800000001')

  await dialog.fill('联系方式', ' ')

  expect(dialog.button('保存')).toHaveProperty('disabled', true)
})

test('Enter pressed twice saves one lead', async () => {
  const dialog = await open()
  const held = dialog.server.hold(leadApi.create)

  await dialog.fill('联系方式', '13900000002')
  await dialog.user.keyboard('{Enter}{Enter}')
  held.release()

  await dialog.expectClosed()
  expect(dialog.server.calls(leadApi.create)).toHaveLength(1)
})

test('a number that is none is refused at its field', async () => {
  const dialog = await open()
  dialog.server.refuse(leadApi.create, 'validation', { data: { fields: { value: '请输入正确的手机号' } } })

  await dialog.user.click(dialog.button('保存'))

  expect(await screen.findByText('请输入正确的手机号')).toBeTruthy()
  expect(screen.getByLabelText('联系方式').getAttribute('aria-invalid')).toBe('true')
})
