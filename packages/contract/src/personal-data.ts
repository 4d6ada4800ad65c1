import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Ok } from './envelope.ts'
import { AgentId, CustomerId, Instant } from './ids.ts'
import { typedText } from './text.ts'

const byId = z.object({ customerId: CustomerId })

/** Sealed by the server: it names the customer, the caller and how far the export is. */
const ExportCursor = z.string().regex(/^[\w-]{1,1000}$/, '导出标识不正确')

/** Rows of one kind as they are stored; a kind may come in several pages, one after the other. */
const PersonalDataPage = z.object({
  kind: z.string(),
  rows: z.array(z.record(z.string(), z.unknown())),
  /** Null: the export is complete. */
  nextCursor: ExportCursor.nullable(),
})
export type PersonalDataPage = z.infer<typeof PersonalDataPage>

export const personalDataApi = {
  startExport: endpoint({
    method: 'POST',
    path: '/v1/customer/personal-data/export',
    access: 'customer:viewSensitive',
    summary: '导出一位客户的个人信息：记入操作日志，返回第一页的标识',
    body: byId,
    data: z.object({ cursor: ExportCursor }),
    errors: ['notFound'],
    audit: ['personalData.export'],
  }),
  exportPage: endpoint({
    method: 'POST',
    path: '/v1/customer/personal-data/export/page',
    isRead: true,
    access: 'customer:viewSensitive',
    summary: '导出的下一页；文件每页一个，以 base64 附上',
    body: byId.extend({ cursor: ExportCursor }),
    data: PersonalDataPage,
    errors: ['notFound'],
  }),
  erase: endpoint({
    method: 'POST',
    path: '/v1/customer/personal-data/erase',
    access: 'customer:viewSensitive',
    summary: '删除一位客户的个人信息，需输入客户名称确认；客户立即消失，数据随后删除',
    body: byId.extend({ name: typedText(200, '名称过长') }),
    data: Ok,
    errors: ['notFound', 'refused'],
    audit: ['personalData.erase'],
  }),
}

/** The customer no longer exists for agents; open threads close. */
export const PersonalDataEvent = z.object({
  type: z.literal('customer_erase'),
  customerId: CustomerId,
  at: Instant,
  operatorId: AgentId.nullable(),
})
export type PersonalDataEvent = z.infer<typeof PersonalDataEvent>
