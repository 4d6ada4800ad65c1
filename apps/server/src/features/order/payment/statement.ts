import type { StatementLine } from './payment-provider.ts'

/** By the names of the columns, which the payment sides add to. */
type Row = (column: string) => string

/** 对账单 of 微信支付, the lines of one application: each value begins with a backtick, and a summary follows the lines. */
export function readWechatStatement(text: string, appId: string): StatementLine[] {
  const [head = '', ...lines] = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  const end = lines.findIndex((line) => !line.startsWith('`'))
  return lines.slice(0, end < 0 ? undefined : end).flatMap((line) => {
    const of = rowOf(head.split(','), line.slice(1).split(',`'))
    if (of('公众账号ID') !== appId) return []
    const isRefund = of('交易状态') === 'REFUND'
    if (!isRefund && of('交易状态') !== 'SUCCESS') return []
    return {
      orderNo: of('商户订单号'),
      transactionId: of('微信订单号'),
      amount: centsOf(of(isRefund ? '申请退款金额' : '订单金额')),
      currency: of('货币种类'),
      paidAt: inChina(of('交易时间')),
      refundNo: isRefund ? of('商户退款单号') : undefined,
    }
  })
}

/** 业务明细 of 支付宝: comments begin with #, values are padded and not quoted, refunds are negative. */
export function readAlipayStatement(text: string): StatementLine[] {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '' && !line.startsWith('#'))
  const [head = '', ...rows] = lines
  const columns = head.split(',')
  const nameAt = columns.findIndex((column) => column.trim() === '商品名称')
  return rows.map((line) => {
    const values = line.split(',')
    // Extra columns come from unescaped commas in the product name.
    const surplus = values.length - columns.length
    if (nameAt >= 0 && surplus > 0) values.splice(nameAt, surplus)
    const of = rowOf(columns, values)
    return {
      orderNo: of('商户订单号'),
      transactionId: of('支付宝交易号'),
      amount: Math.abs(centsOf(of('订单金额（元）'))),
      currency: 'CNY',
      paidAt: inChina(of('完成时间')),
      refundNo: of('业务类型') === '退款' ? of('退款批次号/请求号') : undefined,
    }
  })
}

const rowOf = (columns: readonly string[], values: readonly string[]): Row => {
  const named = new Map(columns.map((column, at) => [column.trim(), values[at]?.trim()]))
  return (column) => {
    const value = named.get(column)
    if (value === undefined) throw new Error(`the statement has no ${column}`)
    return value
  }
}

const centsOf = (yuan: string): number => {
  const cents = Math.round(Number(yuan) * 100)
  if (!Number.isInteger(cents)) throw new Error(`the statement has an amount of ${yuan}`)
  return cents
}

const inChina = (time: string) => new Date(`${time.replace(' ', 'T')}+08:00`)
