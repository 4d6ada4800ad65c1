import type { AuditAction, OrderStepKind } from '@ruwu/contract'
import { formatDateTime, formatMoney, isInvoiceNumber } from '@ruwu/domain'
import type { Database } from '../../db/database.ts'
import { writeAudit } from '../../platform/audit.repo.ts'
import type { Clock } from '../../platform/clock.ts'
import { StartError } from '../../platform/start-error.ts'
import {
  deleteInvoice,
  findInvoice,
  type InvoiceRow,
  isNumberTaken,
  listWaitingInvoices,
  updateInvoice,
} from './invoice.repo.ts'
import { recordStep } from './order-step.ts'
import { lockOrderByNo, type OrderColumns } from './order.repo.ts'

const USAGE = `用法：
  npm run orders -- invoice list                        待开具的发票，和退款后待红冲的
  npm run orders -- invoice issue <订单号> <发票号码>       已经开具并发送到邮箱
  npm run orders -- invoice refuse <订单号> <原因>         退回申请，企业可以重新填写
  npm run orders -- invoice reverse <订单号> <红字发票号码>  退款后已经红冲`

type InvoiceDeps = { db: Database; clock: Clock }

/** The operator's side of invoices; returns the text to print. */
export async function reviewInvoices(deps: InvoiceDeps, args: readonly string[]): Promise<string> {
  const [verb, orderNo, ...rest] = args
  const text = rest.join(' ').trim()
  if (verb === 'list') return listInvoices(deps.db)
  const act = ACTS[verb as keyof typeof ACTS]
  if (!act || !orderNo || !text) throw new StartError(USAGE)
  return reviewInvoice(deps, act, orderNo, text)
}

async function listInvoices(db: Database): Promise<string> {
  const lines = (await listWaitingInvoices(db.sql)).map((row) =>
    [
      row.number ? `待红冲 ${row.number}` : '待开具',
      row.orderNo,
      row.entName,
      formatMoney(row.amount),
      row.title,
      row.taxNo,
      row.email,
      formatDateTime(row.requestedAt),
    ].join('  '),
  )
  return lines.join('\n') || '没有待开具或待红冲的发票'
}

type Act = {
  step: OrderStepKind
  action: AuditAction
  /** Text of the obstacle; empty without one. */
  obstacle: (order: OrderColumns, invoice: InvoiceRow) => string
  /** Undefined: the request is deleted. */
  change?: (typed: string, now: Date) => Parameters<typeof updateInvoice>[2]
  done: (typed: string) => string
}

const isIssued = ({ number }: InvoiceRow) => number !== null

const ACTS = {
  issue: {
    step: 'issueInvoice',
    action: 'order.issueInvoice',
    obstacle: ({ status }, invoice) =>
      status !== 'paid' ? '已经退款，不能开具发票' : isIssued(invoice) ? `的发票已经开具：${invoice.number}` : '',
    change: (number, issuedAt) => ({ number, issuedAt }),
    done: (number) => `的发票 ${number} 已登记`,
  },
  refuse: {
    step: 'refuseInvoice',
    action: 'order.refuseInvoice',
    obstacle: (_order, invoice) => (isIssued(invoice) ? `的发票已经开具：${invoice.number}` : ''),
    done: () => '的发票申请已退回',
  },
  reverse: {
    step: 'reverseInvoice',
    action: 'order.reverseInvoice',
    obstacle: ({ status }, invoice) =>
      status !== 'refunded' || !isIssued(invoice)
        ? '没有退款后待红冲的发票'
        : invoice.reversalNumber !== null
          ? `的发票已经红冲：${invoice.reversalNumber}`
          : '',
    change: (reversalNumber) => ({ reversalNumber }),
    done: (number) => `的发票已红冲：${number}`,
  },
} as const satisfies Record<string, Act>

const reviewInvoice = ({ db, clock }: InvoiceDeps, act: Act, orderNo: string, typed: string): Promise<string> =>
  db.transaction(async (tx) => {
    const now = clock.now()
    const order = await lockOrderByNo(tx.sql, orderNo)
    const invoice = order && (await findInvoice(tx.sql, order))
    if (!invoice) throw new StartError(`订单 ${orderNo} 没有申请发票`)
    const obstacle = act.obstacle(order, invoice)
    if (obstacle) throw new StartError(`订单 ${orderNo} ${obstacle}`)
    if (act.change) {
      if (!isInvoiceNumber(typed)) throw new StartError(`发票号码 ${typed} 的格式不正确，须为 18 到 20 位数字`)
      if (await isNumberTaken(tx.sql, typed)) throw new StartError(`发票号码 ${typed} 已经登记过`)
      await updateInvoice(tx.sql, order, act.change(typed, now))
    } else await deleteInvoice(tx.sql, order)
    const { entId } = order
    const after = act.change ? { invoiceNumber: typed } : { reason: typed }
    const operator = { entId, agentId: null, ip: '' }
    await writeAudit(tx.sql, operator, { action: act.action, object: entId, name: orderNo, after }, now)
    await recordStep(tx, order, { kind: act.step, note: typed, agentId: null }, now)
    return `订单 ${orderNo} ${act.done(typed)}`
  })
