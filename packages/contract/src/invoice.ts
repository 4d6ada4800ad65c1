import { z } from 'zod'
import { Instant } from './ids.ts'
import { typedText } from './text.ts'

/** 未申请, 已申请, 已开具; 已红冲: taken back by the operator after a refund. */
export const INVOICE_STATUSES = ['none', 'requested', 'issued', 'reversed'] as const
export const InvoiceStatus = z.enum(INVOICE_STATUSES)
export type InvoiceStatus = z.infer<typeof InvoiceStatus>

export const INVOICE_TITLE_MAX = 100
const EMAIL_MAX = 100

/** What an invoice is made out to, and where it goes. */
export const InvoiceForm = z.strictObject({
  title: typedText(INVOICE_TITLE_MAX, `发票抬头最多 ${INVOICE_TITLE_MAX} 个字`).min(2, '请输入发票抬头'),
  /** Its check digit is a rule of the domain. */
  taxNo: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[\dA-Z]{15,20}$/, '税号须为 15 到 20 位数字或字母'),
  email: z.string().trim().max(EMAIL_MAX, '请输入正确的邮箱').regex(z.regexes.email, '请输入正确的邮箱'),
})
export type InvoiceForm = z.infer<typeof InvoiceForm>

export const Invoice = z.object({
  title: z.string(),
  taxNo: z.string(),
  email: z.string(),
  requestedAt: Instant,
  /** 发票号码; empty until it is issued. */
  number: z.string(),
  issuedAt: Instant.nullable(),
  /** Number of the invoice that reversed it (红字发票); empty without one. */
  reversalNumber: z.string(),
})
export type Invoice = z.infer<typeof Invoice>
