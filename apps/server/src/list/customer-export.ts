import type { CustomerItem, ExportFilters } from '@ruwu/contract'
import { customerFilterText, EXPORT_ROWS_MAX, filledFields, formatDateTime, maskPhone, maskWechat } from '@ruwu/domain'
import { readItems } from '../customer/customer-item.repo.ts'
import { maskFor, shownFields } from '../customer/customer.view.ts'
import { readCustomerSetting } from '../customer/customer-setting.repo.ts'
import { type ExportSource, exportType } from '../platform/export-type.ts'
import { readFieldsInList } from './listed-fields.repo.ts'
import { readExportColumns, readFilterNames, readTagNames } from './export-columns.repo.ts'
import type { ListService } from './list.service.ts'

type Filters = ExportFilters<'customer'>
type Row = CustomerItem & {
  tags: string
  stage: string
  fieldTexts: string
  phone: string
  wechat: string
  createdAt: Date
}

const BATCH = 500

/** The list of /chat with the columns of the panel: rows by the caller's scope, contacts by the caller's permission. */
export const customerExport = (lists: ListService) =>
  exportType<Filters, Row>({
    permission: 'im:viewPage',
    hasCustomers: true,
    columns: [
      { key: 'name', name: '昵称', width: 20, value: ({ name }) => name },
      { key: 'remark', name: '备注', width: 20, value: ({ remark }) => remark },
      { key: 'account', name: '来源账号', width: 20, value: ({ subSourceName }) => subSourceName },
      { key: 'agent', name: '归属客服', width: 14, value: ({ agentName }) => agentName },
      { key: 'tags', name: '标签', width: 30, value: ({ tags }) => tags },
      { key: 'stage', name: '阶段', width: 12, value: ({ stage }) => stage },
      { key: 'fields', name: '自定义字段', width: 30, value: ({ fieldTexts }) => fieldTexts },
      { key: 'phone', name: '手机号', width: 16, value: ({ phone }) => phone },
      { key: 'wechat', name: '微信号', width: 20, value: ({ wechat }) => wechat },
      {
        key: 'lastMessageAt',
        name: '最近消息时间',
        width: 18,
        value: (row, zone) => formatDateTime(row.lastMessageAt, zone),
      },
      {
        key: 'createdAt',
        name: '创建时间',
        width: 18,
        value: ({ createdAt }, zone) => formatDateTime(createdAt, zone),
      },
    ],
    describe: async ({ db, caller, filters }) =>
      customerFilterText(filters, await readFilterNames(db, caller, filters)),
    count: async ({ caller, filters }) => (await lists.list(caller, { ...filters, limit: 1 })).total,
    // The order follows the newest messages: ids are read once, so that a customer who writes meanwhile is not passed over.
    async *batches(source) {
      const { db, caller, filters } = source
      const toRows = await rowReader(source)
      const ids = await lists.ids(caller, filters, EXPORT_ROWS_MAX + 1)
      for (let at = 0; at < ids.length; at += BATCH)
        yield await toRows(await readItems(db, caller, ids.slice(at, at + BATCH)))
    },
  })

/** Names of tags and stages are read once; contacts are masked for callers who must not see them. */
async function rowReader({ db, caller }: ExportSource<Filters>) {
  const { entId } = caller
  const tags = await readTagNames(db, entId)
  const stages = new Map((await readCustomerSetting(db, entId)).stages.map(({ id, name }) => [id, name]))
  const fields = await readFieldsInList(db, entId)
  const mask = maskFor(caller)
  const maskedPhone = mask === 'contacts' ? maskPhone : (value: string) => value
  const maskedWechat = mask === null ? (value: string) => value : maskWechat
  return async (items: readonly CustomerItem[]): Promise<Row[]> => {
    const columns = await readExportColumns(
      db,
      entId,
      items.map(({ customerId }) => customerId),
    )
    return items.map((item) => {
      const more = columns.get(item.customerId)
      return {
        ...item,
        tags: item.tagIds.flatMap((id) => tags.get(id) ?? []).join('、'),
        stage: (more?.stageId && stages.get(more.stageId)) ?? '',
        fieldTexts: filledFields(fields, shownFields(fields, more?.fields ?? {}, mask))
          .map(({ name, text }) => `${name}：${text}`)
          .join('；'),
        phone: maskedPhone(more?.phone ?? ''),
        wechat: maskedWechat(more?.wechat ?? ''),
        createdAt: more?.createdAt ?? new Date(0),
      }
    })
  }
}
