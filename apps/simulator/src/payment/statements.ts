import { crc32 } from 'node:zlib'
import type { PaymentDesk, Side, Trade } from './payment-desk.ts'

const CHINA_OFFSET_MS = 8 * 3_600_000

export const chinaTime = (at: number): string =>
  new Date(at + CHINA_OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ')

const yuan = (cents: number) => (cents / 100).toFixed(2)

/** What was paid, and what went back, on a day in China. */
function movementsOf(desk: PaymentDesk, side: Side, day: string): { trade: Trade; at: number; isRefund: boolean }[] {
  const all = desk
    .paid(side)
    .flatMap((trade) => [
      { trade, at: trade.paidAt, isRefund: false },
      ...(trade.refundedAt === undefined ? [] : [{ trade, at: trade.refundedAt, isRefund: true }]),
    ])
  return all.filter(({ at }) => chinaTime(at).startsWith(day))
}

/** 对账单 of 微信支付; undefined on a day without movements. */
export function wechatStatement(desk: PaymentDesk, day: string, appId: string): string | undefined {
  const rows = movementsOf(desk, 'wechat', day).map(({ trade, at, isRefund }) => {
    const [paid, back] = isRefund ? [0, trade.amount] : [trade.amount, 0]
    const state = isRefund ? 'REFUND' : 'SUCCESS'
    const refundNo = isRefund ? (trade.refundNo ?? '') : '0'
    return [chinaTime(at), appId, trade.transactionId, trade.orderNo, state, 'CNY', refundNo, yuan(paid), yuan(back)]
  })
  if (rows.length === 0) return undefined
  const head = '交易时间,公众账号ID,微信订单号,商户订单号,交易状态,货币种类,商户退款单号,订单金额,申请退款金额'
  const lines = rows.map((values) => `\`${values.join(',`')}`)
  return [head, ...lines, '总交易单数', `\`${rows.length}`, ''].join('\r\n')
}

const ALIPAY_HEAD =
  '支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,门店编号,门店名称,操作员,终端号,对方账户,订单金额（元）,商家实收（元）,支付宝红包（元）,集分宝（元）,支付宝优惠（元）,商家优惠（元）,券核销金额（元）,券名称,商家红包消费金额（元）,卡消费金额（元）,退款批次号/请求号,服务费（元）,分润（元）,备注'

/** 业务明细 of 支付宝 as an archive; undefined on a day without movements. */
export function alipayStatement(desk: PaymentDesk, day: string): Buffer | undefined {
  const rows = movementsOf(desk, 'alipay', day).map(({ trade, at, isRefund }) => {
    const values: Record<string, string> = {
      支付宝交易号: `${trade.transactionId}\t`,
      商户订单号: `${trade.orderNo}\t`,
      业务类型: isRefund ? '退款' : '交易',
      商品名称: trade.description,
      完成时间: chinaTime(at),
      '订单金额（元）': yuan(isRefund ? -trade.amount : trade.amount),
      '退款批次号/请求号': (isRefund && trade.refundNo) || '',
    }
    return ALIPAY_HEAD.split(',')
      .map((column) => values[column] ?? '')
      .join(',')
  })
  if (rows.length === 0) return undefined
  return zipOf('lines.csv', inGbk(['#支付宝业务明细查询', ALIPAY_HEAD, ...rows, '#业务明细列表结束', ''].join('\r\n')))
}

/** The reverse of the decoder, which is all that the platform has. */
function inGbk(text: string): Buffer {
  const decoder = new TextDecoder('gbk')
  const codes = new Map<string, number[]>()
  for (let high = 0x81; high < 0xff; high += 1)
    for (let low = 0x40; low < 0xff; low += 1) codes.set(decoder.decode(Uint8Array.of(high, low)), [high, low])
  return Buffer.from(Array.from(text, (each) => codes.get(each) ?? [each.charCodeAt(0)]).flat())
}

/** An archive of one file, stored as it is. */
function zipOf(file: string, content: Buffer): Buffer {
  const name = Buffer.from(file)
  const common = Buffer.alloc(26)
  common.writeUInt16LE(20, 0)
  common.writeUInt32LE(crc32(content), 10)
  common.writeUInt32LE(content.length, 14)
  common.writeUInt32LE(content.length, 18)
  common.writeUInt16LE(name.length, 22)
  const local = Buffer.concat([Buffer.from('504b0304', 'hex'), common, name, content])
  const entry = Buffer.concat([Buffer.from('504b01021400', 'hex'), common, Buffer.alloc(14), name])
  const end = Buffer.alloc(22)
  end.write('504b0506', 'hex')
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(entry.length, 12)
  end.writeUInt32LE(local.length, 16)
  return Buffer.concat([local, entry, end])
}
