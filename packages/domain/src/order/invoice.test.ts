import { INVOICE_STATUSES, InvoiceForm, type OrderStatus } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { canRequestInvoice, invoiceLabel, invoiceNote, isInvoiceNumber, isTaxNo } from './invoice.ts'

// R173
test.each([
  ['91330100799655058B', true],
  ['91330100799655058C', false],
  ['913301007996550580', false],
  ['330100799655058', true],
  ['33010079965505801', true],
  ['33010079965505801234', true],
  ['3301007996550580', false],
  ['3301007996550580123', false],
  ['33010079965505é', false],
  ['', false],
])('the tax number %s is accepted: %s', (taxNo, expected) => {
  expect(isTaxNo(taxNo)).toBe(expected)
})

test.each<[OrderStatus, string[]]>([
  ['unpaid', ['', '', '', '']],
  ['checking', ['', '', '', '']],
  ['paid', ['未申请', '已申请', '已开具', '已红冲']],
  ['cancelled', ['', '', '', '']],
  ['refunded', ['', '已作废', '待红冲', '已红冲']],
])('the invoice of an order that is %s reads %j', (status, expected) => {
  expect(INVOICE_STATUSES.map((invoiceStatus) => invoiceLabel({ status, invoiceStatus }))).toEqual(expected)
  expect(INVOICE_STATUSES.map((invoiceStatus) => canRequestInvoice({ status, invoiceStatus }))).toEqual(
    INVOICE_STATUSES.map((invoiceStatus) => status === 'paid' && invoiceStatus === 'none'),
  )
})

test('a refunded order says what becomes of its invoice', () => {
  const notes = INVOICE_STATUSES.map((invoiceStatus) => invoiceNote({ status: 'refunded', invoiceStatus }))

  expect(new Set(notes).size).toBe(INVOICE_STATUSES.length)
  for (const note of notes) expect(note).toContain('订单已退款')
})

test.each([
  [{ title: ' 青山木业有限公司 ', taxNo: ' 91330100799655058b ', email: 'a@b.cn' }, true],
  [{ title: '青', taxNo: '91330100799655058B', email: 'a@b.cn' }, false],
  [{ title: '青山木业', taxNo: '9133', email: 'a@b.cn' }, false],
  [{ title: '青山木业', taxNo: '91330100799655058B', email: 'a@b' }, false],
  [{ title: '青山木业', taxNo: '91330100799655058B', email: '' }, false],
])('the request %j is accepted: %s', (form, expected) => {
  expect(InvoiceForm.safeParse(form).success).toBe(expected)
})

test.each([
  ['25332000000012345678', true],
  ['033001900111123456', true],
  ['12345678', false],
  ['2533200000001234567A', false],
])('the number %s is that of an invoice: %s', (typed, expected) => {
  expect(isInvoiceNumber(typed)).toBe(expected)
})
