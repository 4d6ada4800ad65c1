import { mkdtemp, readFile } from 'node:fs/promises'
import path from 'node:path'
import { orderApi, pointsApi } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { audit, pointPayment } from '../../db/schema/index.ts'
import { readConfig } from '../../platform/config.ts'
import { openStorage } from '../../platform/storage/index.ts'
import { auditEntries } from '../../testing/audit-entries.ts'
import { FILES_DIR } from '../../testing/start-node.ts'
import { storePicture } from '../../testing/stored-picture.ts'
import { absentForRival } from '../../testing/tenant-isolation.ts'
import { world } from '../../testing/world.ts'
import { reviewTransfers } from './review-transfers.ts'

const HOUR_MS = 3_600_000
const BANK = { BANK_ACCOUNT_NAME: '如晤科技', BANK_ACCOUNT_NO: '6222000011112222', BANK_NAME: '杭州支行' }

/** An enterprise that has ordered and chosen 对公转账, the only method. */
async function shop() {
  const here = await world({ env: BANK })
  const { zhao, clock, db, reception } = here
  const { orderNo } = await zhao.call(orderApi.create, { body: { packageId: 'standard' } })
  const chosen = await zhao.call(orderApi.pay, { body: { orderNo, method: 'bank' } })
  const owner = { entId: zhao.entId, uploaderId: zhao.id }
  const folder = await mkdtemp(path.join(FILES_DIR, 'ruwu-proof-'))
  const storage = await openStorage(readConfig({}), folder)
  return {
    ...here,
    orderNo,
    chosen,
    folder,
    storage,
    receipt: (given: object = {}) => storePicture(db, { ...owner, ...given }, clock.now()),
    submit: async (url?: string) => {
      const file = url ?? (await storePicture(db, owner, clock.now()))
      return zhao.call(orderApi.proof, { body: { orderNo, url: file } })
    },
    order: () => zhao.call(orderApi.detail, { query: { orderNo } }),
    points: async () => (await zhao.call(pointsApi.info, {})).orderPoints,
    operator: (...args: string[]) => reviewTransfers(db, args, clock.now(), async () => storage),
    endOverdue: () => reception.work.orders.run(),
  }
}

// R168
test('a transfer waits 72 hours, its receipt is checked by the operator and credits the order once', async () => {
  const { zhao, clock, db, orderNo, chosen, submit, order, points, operator, endOverdue } = await shop()
  expect(chosen).toMatchObject({ qrContent: '', order: { method: 'bank', status: 'unpaid' } })
  expect(Date.parse(chosen.order.expireAt) - Date.parse(chosen.order.createdAt)).toBe(72 * HOUR_MS)
  expect(await operator('list')).toBe('没有待核验的对公转账')

  clock.advance(71 * HOUR_MS)
  await endOverdue()
  expect(await submit()).toMatchObject({ status: 'checking', proofUrl: expect.any(String) })
  expect(await auditEntries(db, orderApi.proof)).toMatchObject([{ agentId: zhao.id, objectName: orderNo }])
  clock.advance(48 * HOUR_MS)
  await endOverdue()
  expect((await order()).status).toBe('checking')
  expect(await operator('list')).toBe(`${orderNo}  云上木作  ¥2,760.00`)

  const said = await Promise.allSettled([1, 2, 3].map(() => operator('confirm', orderNo, 'B20260316001')))
  expect(said.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect([await points(), (await order()).status]).toEqual([30_000, 'paid'])
  await expect(operator('confirm', orderNo, 'B20260316002')).rejects.toThrow('已经支付过')
  expect((await db.sql.select().from(pointPayment)).map(({ outcome }) => outcome).toSorted()).toEqual([
    'credited',
    'duplicate',
  ])
  const entries = (await db.sql.select().from(audit)).filter(({ action }) => action === 'order.confirm')
  expect(entries).toMatchObject([{ agentId: null, objectName: orderNo, after: { amount: '¥2,760.00' } }])
})

test('a refused receipt tells why, and another one may be sent within 72 hours', async () => {
  const { zhao, clock, orderNo, submit, order, operator, points } = await shop()
  await submit()
  clock.advance(100 * HOUR_MS)

  await operator('refuse', orderNo, '金额', '不符')
  expect(await order()).toMatchObject({ status: 'unpaid', reason: '金额 不符', proofUrl: null, method: 'bank' })
  const { expireAt } = await order()
  const shown = await zhao.call(orderApi.pay, { body: { orderNo, method: 'bank' } })
  expect(shown.order.expireAt).toBe(expireAt)
  await expect(operator('refuse', orderNo, '再来')).rejects.toThrow('不是待核验')
  expect(await submit()).toMatchObject({ status: 'checking', reason: '' })
  await operator('confirm', orderNo, 'B1')

  expect(await points()).toBe(30_000)
})

test('only a private jpg, png or pdf of the own enterprise of at most 5 MB is a receipt', async () => {
  const { zhao, rival, orderNo, receipt, order } = await shop()
  const wrong = [
    await receipt({ contentType: 'text/html' }),
    await receipt({ isPrivate: false }),
    await receipt({ size: 5 * 1024 * 1024 + 1 }),
    await receipt({ entId: rival.entId, uploaderId: rival.id }),
    `/api/attachment/${'x'.repeat(32)}`,
  ]
  for (const url of wrong)
    expect(await zhao.refused(orderApi.proof, { body: { orderNo, url } })).toMatchObject({
      code: 40001,
      data: { fields: { url: '请上传 jpg、png 或 pdf 格式且不超过 5 MB 的回单' } },
    })
  await absentForRival(rival, orderApi.proof, { body: { orderNo, url: wrong[0]! } })

  expect((await order()).status).toBe('unpaid')
})

test('a cancelled order takes no receipt; without a bank account there is no transfer', async () => {
  const { zhao, orderNo, receipt, operator } = await shop()
  await zhao.call(orderApi.cancel, { body: { orderNo } })
  expect(await zhao.refused(orderApi.proof, { body: { orderNo, url: await receipt() } })).toMatchObject({ code: 42200 })
  expect(await zhao.refused(orderApi.pay, { body: { orderNo, method: 'wechat' } })).toMatchObject({
    msg: '暂不支持该支付方式，请选择其它方式',
  })
  await expect(operator('confirm', '202603169999999999', 'B1')).rejects.toThrow('没有订单')
  await expect(operator('confirm', orderNo)).rejects.toThrow(/^用法/)
})

test('the operator gets a copy of the receipt', async () => {
  const { orderNo, folder, storage, submit, operator } = await shop()
  const url = (await submit()).proofUrl ?? ''
  const bytes = Buffer.from('receipt')
  await storage.put(`attachment/${url.split('/').at(-1)}`, bytes, bytes.length, 'image/png')

  const target = await operator('file', orderNo, path.join(folder, 'copies'))

  expect(path.basename(target)).toBe(`${orderNo}-回单.png`)
  expect(await readFile(target)).toEqual(bytes)
})
