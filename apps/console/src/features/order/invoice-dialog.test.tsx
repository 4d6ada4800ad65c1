import { orderApi } from '@ruwu/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createFakeServer } from '../../testing/fake-server.ts'
import { testFormRules } from '../../testing/form-rules.ts'
import { openLayer, valueIn } from '../../testing/render.tsx'
import { InvoiceDialog } from './invoice-dialog.tsx'

const order = { orderNo: '202603160000000001', amount: 276_000 }
const form = { title: '青山木业有限公司', taxNo: '91330100799655058B', email: 'pay@qingshan.cn' }

function open() {
  const server = createFakeServer()
  server.answer(orderApi.invoice, true)
  return openLayer((close) => <InvoiceDialog order={order} onClose={close} />, { server })
}

type Opened = Awaited<ReturnType<typeof open>>

async function fill(dialog: Opened, change: Partial<typeof form> = {}) {
  const { title, taxNo, email } = { ...form, ...change }
  await dialog.fill('发票抬头', title)
  await dialog.fill('税号', taxNo)
  await dialog.fill('接收邮箱', email)
}

testFormRules({
  open,
  edit: fill,
  typed: () => valueIn('发票抬头'),
  submit: '提交申请',
  endpoint: orderApi.invoice,
  sent: { body: { ...form, orderNo: order.orderNo } },
})

test.each([
  [{ title: '' }, '请输入发票抬头'],
  [{ taxNo: '91330100799655058C' }, '税号不正确，请核对后重新填写'],
  [{ taxNo: '123' }, '税号须为 15 到 20 位数字或字母'],
  [{ email: 'pay' }, '请输入正确的邮箱'],
])('%j is refused at its field before it is sent', async (change, text) => {
  const dialog = await open()

  await fill(dialog, change)
  await dialog.user.click(dialog.button('提交申请'))

  expect(await screen.findByText(text)).toBeTruthy()
  expect(dialog.server.calls(orderApi.invoice)).toEqual([])
})
