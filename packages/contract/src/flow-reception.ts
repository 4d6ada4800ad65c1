import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { CustomerId, FlowId, MessageId, RelationId } from './ids.ts'

/** 规则, 工作流, 跟进, 评论: the source of a row of 运行日志. */
export const AUTOMATION_TYPES = ['rule', 'flow', 'followUp', 'comment'] as const

/** Rule, flow or other automation that sent a message, and its step. `node`: the kind of the flow's node; '' for others. */
export const MessageOrigin = z.object({
  type: z.enum(AUTOMATION_TYPES),
  name: z.string(),
  step: z.int32().nullable(),
  node: z.string(),
  version: z.int32().nullable(),
})
export type MessageOrigin = z.infer<typeof MessageOrigin>

/** What the workbench asks about automation; apart from the rest, so that it does not load the graphs of flows. */
export const flowReceptionApi = {
  /** Published flows that the 工作流 switch of this account's customers offers. */
  choices: endpoint({
    method: 'POST',
    path: '/v1/automation/flow/choices',
    isRead: true,
    access: 'im:viewPage',
    summary: '可开启的工作流',
    body: z.object({ relationId: RelationId.optional() }),
    data: z.array(z.object({ id: FlowId, name: z.string() })),
  }),
  /** The flow that receives a customer now; null: none. */
  running: endpoint({
    method: 'GET',
    path: '/v1/automation/flow/running',
    access: 'im:viewPage',
    summary: '客户所在的工作流',
    query: z.object({ customerId: CustomerId }),
    data: z.object({ flowId: FlowId, name: z.string(), node: z.string() }).nullable(),
    errors: ['notFound'],
  }),
  /** What sent an automatic message, from 运行日志; null: nothing that is logged there (欢迎语, 转人工话术). */
  origin: endpoint({
    method: 'GET',
    path: '/v1/automation/log/origin',
    access: 'im:viewPage',
    summary: '自动消息的来源',
    query: z.object({ messageId: MessageId }),
    data: MessageOrigin.nullable(),
    errors: ['notFound'],
  }),
}
