import { mkdtemp, readFile } from 'node:fs/promises'
import path from 'node:path'
import { type AgentId, orderApi, pointsApi } from '@ruwu/contract'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { audit, pointOrder, pointPayment } from '../../db/schema/index.ts'
import { readConfig } from '../../platform/config.ts'
import { newId } from '../../platform/ids.ts'
import { openStorage } from '../../platform/storage/index.ts'
import { auditEntries } from '../../testing/audit-entries.ts'
import { FILES_DIR } from '../../testing/start-node.ts'
import { storePicture } from '../../testing/stored-picture.ts'
import { absentForRival } from '../../testing/tenant-isolation.ts'
import { world } from '../../testing/world.ts'
import { reviewTransfers } from './review-transfers.ts'

const [AMOUNT, DAY] = ['2,760.00', '2026-03-16']
const HOUR_MS = 3_600_000
const BANK = { BANK_ACCOUNT_NAME: '如晤科技', BANK_ACCOUNT_NO: '6222000011112222', BANK_NAME: '杭州支行' }

/** An enterprise that has ordered and chosen 对公转账, the only method. */
async function shop() {
  const here = await world({ env: BANK })
  const { app, zhao, clock, db, reception } = here
  const { orderNo } = await zhao.call(orderApi.create, { body: { packageId: 'standard' } })
  const chosen = await zhao.call(orderApi.pay, { body: { orderNo, method: 'bank' } })
  const owner = { entId: zhao.entId, uploaderId: zhao.id }
  const folder = await mkdtemp(path.join(FILES_DIR, 'ruwu-proof-'))
  const storage = await openStorage(readConfig({}), folder)
  const operator = (...args: string[]) => {
    const { payments } = reception.orders
    return reviewTransfers({ db, clock, log: app.log, payments, openFiles: async () => storage }, args)
  }
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
    operator,
    confirm: (no: string, transactionId: string) => operator('confirm', no, transactionId, AMOUNT, DAY),
    endOverdue: () => reception.work.orders.run(),
  }
}

// R168
test('a transfer waits 72 hours, its receipt is checked by the operator and credits the order once', async () => {
  const { zhao, clock, db, orderNo, chosen, submit, order, points, operator, confirm, endOverdue } = await shop()
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
  const remark = `附言码 RW${zhao.entId.slice(-8).toUpperCase()}`
  expect(await operator('list')).toMatch(
    new RegExp(`^${orderNo}  云上木作  ¥2,760.00  ${remark}  2026-03-16 \\d\\d:\\d\\d  赵知远$`),
  )

  const said = await Promise.allSettled([1, 2, 3].map(() => confirm(orderNo, 'B20260316001')))
  expect(said.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect([await points(), (await order()).status]).toEqual([30_000, 'paid'])
  clock.advance(1000)
  await expect(confirm(orderNo, 'B20260316002')).rejects.toThrow('已经支付过')
  expect((await db.sql.select().from(pointPayment)).map(({ outcome }) => outcome).toSorted()).toEqual([
    'credited',
    'duplicate',
  ])
  const entries = await db.sql.select().from(audit).where(eq(audit.action, 'order.confirm')).orderBy(audit.id)
  expect(entries).toMatchObject([
    { agentId: null, objectName: orderNo, after: { amount: '¥2,760.00', outcome: '已入账' } },
    { agentId: null, objectName: orderNo, after: { transactionId: 'B20260316002', outcome: '重复支付' } },
  ])
})

test('a receipt is listed for the operator after the agents of its enterprise were deleted', async () => {
  const { db, clock, orderNo, submit, operator } = await shop()
  await submit()

  await db.sql
    .update(pointOrder)
    .set({ agentId: newId<AgentId>(clock.now()) })
    .where(eq(pointOrder.orderNo, orderNo))

  expect(await operator('list')).toMatch(new RegExp(`^${orderNo}  .*  客服已删除$`))
})

test('the operator lists the orders of an enterprise: all, open or paid', async () => {
  const { zhao, clock, orderNo, submit, operator, confirm } = await shop()
  await submit()
  clock.advance(1_000)
  const { orderNo: second } = await zhao.call(orderApi.create, { body: { points: 1_000 } })
  const numbers = async (...options: string[]) =>
    (await operator('list', '云上木作', ...options)).split('\n').map((line) => line.split('  ')[0])
  expect(await numbers('--open')).toEqual([second, orderNo])

  await confirm(orderNo, 'B1')

  expect(await numbers('--open')).toEqual([second])
  expect(await operator('list', zhao.entId, '--paid')).toMatch(
    new RegExp(
      `^${orderNo}  已支付  标准  积分 30,000，赠送 3,000  ¥2,760.00  对公转账  下单 [-\\d: ]+ 赵知远  支付 [-\\d: ]+$`,
    ),
  )
  expect(await numbers()).toEqual([second, orderNo])
  await expect(operator('list', '云上木作', '--all')).rejects.toThrow(/^用法/)
  await expect(operator('list', '没有的企业')).rejects.toThrow('没有名称或 ID 为「没有的企业」的企业')
})

test('an order whose receipt is checked is none of the five that may be open', async () => {
  const { zhao, submit } = await shop()
  await submit()
  const order = () => zhao.request(orderApi.create, { body: { points: 1_000 } })

  for (let n = 0; n < 5; n += 1) expect(await order()).toMatchObject({ code: 1 })

  expect(await order()).toMatchObject({ code: 42200, msg: '请先处理待支付订单' })
})

test('a refused receipt tells why, and another one may be sent within 72 hours', async () => {
  const { zhao, clock, orderNo, submit, order, operator, confirm, points } = await shop()
  await submit()
  clock.advance(100 * HOUR_MS)

  await operator('refuse', orderNo, '金额', '不符')
  expect(await order()).toMatchObject({ status: 'unpaid', reason: '金额 不符', proofUrl: null, method: 'bank' })
  const { expireAt } = await order()
  const shown = await zhao.call(orderApi.pay, { body: { orderNo, method: 'bank' } })
  expect(shown.order.expireAt).toBe(expireAt)
  await expect(operator('refuse', orderNo, '再来')).rejects.toThrow('不是待核验')
  expect(await submit()).toMatchObject({ status: 'checking', reason: '' })
  await confirm(orderNo, 'B1')

  expect(await points()).toBe(30_000)
})

test('another amount than the order’s credits nothing and is a difference, until the operator corrects it', async () => {
  const { db, orderNo, submit, order, points, operator, confirm } = await shop()
  await submit()
  expect(await operator('differences')).toBe('没有未入账的款项，对账一致')

  await expect(operator('confirm', orderNo, 'B1', '27.60', DAY)).rejects.toThrow(
    '到账 ¥27.60，订单 ¥2,760.00：没有入账',
  )
  expect([await points(), (await order()).status]).toEqual([0, 'checking'])
  expect(await operator('differences')).toBe(
    `${orderNo}  云上木作  金额不符 ¥27.60 CNY（订单 ¥2,760.00）  对公转账 B1  2026-03-16 00:00`,
  )
  await confirm(orderNo, 'B1')

  expect([await points(), await operator('differences')]).toEqual([30_000, '没有未入账的款项，对账一致'])
  expect((await db.sql.select().from(pointPayment)).map(({ amount }) => amount)).toEqual([276_000])
  for (const [amount, day] of [
    ['0', DAY],
    ['27.605', DAY],
    ['一千', DAY],
    [AMOUNT, '2026-02-31'],
    [AMOUNT, '2027-01-01'],
  ])
    await expect(operator('confirm', orderNo, 'B2', amount!, day!)).rejects.toThrow(/格式/)
  await expect(operator('confirm', orderNo, 'B2', '21474836.48', DAY)).rejects.toThrow('金额不能超过 ¥20,000,000.00')
})

test('a transfer of another amount that was returned is not entered again', async () => {
  const { orderNo, operator, confirm } = await shop()
  await expect(operator('confirm', orderNo, 'B1', '27.60', DAY)).rejects.toThrow('没有入账')
  await operator('return', 'B1', '金额不符')

  await expect(confirm(orderNo, 'B1')).rejects.toThrow('流水号 B1 已经录入过')
})

test('one number of the bank credits one enterprise', async () => {
  const { rival, orderNo, points, confirm } = await shop()
  const { orderNo: another } = await rival.call(orderApi.create, { body: { packageId: 'standard' } })

  const said = await Promise.allSettled([confirm(orderNo, 'B1'), confirm(another, 'B1')])

  expect(said.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await expect(confirm(another, 'B1')).rejects.toThrow('流水号 B1 已经录入过')
  expect((await points()) + (await rival.call(pointsApi.info, {})).orderPoints).toBe(30_000)
})

test('only a private jpg, png or pdf of at most 5 MB, of the own enterprise and no conversation or knowledge, is a receipt', async () => {
  const { zhao, rival, clock, orderNo, receipt, order } = await shop()
  const wrong = [
    await receipt({ contentType: 'text/html' }),
    await receipt({ isPrivate: false }),
    await receipt({ isForKnowledge: true }),
    await receipt({ topicId: newId<string>(clock.now()) }),
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
  const { zhao, orderNo, receipt, operator, confirm } = await shop()
  await zhao.call(orderApi.cancel, { body: { orderNo } })
  expect(await zhao.refused(orderApi.proof, { body: { orderNo, url: await receipt() } })).toMatchObject({ code: 42200 })
  expect(await zhao.refused(orderApi.pay, { body: { orderNo, method: 'wechat' } })).toMatchObject({
    msg: '暂不支持该支付方式，请选择其它方式',
  })
  await expect(confirm('202603169999999999', 'B1')).rejects.toThrow('没有订单')
  await expect(operator('confirm', orderNo, 'B1')).rejects.toThrow(/^用法/)
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

test('money without an order becomes a paid one, once for a number of the bank, and can be refunded', async () => {
  const { zhao, db, operator, points } = await shop()
  const enter = () => operator('recharge', '云上木作', '5000', '490.00', 'B9', DAY)

  const said = await Promise.allSettled([enter(), enter()])

  expect(said.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await expect(enter()).rejects.toThrow('流水号 B9 已经录入过')
  expect(await points()).toBe(5_000)
  const { items } = await zhao.call(orderApi.page, { body: { status: 'paid' } })
  expect(items).toMatchObject([
    { packageName: '线下充值', points: 5_000, amount: 49_000, method: 'bank', agentId: null, agentName: '服务商' },
  ])
  const { orderNo } = items[0]!
  expect(await zhao.call(orderApi.detail, { query: { orderNo } })).toMatchObject({ status: 'paid' })
  expect((await zhao.call(pointsApi.info, {})).hasPaid).toBe(true)
  const entries = (await db.sql.select().from(audit)).filter(({ action }) => action === 'points.recharge')
  expect(entries).toMatchObject([{ agentId: null, objectName: orderNo, after: { points: '5000', amount: '¥490.00' } }])
  await operator('refund', orderNo, '退回')
  expect(await points()).toBe(0)
  await expect(operator('recharge', '云上木作', '0', '490.00', 'B8', DAY)).rejects.toThrow('积分须为')
  await expect(operator('recharge', '云上木作', '5000', '490.00', 'B8')).rejects.toThrow(/^用法/)
})
