import type { ExportFilters, PointBillFilter } from '@ruwu/contract'
import {
  billFilterText,
  billItemText,
  formatDate,
  formatDateTime,
  ORDER_TEXTS,
  POINT_TYPE_LABELS,
  totalPoints,
} from '@ruwu/domain'
import { exportType, inBatches } from '../../platform/export-type.ts'
import { detailBills } from './bill-detail.repo.ts'
import { type BillRow, countBills, findAccountName, listBillDays, listBills } from './bill.repo.ts'
import { isByOperator } from './points.view.ts'

const isDaily = ({ daily = false }: PointBillFilter) => daily
const isSingle = ({ daily = false }: PointBillFilter) => !daily

/** 账单明细 as its page shows it: a day has many accounts, causes and operators. */
export const billExport = exportType<ExportFilters<'bill'>, BillRow>({
  permission: 'pointManagement:viewPage',
  hasCustomers: false,
  columns: [
    {
      key: 'at',
      name: '时间',
      width: 18,
      value: ({ at }, timeZone) => formatDateTime(at, timeZone),
      isFor: isSingle,
    },
    { key: 'day', name: '日期', width: 12, value: ({ at }, timeZone) => formatDate(at, timeZone), isFor: isDaily },
    { key: 'type', name: '类型', width: 10, value: ({ type }) => POINT_TYPE_LABELS[type] },
    { key: 'item', name: '项目', width: 16, value: billItemText },
    { key: 'times', name: '次数', width: 10, value: ({ times }) => times, isFor: isDaily },
    { key: 'delta', name: '变动', width: 12, value: ({ delta }) => delta },
    { key: 'balance', name: '变动后 总积分', width: 14, value: totalPoints },
    { key: 'orderPoints', name: '变动后 购买', width: 14, value: ({ orderPoints }) => orderPoints },
    { key: 'bonusOrderPoints', name: '变动后 订单赠送', width: 16, value: ({ bonusOrderPoints }) => bonusOrderPoints },
    { key: 'bonusHumanPoints', name: '变动后 人工赠送', width: 16, value: ({ bonusHumanPoints }) => bonusHumanPoints },
    { key: 'account', name: '渠道账号', width: 20, value: ({ accountName }) => accountName, isFor: isSingle },
    { key: 'related', name: '关联', width: 30, value: relatedText, isFor: isSingle },
    {
      key: 'operator',
      name: '操作人',
      width: 14,
      value: operatorText,
      isFor: isSingle,
    },
  ],
  async describe({ db, caller, filters, timeZone }) {
    const { subSourceId: id } = filters
    return billFilterText(filters, id && (await findAccountName(db, caller.entId, id)), timeZone)
  },
  count: ({ db, caller, filters }, most) => countBills(db, caller.entId, filters, most),
  batches: ({ db, caller, filters }) =>
    filters.daily
      ? together(listBillDays(db, caller.entId, filters, filters.sort))
      : inBatches<BillRow>(async (last, limit) =>
          detailBills(db, caller, await listBills(db, caller.entId, filters, { last, limit, sort: filters.sort })),
        ),
})

async function* together(rows: Promise<BillRow[]>): AsyncIterable<BillRow[]> {
  yield await rows
}

function operatorText(row: BillRow): string {
  return row.operatorName ?? (isByOperator(row) ? ORDER_TEXTS.operator : '系统')
}

function relatedText({ orderNo, customerId }: BillRow): string {
  if (orderNo) return `订单 ${orderNo}`
  return customerId ? '会话' : ''
}
