import { CustomerId, customerApi } from '@ruwu/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createFakeServer } from '../../../../testing/fake-server.ts'
import { testFormRules } from '../../../../testing/form-rules.ts'
import { openLayer, valueIn } from '../../../../testing/render.tsx'
import { sample } from '../../../../testing/sample.ts'
import { ReminderDialog } from './reminder-dialog.tsx'

const customerId = sample(CustomerId)

function open() {
  const server = createFakeServer()
  server.answer(customerApi.createReminder, sample(customerApi.createReminder.data))
  return openLayer((close) => <ReminderDialog customerId={customerId} onClose={close} />, { server })
}

testFormRules({
  open,
  edit: (dialog) => dialog.fill('备注', '回访报价'),
  typed: () => valueIn('备注'),
  submit: '确认',
  endpoint: customerApi.createReminder,
  sent: { body: { customerId, remindAt: expect.any(String), note: '回访报价' } },
})

test('2 小时后 is two hours from now', async () => {
  const dialog = await open()

  await dialog.user.click(screen.getByLabelText('2 小时后'))
  await dialog.user.click(dialog.button('确认'))

  await dialog.expectClosed()
  const at = Date.parse(dialog.server.calls(customerApi.createReminder)[0]!.body.remindAt)
  expect(Math.abs(at - Date.now() - 2 * 3_600_000)).toBeLessThan(60_000)
})

test('自定义 needs a time, and a note that is too long is refused', async () => {
  const dialog = await open()

  await dialog.user.click(screen.getByLabelText('自定义'))
  await dialog.user.click(dialog.button('确认'))
  expect(await screen.findByText('请选择提醒时间')).toBeTruthy()

  await dialog.user.click(screen.getByLabelText('30 分钟后'))
  await dialog.fill('备注', '一'.repeat(51))
  await dialog.user.click(dialog.button('确认'))
  expect(screen.getByText('提醒最多 50 个字')).toBeTruthy()
  expect(dialog.server.calls(customerApi.createReminder)).toEqual([])
})
