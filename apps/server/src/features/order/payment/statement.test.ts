import { expect, test } from 'vitest'
import { readAlipayStatement, readWechatStatement } from './statement.ts'

const HEAD = '支付宝交易号,商户订单号,业务类型,商品名称,完成时间,对方账户,订单金额（元）,退款批次号/请求号,备注'
const alipayRow = (name: string) => `T1\t,202603160000000001\t,交易,${name},2026-03-16 10:05:00,a***@b.cn,2760.00,,`
const wechatRow = (appId: string, id: string) =>
  `\`2026-03-16 10:05:00,\`${appId},\`${id},\`202603160000000001,\`SUCCESS,\`CNY,\`0,\`2760.00,\`0.00`

test('values of 支付宝 are not quoted: commas belong to the name of what was sold', () => {
  const names = ['如晤积分 30000', '如晤积分 30,000', '礼盒,大号,红']
  const text = ['#支付宝业务明细查询', HEAD, ...names.map(alipayRow), '#业务明细列表结束', ''].join('\r\n')

  const line = {
    orderNo: '202603160000000001',
    transactionId: 'T1',
    amount: 276_000,
    currency: 'CNY',
    paidAt: new Date('2026-03-16T02:05:00Z'),
    refundNo: undefined,
  }
  expect(readAlipayStatement(text)).toEqual(names.map(() => line))
})

test('lines of another application of the merchant are not ours', () => {
  const head = '交易时间,公众账号ID,微信订单号,商户订单号,交易状态,货币种类,商户退款单号,订单金额,申请退款金额'
  const text = [head, wechatRow('wx-shop', 'T1'), wechatRow('wx-ours', 'T2'), '总交易单数', '`2', ''].join('\r\n')

  expect(readWechatStatement(text, 'wx-ours').map(({ transactionId }) => transactionId)).toEqual(['T2'])
})
