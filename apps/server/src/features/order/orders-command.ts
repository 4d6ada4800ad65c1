import path from 'node:path'
import { operatorCommand } from '../../db/operator-command.ts'
import { systemClock } from '../../platform/clock.ts'
import { openStorage } from '../../platform/storage/index.ts'
import { createPayments } from './payment/create-payments.ts'
import { reviewCoupons } from './review-coupons.ts'
import { reviewInvoices } from './review-invoices.ts'
import { reviewTransfers } from './review-transfers.ts'

await operatorCommand('未能处理订单', async (db, args, _now, { config, dataDir }) => {
  if (args[0] === 'coupon') return reviewCoupons({ db, clock: systemClock }, args.slice(1))
  if (args[0] === 'invoice') return reviewInvoices({ db, clock: systemClock }, args.slice(1))
  const { payments, close } = createPayments(config, systemClock)
  const openFiles = () => openStorage(config, path.join(dataDir, 'files'))
  try {
    return await reviewTransfers({ db, clock: systemClock, log: console, payments, openFiles }, args)
  } finally {
    await close()
  }
})
