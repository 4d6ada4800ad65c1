import { createHmac, generateKeyPair } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Config } from './config.ts'

const makePair = promisify(generateKeyPair)

/** What the simulator knows our merchant by. */
const MERCHANT = {
  WECHAT_PAY_APP_ID: 'wxsim0001',
  WECHAT_PAY_MCH_ID: '1900000001',
  WECHAT_PAY_SERIAL_NO: '5157F09EFDC096DE15EBE81A47057A72',
  WECHAT_PAY_PUBLIC_KEY_ID: 'PUB_KEY_ID_0000000001',
}
const ALIPAY_APP_ID = '2021000000000001'
const BANK = {
  BANK_ACCOUNT_NAME: '如晤演示科技有限公司',
  BANK_ACCOUNT_NO: '0000 0000 0000 0000',
  BANK_NAME: '演示银行',
}

/** No configured method takes real money. A demo may have methods of its own beside the simulator's. */
export const isPaymentSimulated = (config: Config): boolean =>
  ['', MERCHANT.WECHAT_PAY_MCH_ID].includes(config.WECHAT_PAY_MCH_ID) &&
  ['', ALIPAY_APP_ID].includes(config.ALIPAY_APP_ID) &&
  ['', BANK.BANK_ACCOUNT_NO].includes(config.BANK_ACCOUNT_NO)

/**
 * The settings of a merchant of the simulator's payment sides. Keys and secret are this installation's own: with fixed ones every
 * reader of the source could sign payments that a demo accepts.
 */
export async function simulatorPayment(config: Config, dataDir: string): Promise<{ config: Config; payKeys: string }> {
  const payKeys = path.join(dataDir, 'simulator-pay')
  await createKeys(payKeys)
  const apiV3Key = createHmac('sha256', config.SIMULATOR_KEY).update('wechat pay api v3 key').digest('hex').slice(0, 32)
  const wechat = config.WECHAT_PAY_MCH_ID
    ? {}
    : {
        ...MERCHANT,
        WECHAT_PAY_API_V3_KEY: apiV3Key,
        WECHAT_PAY_KEY_FILE: path.join(payKeys, 'merchant.pem'),
        WECHAT_PAY_PUBLIC_KEY_FILE: path.join(payKeys, 'platform.pem'),
        WECHAT_PAY_BASE_URL: `http://127.0.0.1:${config.SIMULATOR_PORT}/wechat-pay`,
      }
  const alipay = config.ALIPAY_APP_ID
    ? {}
    : {
        ALIPAY_APP_ID,
        ALIPAY_KEY_FILE: path.join(payKeys, 'merchant.pem'),
        ALIPAY_PUBLIC_KEY_FILE: path.join(payKeys, 'platform.pem'),
        ALIPAY_BASE_URL: `http://127.0.0.1:${config.SIMULATOR_PORT}/alipay/gateway.do`,
      }
  const bank = config.BANK_ACCOUNT_NO ? {} : BANK
  return { config: { ...config, ...wechat, ...alipay, ...bank }, payKeys }
}

/** The keys of merchant and payment side, unless the folder exists; whole, because it is renamed into place. */
async function createKeys(folder: string): Promise<void> {
  if (existsSync(folder)) return
  const own = await mkdtemp(`${folder}-`)
  try {
    for (const name of ['merchant', 'platform']) {
      const { privateKey } = await makePair('rsa', { modulusLength: 2048 })
      const pem = privateKey.export({ type: 'pkcs8', format: 'pem' })
      await writeFile(path.join(own, `${name}.pem`), pem, { mode: 0o600, flush: true })
    }
    await rename(own, folder)
  } catch (error) {
    // A concurrent start was first.
    if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  } finally {
    await rm(own, { recursive: true, force: true })
  }
}
