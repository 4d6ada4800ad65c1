import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Ok } from './envelope.ts'
import { MaterialId, QuickReplyGroupId, QuickReplyId } from './ids.ts'
import { Source } from './source.ts'
import { typedText } from './text.ts'

export const OWNER_TYPES = ['enterprise', 'agent'] as const
export const OwnerType = z.enum(OWNER_TYPES)
export type OwnerType = z.infer<typeof OwnerType>

/** Attachments sent after the text as separate messages, in order. */
export const ReplyPart = z.discriminatedUnion('type', [
  z.object({ type: z.literal('image'), url: z.string() }),
  z.object({ type: z.literal('card'), materialId: MaterialId, title: z.string() }),
])
export type ReplyPart = z.infer<typeof ReplyPart>

export const QuickReply = z.object({
  id: QuickReplyId,
  groupId: QuickReplyGroupId,
  title: z.string(),
  content: z.string(),
  parts: z.array(ReplyPart),
  code: z.string(),
  /** Empty: every source. */
  sources: z.array(Source),
  uses: z.int32(),
})
export type QuickReply = z.infer<typeof QuickReply>

export const QuickReplyGroup = z.object({
  id: QuickReplyGroupId,
  title: z.string(),
  ownerType: OwnerType,
  replies: z.array(QuickReply),
})
export type QuickReplyGroup = z.infer<typeof QuickReplyGroup>

export const quickReplyApi = {
  groupReplies: endpoint({
    method: 'GET',
    path: '/v1/quick-reply/group-replies',
    access: 'login',
    summary: '快捷回复',
    data: z.object({ entGroups: z.array(QuickReplyGroup), agentGroups: z.array(QuickReplyGroup) }),
  }),
  use: endpoint({
    method: 'POST',
    path: '/v1/quick-reply/use',
    access: 'login',
    summary: '记录使用一次',
    body: z.object({ id: QuickReplyId }),
    data: Ok,
    errors: ['notFound'],
  }),
  /** 存为快捷回复: saves to the caller's own library; creates the group when missing. */
  keep: endpoint({
    method: 'POST',
    path: '/v1/quick-reply/keep',
    access: 'im:replyCustomer',
    summary: '把一句话存为我的快捷回复',
    body: z.object({
      title: typedText(30, '标题最多 30 个字').min(1, '请输入标题'),
      content: typedText(1000, '内容最多 1000 个字').min(1, '请输入内容'),
    }),
    data: QuickReply,
    errors: ['refused'],
  }),
}
