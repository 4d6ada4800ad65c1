import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { payMethodsOf, readConfig } from './config.ts'
import { isPaymentSimulated, simulatorPayment } from './simulator-payment.ts'

test.each([
  ['nothing', {}, true],
  ['微信支付', { WECHAT_PAY_MCH_ID: '1600000000' }, false],
  ['支付宝', { ALIPAY_APP_ID: '2021999999999999' }, false],
  ['a bank account', { BANK_ACCOUNT_NAME: '如晤', BANK_ACCOUNT_NO: '6222', BANK_NAME: '杭州支行' }, false],
])('a demo in which %s is one’s own', async (_what, own, expected) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'ruwu-pay-'))
  onTestFinished(() => rm(folder, { recursive: true }))

  const { config } = await simulatorPayment({ ...readConfig({ DEMO: 'true' }), ...own }, folder)

  expect(payMethodsOf(config)).toEqual(['wechat', 'alipay', 'bank'])
  expect(config).toMatchObject(own)
  expect(isPaymentSimulated(config)).toBe(expected)
})
