import { generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { zipStream } from '../../../platform/zip-stream.ts'
import { FILES_DIR } from '../../../testing/start-node.ts'

const APP_ID = '2021000000000001'

const newKeys = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
// Once for all tests of a file: making keys is slow. Of the platform's two the second is in use: the first was replaced.
const [app, old, platform, forger] = [newKeys(), newKeys(), newKeys(), newKeys()]

const contentOf = (fields: [string, string][]) =>
  fields
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map((pair) => pair.join('='))
    .join('&')

const HEAD =
  '支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,门店编号,门店名称,操作员,终端号,对方账户,订单金额（元）,商家实收（元）,支付宝红包（元）,集分宝（元）,支付宝优惠（元）,商家优惠（元）,券核销金额（元）,券名称,商家红包消费金额（元）,卡消费金额（元）,退款批次号/请求号,服务费（元）,分润（元）,备注'

/** The reverse of the decoder: nothing else here writes GBK. */
const GBK = new Map<string, number[]>()
for (let high = 0x81; high < 0xff; high += 1)
  for (let low = 0x40; low < 0xff; low += 1)
    GBK.set(new TextDecoder('gbk').decode(Uint8Array.of(high, low)), [high, low])

const inGbk = (text: string) => Buffer.from(Array.from(text, (each) => GBK.get(each) ?? [each.charCodeAt(0)]).flat())

type Trade = {
  amount: string
  subject: string
  status: 'WAIT_BUYER_PAY' | 'TRADE_SUCCESS' | 'TRADE_CLOSED'
  tradeNo: string
  paidAt: Date
  /** Before that there is a code, but no trade that could be found or closed. */
  isScanned: boolean
}

/** As it writes times, in China. */
const timeOf = (at: Date) => new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')

type Content = {
  out_trade_no: string
  total_amount?: string
  subject?: string
  out_request_no?: string
  refund_amount?: string
  bill_date?: string
}

/** 支付宝's gateway over real HTTP: refuses requests whose signature it cannot verify, signs its answers and notifications. */
export async function startAlipay() {
  const trades = new Map<string, Trade>()
  /** By our number. */
  const refunds = new Map<string, string>()
  const state = {
    now: () => new Date('2026-03-16T02:05:00Z'),
    isSilentlyForged: false,
    /** Orders about which everything asked for is done, and the answer lost. */
    cut: new Set<string>(),
  }
  const paidOn = (day: string) =>
    [...trades].filter(([, { status, paidAt }]) => status === 'TRADE_SUCCESS' && timeOf(paidAt).startsWith(day))

  function refundOf({ out_request_no: no = '', refund_amount: amount }: Content): object {
    const isNew = amount !== undefined && !refunds.has(no)
    if (isNew) refunds.set(no, amount)
    const found = refunds.has(no) ? { refund_status: 'REFUND_SUCCESS' } : {}
    return { code: '10000', msg: 'Success', fund_change: isNew ? 'Y' : 'N', ...found }
  }

  function answerOf(method: string, content: Content): object {
    if (method.includes('bill')) {
      const { bill_date: day = '' } = content
      return paidOn(day).length > 0
        ? { code: '10000', msg: 'Success', bill_download_url: `${origin()}/bill?day=${day}` }
        : { code: '40004', msg: 'Business Failed', sub_code: 'isp.bill_not_exist' }
    }
    const { out_trade_no: orderNo, total_amount: amount = '', subject = '' } = content
    if (method.includes('refund')) return refundOf(content)
    const common = { code: '10000', msg: 'Success', out_trade_no: orderNo }
    if (method === 'alipay.trade.precreate') {
      if (trades.get(orderNo)?.status === 'TRADE_SUCCESS')
        return { code: '40004', msg: 'Business Failed', sub_code: 'ACQ.TRADE_HAS_SUCCESS', sub_msg: '交易已被支付' }
      const paidAt = state.now()
      trades.set(orderNo, {
        amount,
        subject,
        status: 'WAIT_BUYER_PAY',
        tradeNo: `2026${orderNo}`,
        paidAt,
        isScanned: false,
      })
      // Slashes stay as they are in what is signed.
      return { ...common, qr_code: `https://qr.alipay.com/${orderNo}` }
    }
    const trade = trades.get(orderNo)
    if (!trade?.isScanned)
      return { code: '40004', msg: 'Business Failed', sub_code: 'ACQ.TRADE_NOT_EXIST', sub_msg: '交易不存在' }
    if (method === 'alipay.trade.close' && trade.status === 'WAIT_BUYER_PAY') trade.status = 'TRADE_CLOSED'
    const { status, tradeNo } = trade
    const paid = {
      trade_no: tradeNo,
      trade_status: status,
      total_amount: trade.amount,
      send_pay_date: timeOf(trade.paidAt),
    }
    return { ...common, ...paid }
  }

  const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  /** 业务明细 beside its summary, as an archive of tables in GBK, with a sale of the same merchant that is none of ours. */
  async function statement(day: string): Promise<Buffer> {
    const rowOf = ([orderNo, { tradeNo, subject, amount, paidAt }]: [
      string,
      Pick<Trade, 'tradeNo' | 'subject' | 'amount' | 'paidAt'>,
    ]) => {
      const values: Record<string, string> = {
        支付宝交易号: `${tradeNo}\t`,
        商户订单号: `${orderNo}\t`,
        业务类型: '交易',
        商品名称: subject,
        完成时间: timeOf(paidAt),
        '订单金额（元）': amount,
      }
      return HEAD.split(',')
        .map((column) => values[column] ?? '')
        .join(',')
    }
    const sale = { tradeNo: '2026A', subject: '礼盒,大号,红', amount: '9.90', paidAt: new Date(`${day}T02:05:00Z`) }
    const rows = [rowOf(['SHOP-1', sale]), ...paidOn(day).map(rowOf)]
    const lines = ['#支付宝业务明细查询', HEAD, ...rows, '#业务明细列表结束', ''].join('\r\n')
    async function* bytesOf(text: string) {
      yield inGbk(text)
    }
    const files = zipStream([
      ['summary.csv', bytesOf('#合计\r\n交易订单总笔数\r\n')],
      ['lines.csv', bytesOf(lines)],
    ])
    const chunks: Uint8Array[] = []
    for await (const chunk of files) chunks.push(chunk)
    return Buffer.concat(chunks)
  }

  const server = createServer((request, response) => {
    const day = new URL(request.url ?? '', origin()).searchParams.get('day')
    if (day !== null) return void statement(day).then((file) => response.end(file))
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const fields = [...new URLSearchParams(Buffer.concat(chunks).toString())]
      const given = Object.fromEntries(fields)
      const signed = contentOf(fields.filter(([name]) => name !== 'sign'))
      const isSigned = verify('RSA-SHA256', Buffer.from(signed), app.publicKey, Buffer.from(given.sign ?? '', 'base64'))
      const node = isSigned
        ? JSON.stringify(answerOf(given.method ?? '', JSON.parse(given.biz_content ?? '{}') as Content))
        : '{"code":"40002","msg":"Invalid Arguments","sub_code":"isv.invalid-signature"}'
      if ([...state.cut].some((orderNo) => given.biz_content?.includes(orderNo))) return response.destroy()
      const signature = sign('RSA-SHA256', Buffer.from(state.isSilentlyForged ? `${node} ` : node), platform.privateKey)
      return response.end(
        `{"${(given.method ?? '').replaceAll('.', '_')}_response":${node},"sign":"${signature.toString('base64')}"}`,
      )
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())

  const folder = mkdtempSync(path.join(FILES_DIR, 'ruwu-alipay-'))
  const [keyFile, publicKeyFile] = [path.join(folder, 'app.pem'), path.join(folder, 'alipay.pem')]
  const pemOf = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' }).toString()
  writeFileSync(keyFile, app.privateKey.export({ type: 'pkcs8', format: 'pem' }))
  writeFileSync(publicKeyFile, pemOf(old.publicKey) + pemOf(platform.publicKey))

  return {
    state,
    env: {
      ALIPAY_APP_ID: APP_ID,
      ALIPAY_KEY_FILE: keyFile,
      ALIPAY_PUBLIC_KEY_FILE: publicKeyFile,
      ALIPAY_BASE_URL: `${origin()}/gateway.do`,
    },
    trades,
    refunds,
    scan(orderNo: string): void {
      trades.get(orderNo)!.isScanned = true
    },
    pay(orderNo: string): void {
      Object.assign(trades.get(orderNo)!, { status: 'TRADE_SUCCESS', paidAt: state.now(), isScanned: true })
    },
    /** The body of a notification, with lies where asked for. */
    notice(orderNo: string, lies: Record<string, string> = {}, key: KeyObject = platform.privateKey): string {
      const { amount, tradeNo, status, paidAt } = trades.get(orderNo)!
      const fields = {
        app_id: APP_ID,
        notify_type: 'trade_status_sync',
        notify_time: timeOf(state.now()),
        out_trade_no: orderNo,
        trade_no: tradeNo,
        trade_status: status,
        total_amount: amount,
        subject: '如晤积分 30,000 & 赠送',
        gmt_payment: timeOf(paidAt),
        ...lies,
      }
      const signature = sign('RSA-SHA256', Buffer.from(contentOf(Object.entries(fields))), key).toString('base64')
      return new URLSearchParams({ ...fields, sign_type: 'RSA2', sign: signature }).toString()
    },
    strangerKey: () => forger.privateKey,
  }
}
