import type { LeadFilter, LeadItem } from '@ruwu/contract'
import {
  contactLabel,
  EXPORT_ROWS_MAX,
  formatDateTime,
  LEAD_STATUS_LABELS,
  leadFilterText,
  leadOrigin,
  leadTotal,
  NO_VALUE,
} from '@ruwu/domain'
import { exportType } from '../../platform/export-type.ts'
import { countLeads, pageLeadIds, readLeadFilterNames } from './lead-list.repo.ts'
import { readLeadItems } from './lead-list.view.ts'

const BATCH = 500

const time = (at: string | null, zone: string) => (at ? formatDateTime(at, zone) : NO_VALUE)

/** The list 线索 with the columns of its table: rows by the caller's scope, contacts by the caller's permission. */
export const leadListExport = exportType<LeadFilter, LeadItem>({
  permission: 'im:viewPage',
  hasCustomers: true,
  columns: [
    { key: 'customer', name: '客户', width: 20, value: ({ customerName }) => customerName },
    { key: 'value', name: '联系方式', width: 20, value: ({ value }) => value },
    { key: 'kind', name: '类型', width: 10, value: contactLabel },
    { key: 'status', name: '状态', width: 10, value: ({ status }) => LEAD_STATUS_LABELS[status] },
    { key: 'reason', name: '无效原因', width: 10, value: ({ reason }) => reason ?? '' },
    { key: 'agent', name: '归属客服', width: 14, value: ({ agentName }) => agentName ?? '未分配' },
    { key: 'account', name: '来源账号', width: 20, value: ({ subSourceName }) => subSourceName },
    { key: 'origin', name: '来源内容', width: 28, value: leadOrigin },
    { key: 'createdAt', name: '首次捕获', width: 18, value: ({ createdAt }, zone) => time(createdAt, zone) },
    { key: 'lastHitAt', name: '最近捕获', width: 18, value: ({ lastHitAt }, zone) => time(lastHitAt, zone) },
    { key: 'followedAt', name: '最近跟进', width: 18, value: ({ followedAt }, zone) => time(followedAt, zone) },
    { key: 'duplicates', name: '重复', width: 8, value: ({ duplicates }) => duplicates },
  ],
  describe: async ({ db, caller, filters, timeZone }) =>
    leadFilterText(filters, await readLeadFilterNames(db, caller, filters), timeZone),
  count: async ({ db, caller, filters }) => leadTotal(await countLeads(db, caller, filters), filters.status),
  // The order follows what is captured meanwhile: ids are read once, so that no row is passed over.
  async *batches({ db, caller, filters }) {
    const ids = await pageLeadIds(db, caller, filters, { limit: EXPORT_ROWS_MAX + 1, offset: 0 })
    for (let at = 0; at < ids.length; at += BATCH) yield await readLeadItems(db, caller, ids.slice(at, at + BATCH))
  },
})
