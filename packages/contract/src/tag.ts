import { z } from 'zod'
import { CustomerItem } from './customer-row.ts'
import { endpoint } from './endpoint.ts'
import { CustomerId, TagGroupId, TagId } from './ids.ts'
import { typedText } from './text.ts'

export const TAG_KINDS = ['manual', 'auto', 'ai', 'system'] as const
const TagKind = z.enum(TAG_KINDS)
type TagKind = z.infer<typeof TagKind>

/** The twelve tag colours; the theme maps each to a value. */
export const TAG_COLORS = [
  'red',
  'orange',
  'amber',
  'lime',
  'green',
  'teal',
  'cyan',
  'blue',
  'indigo',
  'purple',
  'pink',
  'grey',
] as const
export const TagColor = z.enum(TAG_COLORS)
export type TagColor = z.infer<typeof TagColor>

export const TAG_NAME_MAX = 12

export const Tag = z.object({
  id: TagId,
  name: z.string(),
  color: TagColor,
  groupId: TagGroupId.nullable(),
  groupName: z.string().nullable(),
  /** A customer has at most one tag of a single-choice group. */
  single: z.boolean(),
  kind: TagKind,
  description: z.string(),
})
export type Tag = z.infer<typeof Tag>

export const tagApi = {
  list: endpoint({
    method: 'POST',
    path: '/v1/customer-tag/list',
    isRead: true,
    access: 'login',
    summary: '标签',
    data: z.array(Tag),
  }),
  createBind: endpoint({
    method: 'POST',
    path: '/v1/customer-tag/create-bind',
    access: 'tag:settingsEdit',
    summary: '新建标签并打给客户：还需要 im:editCustomerInfo',
    body: z.object({
      customerId: CustomerId,
      name: typedText(TAG_NAME_MAX, `标签名称最多 ${TAG_NAME_MAX} 个字`).min(1, '请输入标签名称'),
      color: TagColor.default('blue'),
      groupId: TagGroupId.nullable().default(null),
    }),
    data: z.object({ tag: Tag, customer: CustomerItem }),
    errors: ['notFound', 'refused'],
  }),
}

/** Tags were created, changed or deleted: clients refetch. */
export const TagEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('tag_change'), at: z.iso.datetime({ precision: 3 }), operatorId: z.string().nullable() }),
])
export type TagEvent = z.infer<typeof TagEvent>
