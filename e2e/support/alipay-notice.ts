import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { ProductAddress } from './server.ts'

/** The key with which the product's own stand-in of 支付宝 signs. */
export const alipayKey = async ({ dataDir }: ProductAddress): Promise<KeyObject> =>
  createPrivateKey(await readFile(path.join(dataDir, 'simulator-pay', 'platform.pem')))

export const strangerKey = (): KeyObject => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey

/** Sends a notification of a payment, signed now; answers what the product said. */
export async function notifyAlipay(
  { url }: ProductAddress,
  key: KeyObject,
  { orderNo, yuan, tradeNo = `2026${orderNo}` }: { orderNo: string; yuan: string; tradeNo?: string },
): Promise<string> {
  const fields: Record<string, string> = {
    app_id: '2021000000000001',
    gmt_payment: '2026-03-16 10:00:00',
    out_trade_no: orderNo,
    total_amount: yuan,
    trade_no: tradeNo,
    trade_status: 'TRADE_SUCCESS',
  }
  const text = Object.entries(fields)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
  const signature = sign('RSA-SHA256', Buffer.from(text), key).toString('base64')
  const body = new URLSearchParams({ ...fields, sign_type: 'RSA2', sign: signature })
  return (await fetch(`${url}/hooks/pay/alipay`, { method: 'POST', body })).text()
}
