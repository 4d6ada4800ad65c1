import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { EntId, RefundStatus } from '@ruwu/contract'
import {
  formatMoney,
  formatNumber,
  ORDER_TEXTS,
  orderExpiry,
  PAY_METHOD_LABELS,
  PAYMENT_OUTCOME_LABELS,
  REFUND_STATUS_LABELS,
  remarkCodeOf,
} from '@ruwu/domain'
import { attachmentKey, findAttachment } from '../../chat/attachment/index.ts'
import type { Database } from '../../db/database.ts'
import { writeAudit } from '../../platform/audit.repo.ts'
import { StartError } from '../../platform/start-error.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { readOrderPoints } from '../points/index.ts'
import { askPayments } from './ask-payments.ts'
import { closePayments } from './close-payments.ts'
import { describeOrders } from './describe-orders.ts'
import { recordStep } from './order-step.ts'
import { applyOrderAct, listChecking, lockOrderByNo } from './order.repo.ts'
import { findCredited, listDifferences, listUncredited, type PaymentRow } from './refund.repo.ts'
import { refundPayment } from './refund-payment.ts'
import { enterRecharge, readAmount, readDay, timeOf } from './enter-recharge.ts'
import { closeDifferences, describeStatements } from './report-statements.ts'
import { type SettleDeps, storePayment } from './settle-payment.ts'

const USAGE = `用法：
  npm run orders -- list                                    待核验的对公转账
  npm run orders -- list <企业ID或名称> [--open|--paid]       企业的订单；--open 待支付和待核验的，--paid 已支付的
  npm run orders -- file <订单号> <文件夹>                     回单的副本，看过之后请删除
  npm run orders -- confirm <订单号> <银行流水号> <金额> <到账日>   确认到账，立即入账，例如 2760.00 2026-03-16
  npm run orders -- recharge <企业ID或名称> <积分> <金额> <银行流水号> <到账日>  录入没有订单的付款，成为一个已支付的订单
  npm run orders -- refuse <订单号> <原因>                     退回回单，企业可以重新上传
  npm run orders -- differences                             没有入账的款项、没有完成的退款、与支付平台对账单的差异
  npm run orders -- close <对账日> <微信支付或支付宝> <说明>      了结已经处理的对账差异，不再列出
  npm run orders -- refund <订单号> <原因> [--spent]           退款，收回没有用完的积分；用过一部分的须加 --spent；对公转账须先用网银转回
  npm run orders -- return <流水号> <原因>                     退回没有入账的款项
  npm run orders -- invoice                                 发票：列出、开具、退回、红冲
  npm run orders -- coupon                                  优惠码：列出、建立、停用`

const operatorOf = (entId: EntId) => ({ entId, agentId: null, ip: '' })

type ReviewDeps = SettleDeps & { openFiles: () => Promise<Storage> }

/** The operator's side of orders; returns the text to print. */
export async function reviewTransfers({ openFiles, ...deps }: ReviewDeps, args: readonly string[]): Promise<string> {
  const { db, clock } = deps
  const [verb, orderNo, ...rest] = args
  const text = rest.join(' ').trim()
  if (verb === 'list') return orderNo ? listOrdersOf(db, orderNo, rest) : listTransfers(db)
  if (verb === 'differences') return differences(deps)
  if (verb === 'close' && orderNo && rest.length > 1)
    return closeDifferences(deps, orderNo, rest[0] ?? '', rest.slice(1).join(' '))
  if (verb === 'file' && orderNo && text) return saveProof(db, await openFiles(), orderNo, text)
  if (verb === 'confirm' && orderNo && rest.length === 3) return confirmTransfer(deps, orderNo, rest)
  if (verb === 'recharge' && orderNo && rest.length === 4) return enterRecharge(deps, orderNo, rest)
  if (verb === 'refund' && orderNo && text) return refundOrder(deps, orderNo, rest)
  if (verb === 'return' && orderNo && text) return returnPayment(deps, orderNo, text)
  if (verb === 'refuse' && orderNo && text) return refuseProof(db, orderNo, text, clock.now())
  throw new StartError(USAGE)
}

async function listOrdersOf(db: Database, named: string, options: readonly string[]): Promise<string> {
  const text = await describeOrders(db, named, options)
  if (text === undefined) throw new StartError(USAGE)
  return text
}

async function listTransfers(db: Database): Promise<string> {
  const lines = (await listChecking(db.sql)).map(({ orderNo, entId, entName, amount, createdAt, agentName }) =>
    [
      orderNo,
      entName,
      formatMoney(amount),
      `附言码 ${remarkCodeOf(entId)}`,
      timeOf(createdAt),
      agentName ?? '客服已删除',
    ].join('  '),
  )
  return lines.join('\n') || '没有待核验的对公转账'
}

async function differences(deps: SettleDeps): Promise<string> {
  const payments = (await listDifferences(deps.db.sql)).map((each) =>
    [
      each.orderNo,
      each.entName,
      `${PAYMENT_OUTCOME_LABELS[each.outcome]} ${formatMoney(each.amount)} ${each.currency}（订单 ${formatMoney(each.due)}）`,
      `${PAY_METHOD_LABELS[each.method]} ${each.transactionId}`,
      timeOf(each.paidAt),
      ...(each.refund ? [refundText(each.refund)] : []),
    ].join('  '),
  )
  return [...payments, ...(await describeStatements(deps))].join('\n') || '没有未入账的款项，对账一致'
}

const refundText = (status: RefundStatus): string =>
  REFUND_STATUS_LABELS[status] + (status === 'accepted' ? '，迟迟没有到账时请在支付平台的商户后台处理' : '')

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
async function confirmTransfer(
  deps: SettleDeps,
  orderNo: string,
  [transactionId = '', typedAmount = '', typedDay = '']: readonly string[],
): Promise<string> {
  const { db, clock } = deps
  const now = clock.now()
  const order = await lockOrderByNo(db.sql, orderNo)
  if (!order) throw new StartError(`没有订单 ${orderNo}`)
  const amount = readAmount(typedAmount)
  const payment = { orderNo, transactionId, amount, currency: 'CNY', paidAt: readDay(typedDay, now) }
  // It may have been paid by a code, too: then this transfer is a second payment.
  if ((await askPayments(deps, order)).length > 0)
    throw new StartError(`${ORDER_TEXTS.unreachable}：订单可能已经在线支付`)
  const { entId } = order
  const settled = await storePayment(db, 'bank', payment, now, (tx, outcome) => {
    const after = { amount: formatMoney(amount), transactionId, outcome: PAYMENT_OUTCOME_LABELS[outcome] }
    return writeAudit(tx.sql, operatorOf(entId), { action: 'order.confirm', object: entId, name: orderNo, after }, now)
  })
  if (settled === 'known') throw new StartError(`流水号 ${transactionId} 已经录入过`)
  if (settled === 'mismatch')
    throw new StartError(`到账 ${formatMoney(amount)}，订单 ${formatMoney(order.amount)}：没有入账，已记录`)
  if (settled !== 'credited') throw new StartError(`订单 ${orderNo} 已经支付过，这笔转账没有入账，已记录`)
  await closePayments(deps, order)
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
    await recordStep(tx, { ...order, status: 'unpaid' }, { kind: 'refuseProof', note: reason, agentId: null }, now)
    return `订单 ${orderNo} 的回单已退回`
  })

const SPENT = '--spent'

/** All of the money goes back, however many points were used: the operator says so on purpose. */
async function refundOrder(deps: SettleDeps, orderNo: string, words: readonly string[]): Promise<string> {
  const reason = words
    .filter((each) => each !== SPENT)
    .join(' ')
    .trim()
  if (!reason) throw new StartError(USAGE)
  const order = await lockOrderByNo(deps.db.sql, orderNo)
  if (!order) throw new StartError(`没有订单 ${orderNo}`)
  const payment = await findCredited(deps.db.sql, order)
  if (!payment) throw new StartError(`订单 ${orderNo} 没有支付，不能退款`)
  const { given, left, expired } = await readOrderPoints(deps.db.sql, order)
  const used = order.status === 'paid' ? given - left - expired : 0
  if (used > 0 && !words.includes(SPENT))
    throw new StartError(
      `订单 ${orderNo} 的 ${formatNumber(given)} 积分已用去 ${formatNumber(used)}，款项仍全额退回：确认退款请加 ${SPENT}`,
    )
  const { text, points } = await payBack(deps, payment, reason)
  const said = `订单 ${orderNo} ${text}`
  if (points === undefined) return said
  // What is used while the payment side is asked is not taken back any more.
  const fate = `${said}，收回积分 ${formatNumber(points)}，已用去 ${formatNumber(given - expired - points)}`
  return expired > 0 ? `${fate}，已过期 ${formatNumber(expired)}` : fate
}

async function returnPayment(deps: SettleDeps, transactionId: string, reason: string): Promise<string> {
  const [payment, another] = await listUncredited(deps.db.sql, transactionId)
  if (!payment || another) throw new StartError(`没有流水号为 ${transactionId} 的未入账款项`)
  return `流水号 ${transactionId} ${(await payBack(deps, payment, reason)).text}`
}

async function payBack(deps: SettleDeps, payment: PaymentRow, reason: string) {
  const { outcome, points } = await refundPayment(deps, payment, reason)
  if (outcome === 'failed') throw new StartError('支付平台没有退成，可以再试一次')
  const amount = formatMoney(payment.amount)
  if (outcome === 'abnormal') {
    const text = `${REFUND_STATUS_LABELS.accepted} ${amount}，没有退成：请在微信商户平台处理，结果每小时查询`
    return { text, points }
  }
  const byHand = payment.method === 'bank' ? '，请确认款项已用网银转回' : ''
  return { text: `${REFUND_STATUS_LABELS[outcome]} ${amount}${byHand}`, points }
}
