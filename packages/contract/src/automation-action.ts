import { z } from 'zod'
import { FIELD_VALUE_MAX } from './customer-detail.ts'
import { AgentId, FieldId, FlowId, MaterialId, TagId } from './ids.ts'
import { typedText } from './text.ts'

export const ACTION_LIMITS = {
  text: 1000,
  note: 500,
  notice: 200,
  url: 500,
  chosen: 50,
  /** 7 days. */
  waitMinutes: 10_080,
} as const

const WAIT_TEXT = '等待为 1 分钟到 7 天'

/** Actions and their parts; in a draft what they refer to may still be missing. */
function actionsOf({ isDraft }: { isDraft: boolean }) {
  const least = isDraft ? 0 : 1
  const chosen = <Item extends z.ZodType>(item: Item, none: string) =>
    z.array(item).min(least, none).max(ACTION_LIMITS.chosen, `最多选择 ${ACTION_LIMITS.chosen} 项`)
  const materialId = isDraft ? MaterialId.or(z.literal('' as MaterialId)) : MaterialId
  const flowId = isDraft ? FlowId.or(z.literal('' as FlowId)) : FlowId
  const fieldId = isDraft ? FieldId.or(z.literal('' as FieldId)) : FieldId
  const tags = z.object({ tagIds: chosen(TagId, '请选择标签') })
  const none = z.object({})

  const message = z.discriminatedUnion('type', [
    z.object({
      type: z.literal('text'),
      text: typedText(ACTION_LIMITS.text, `消息最多 ${ACTION_LIMITS.text} 个字`).min(1, '请输入消息内容'),
    }),
    z.object({ type: z.literal('image'), url: z.string().min(least, '请选择图片').max(200, '请选择图片') }),
    z.object({ type: z.literal('card'), materialId }),
  ])
  const target = z.discriminatedUnion('to', [
    z.object({ to: z.literal('agents'), agentIds: chosen(AgentId, '请选择客服') }),
    z.object({ to: z.literal('former') }),
  ])
  const action = z.discriminatedUnion('type', [
    z.object({ type: z.literal('send'), params: message }),
    z.object({ type: z.literal('add_tags'), params: tags }),
    z.object({ type: z.literal('remove_tags'), params: tags }),
    z.object({ type: z.literal('assign'), params: target }),
    z.object({ type: z.literal('release'), params: none }),
    z.object({ type: z.literal('ai_on'), params: none }),
    z.object({ type: z.literal('ai_off'), params: none }),
    z.object({ type: z.literal('workflow'), params: z.object({ flowId }) }),
    z.object({ type: z.literal('archive'), params: none }),
    z.object({
      type: z.literal('set_field'),
      params: z.object({ fieldId, value: typedText(FIELD_VALUE_MAX, `字段值最多 ${FIELD_VALUE_MAX} 个字`) }),
    }),
    z.object({
      type: z.literal('note'),
      params: z.object({
        text: typedText(ACTION_LIMITS.note, `备注最多 ${ACTION_LIMITS.note} 个字`).min(1, '请输入备注'),
      }),
    }),
    /** Without agents the owner is told. */
    z.object({
      type: z.literal('notify'),
      params: z.object({
        agentIds: z.array(AgentId).max(ACTION_LIMITS.chosen).default([]),
        text: typedText(ACTION_LIMITS.notice, `通知最多 ${ACTION_LIMITS.notice} 个字`).min(1, '请输入通知内容'),
      }),
    }),
    z.object({
      type: z.literal('webhook'),
      params: z.object({ url: typedText(ACTION_LIMITS.url, '地址过长').min(least, '请输入地址') }),
    }),
    /** Ends when the customer writes. */
    z.object({
      type: z.literal('wait'),
      params: z.object({ minutes: z.int32(WAIT_TEXT).min(1, WAIT_TEXT).max(ACTION_LIMITS.waitMinutes, WAIT_TEXT) }),
    }),
  ])
  return { message, target, action }
}

const whole = actionsOf({ isDraft: false })

/** One message of an automation. Texts take the variables of quick replies. */
export const AutomationMessage = whole.message
export type AutomationMessage = z.infer<typeof AutomationMessage>

/** 客服 list by load, or the agent who answered the customer last. */
export const AssignTarget = whole.target
export type AssignTarget = z.infer<typeof AssignTarget>

/** What a rule or a node of a flow does to a customer. */
export const AutomationAction = whole.action
export type AutomationAction = z.infer<typeof AutomationAction>
export type ActionType = AutomationAction['type']

/** As stored in a template. */
export const DraftAction = actionsOf({ isDraft: true }).action
