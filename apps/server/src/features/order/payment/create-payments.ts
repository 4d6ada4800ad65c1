import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createPlatformHttp } from '../../../channels/http/platform-http.ts'
import type { Clock } from '../../../platform/clock.ts'
import { type Config, parseList, publicUrlOf } from '../../../platform/config.ts'
import { StartError } from '../../../platform/start-error.ts'
import { createAlipay } from './alipay.ts'
import type { Payments } from './payment-provider.ts'
import { createWechatPay } from './wechat-pay.ts'

export const NOTICE_PATHS = { wechat: '/hooks/pay/wechat', alipay: '/hooks/pay/alipay' } as const

/** The payment sides whose credentials are configured. */
export function createPayments(config: Config, clock: Clock): { payments: Payments; close(): Promise<void> } {
  const http = createPlatformHttp()
  const payments: Payments = {}
  if (config.WECHAT_PAY_MCH_ID) {
    payments.wechat = createWechatPay({
      settings: {
        baseUrl: config.WECHAT_PAY_BASE_URL || 'https://api.mch.weixin.qq.com',
        appId: config.WECHAT_PAY_APP_ID,
        mchId: config.WECHAT_PAY_MCH_ID,
        serialNo: config.WECHAT_PAY_SERIAL_NO,
        apiV3Key: config.WECHAT_PAY_API_V3_KEY,
        privateKey: readKey('WECHAT_PAY_KEY_FILE', config.WECHAT_PAY_KEY_FILE, createPrivateKey),
        publicKeys: wechatPublicKeys(config),
      },
      notifyUrl: publicUrlOf(config) + NOTICE_PATHS.wechat,
      clock,
      http,
    })
  }
  if (config.ALIPAY_APP_ID) {
    payments.alipay = createAlipay({
      settings: {
        baseUrl: config.ALIPAY_BASE_URL || 'https://openapi.alipay.com/gateway.do',
        appId: config.ALIPAY_APP_ID,
        sellerId: config.ALIPAY_SELLER_ID,
        privateKey: readKey('ALIPAY_KEY_FILE', config.ALIPAY_KEY_FILE, createPrivateKey),
        publicKeys: readKey('ALIPAY_PUBLIC_KEY_FILE', config.ALIPAY_PUBLIC_KEY_FILE, readPublicKeys),
      },
      notifyUrl: publicUrlOf(config) + NOTICE_PATHS.alipay,
      clock,
      http,
    })
  }
  return { payments, close: () => http.close() }
}

/** As many keys in the file as identifiers, in the same order. */
function wechatPublicKeys({ WECHAT_PAY_PUBLIC_KEY_ID: ids, WECHAT_PAY_PUBLIC_KEY_FILE: file }: Config) {
  const named = parseList(ids)
  if (named.length === 0) return []
  const keys = readKey('WECHAT_PAY_PUBLIC_KEY_FILE', file, readPublicKeys)
  if (keys.length !== named.length)
    throw new StartError(
      `配置 WECHAT_PAY_PUBLIC_KEY_FILE 的文件里须有 ${named.length} 个公钥，与 WECHAT_PAY_PUBLIC_KEY_ID 顺序相同`,
    )
  return keys.map((key, at) => ({ id: named[at] ?? '', key }))
}

/** One after the other in a file, so that a new key can be added before the old one goes. */
function readPublicKeys(pems: string): KeyObject[] {
  const each = pems.split(/(?<=-----END [A-Z ]+-----)\s*/).filter((pem) => pem.trim() !== '')
  return each.map((pem) => createPublicKey(pem))
}

function readKey<Key>(name: string, file: string, create: (pem: string) => Key): Key {
  try {
    return create(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new StartError(`配置 ${name} 的文件 ${file} 不是可以读取的 PEM 密钥`, { cause: error })
  }
}
