import type { InvoiceForm, OrderHistory } from '@ruwu/contract'
import { INVOICE_TEXTS, isTaxNo, maskTaxNo } from '@ruwu/domain'
import type { Database } from '../../db/database.ts'
import { writeAudit } from '../../platform/audit.repo.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { FieldError, UserFacingError } from '../../platform/http/errors.ts'
import { findInvoice, insertInvoice } from './invoice.repo.ts'
import { recordStep } from './order-step.ts'
import { listSteps } from './order-step.repo.ts'
import { getOrder, lockOrderByNo } from './order.repo.ts'
import { toInvoice, toPayment, toStep } from './order.view.ts'
import { findCredited, listPayments } from './refund.repo.ts'

export type InvoiceService = ReturnType<typeof createInvoiceService>

/** 发票 and the history of an order, the enterprise's side. */
export function createInvoiceService({ db, clock }: { db: Database; clock: Clock }) {
  return {
    async history({ entId }: Caller, orderNo: string): Promise<OrderHistory> {
      const key = await getOrder(db.sql, { entId, orderNo })
      const [steps, payments, invoice] = await Promise.all([
        listSteps(db.sql, key),
        listPayments(db.sql, key),
        findInvoice(db.sql, key),
      ])
      return {
        steps: steps.map(toStep),
        payments: payments.map(toPayment),
        invoice: invoice ? toInvoice(invoice) : null,
      }
    },

    /** Under the order's lock: a refund that runs at the same time is either seen, or sees the request. */
    request: async (caller: Caller, orderNo: string, form: InvoiceForm): Promise<true> =>
      db.transaction(async (tx) => {
        const { entId, agentId } = caller
        const now = clock.now()
        await getOrder(tx.sql, { entId, orderNo })
        if (!isTaxNo(form.taxNo)) throw new FieldError({ taxNo: INVOICE_TEXTS.taxNo })
        const order = await lockOrderByNo(tx.sql, orderNo)
        if (order?.status !== 'paid') throw new UserFacingError('refused', INVOICE_TEXTS.notPaid)
        // An order of the demo: nobody paid it.
        if (!(await findCredited(tx.sql, order))) throw new UserFacingError('refused', INVOICE_TEXTS.noPayment)
        if (!(await insertInvoice(tx.sql, { ...form, entId, orderNo, requestedAt: now })))
          throw new UserFacingError('refused', INVOICE_TEXTS.again)
        const after = { invoiceTitle: form.title, taxNo: maskTaxNo(form.taxNo) }
        await writeAudit(tx.sql, caller, { action: 'order.requestInvoice', object: entId, name: orderNo, after }, now)
        await recordStep(tx, order, { kind: 'requestInvoice', note: form.title, agentId }, now)
        return true as const
      }),
  }
}
