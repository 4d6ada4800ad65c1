import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { EntId } from '@ruwu/contract'
import { formatMoney, orderExpiry } from '@ruwu/domain'
import { attachmentKey, findAttachment } from '../../chat/attachment/index.ts'
import type { Database } from '../../db/database.ts'
import { writeAudit } from '../../platform/audit.repo.ts'
import { StartError } from '../../platform/start-error.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { applyOrderAct, listChecking, lockOrderByNo } from './order.repo.ts'
import { storePayment } from './settle-payment.ts'

const USAGE = `用法：
  npm run orders -- list                        待核验的对公转账
  npm run orders -- file <订单号> <文件夹>         回单的副本，看过之后请删除
  npm run orders -- confirm <订单号> <银行流水号>   确认到账，立即入账
  npm run orders -- refuse <订单号> <原因>         退回回单，企业可以重新上传`

const operatorOf = (entId: EntId) => ({ entId, agentId: null, ip: '' })

/** The operator's side of bank transfers; returns the text to print. */
export async function reviewTransfers(
  db: Database,
  args: readonly string[],
  now: Date,
  openFiles: () => Promise<Storage>,
): Promise<string> {
  const [verb, orderNo, ...rest] = args
  const text = rest.join(' ').trim()
  if (verb === 'list') return listTransfers(db)
  if (verb === 'file' && orderNo && text) return saveProof(db, await openFiles(), orderNo, text)
  if (verb === 'confirm' && orderNo && text) return confirmTransfer(db, orderNo, text, now)
  if (verb === 'refuse' && orderNo && text) return refuseProof(db, orderNo, text, now)
  throw new StartError(USAGE)
}

async function listTransfers(db: Database): Promise<string> {
  const rows = await listChecking(db.sql)
  if (rows.length === 0) return '没有待核验的对公转账'
  return rows.map(({ orderNo, entName, amount }) => `${orderNo}  ${entName}  ${formatMoney(amount)}`).join('\n')
}

/** Its name is ours, not that of the upload. */
async function saveProof(db: Database, storage: Storage, orderNo: string, folder: string): Promise<string> {
  const order = await lockOrderByNo(db.sql, orderNo)
  const row = order && (await findAttachment(db.sql, order.entId, attachmentKey(order.proofUrl ?? '') ?? ''))
  const file = row && (await storage.get(`attachment/${row.key}`))
  if (!file) throw new StartError(`订单 ${orderNo} 没有回单`)
  await mkdir(folder, { recursive: true })
  const target = path.join(folder, `${orderNo}-回单.${row.contentType.split('/')[1]}`)
  await pipeline(file.body, createWriteStream(target))
  return target
}

/** Settled like every payment: a transfer is credited once, whatever number is entered again. */
async function confirmTransfer(db: Database, orderNo: string, transactionId: string, now: Date): Promise<string> {
  const order = await lockOrderByNo(db.sql, orderNo)
  if (!order) throw new StartError(`没有订单 ${orderNo}`)
  const { entId, amount, points } = order
  const after = { amount: formatMoney(amount), points }
  const settled = await storePayment(db, 'bank', { orderNo, transactionId, amount, paidAt: now }, now, (tx) =>
    writeAudit(tx.sql, operatorOf(entId), { action: 'order.confirm', object: entId, name: orderNo, after }, now),
  )
  if (settled === 'known') throw new StartError(`流水号 ${transactionId} 已经录入过`)
  if (settled !== 'credited') throw new StartError(`订单 ${orderNo} 已经支付过，这笔转账没有入账，已记录`)
  return `订单 ${orderNo} 已确认，${formatMoney(amount)}`
}

const refuseProof = (db: Database, orderNo: string, reason: string, now: Date): Promise<string> =>
  db.transaction(async (tx) => {
    const order = await lockOrderByNo(tx.sql, orderNo)
    if (!order) throw new StartError(`没有订单 ${orderNo}`)
    // Another receipt may take as long as the first.
    const change = { reason, proofUrl: null, expireAt: orderExpiry(now, 'bank') }
    if (!(await applyOrderAct(tx.sql, order, 'refuseProof', change))) throw new StartError(`订单 ${orderNo} 不是待核验`)
    const { entId } = order
    const entry = { action: 'order.refuseProof', object: entId, name: orderNo, after: { reason } } as const
    await writeAudit(tx.sql, operatorOf(entId), entry, now)
    tx.emit(entId, { type: 'point_order_change', orderNo, status: 'unpaid', at: now.toISOString(), operatorId: null })
    return `订单 ${orderNo} 的回单已退回`
  })
