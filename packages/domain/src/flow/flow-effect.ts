import type { AgentId, AutomationAction, FlowField, FlowNode, TagId } from '@ruwu/contract'
import { numberedText } from './flow-answer.ts'
import { isCustomField } from './flow-references.ts'

/** Characters of 备注名 and 城市. */
export const PROFILE_TEXT_MAX = 20

export type FlowMessage =
  | { type: 'text'; text: string }
  | { type: 'image'; url: string }
  | { type: 'card'; materialId: string }
  /** As the platform shows a choice: a question guide, else numbered text. */
  | { type: 'menu'; title: string; options: { id: string; text: string }[] }

export type FlowEffect =
  | { type: 'send'; message: FlowMessage }
  | { type: 'tag'; add: TagId[]; remove: TagId[] }
  | { type: 'field'; field: NonNullable<FlowField>; value: string }
  /** A bare WeChat id is no lead by itself; as the answer to the question it is. */
  | { type: 'contact'; kind: 'wechat'; value: string }
  | { type: 'assign'; to: 'listed' | 'familiar'; agentIds: AgentId[] }
  /** Calls outside the transaction; their result comes back as input. */
  | { type: 'webhook'; nodeId: string; url: string }
  | { type: 'ai'; instruction: string }
  | { type: 'judge'; intents: string[] }
  /** A verdict of the AI decided the way; it is charged. */
  | { type: 'judged'; intents: string[] }

/** Effects that ask another system, and whose result is the next input. */
export type FlowCall = Extract<FlowEffect, { type: 'webhook' | 'ai' | 'judge' }>

const isCall = (effect: FlowEffect): effect is FlowCall =>
  effect.type === 'webhook' || effect.type === 'ai' || effect.type === 'judge'

/** The call that a step ends with. */
export const flowCallIn = (effects: readonly FlowEffect[]): FlowCall | undefined => effects.find(isCall)

type FlowAction = Extract<AutomationAction, { type: 'add_tags' | 'remove_tags' | 'set_field' | 'assign' }>

/** The actions of rules that an effect consists of. 备注名 and 城市 are no fields of the enterprise. */
export function flowActions(effect: FlowEffect): FlowAction[] {
  switch (effect.type) {
    case 'tag':
      return [
        ...(effect.remove.length > 0 ? [{ type: 'remove_tags' as const, params: { tagIds: effect.remove } }] : []),
        ...(effect.add.length > 0 ? [{ type: 'add_tags' as const, params: { tagIds: effect.add } }] : []),
      ]
    case 'field':
      return isCustomField(effect.field)
        ? [{ type: 'set_field', params: { fieldId: effect.field, value: effect.value } }]
        : []
    case 'assign':
      return [
        {
          type: 'assign',
          params: effect.to === 'familiar' ? { to: 'former' } : { to: 'agents', agentIds: effect.agentIds },
        },
      ]
    case 'ai':
    case 'contact':
    case 'judge':
    case 'judged':
    case 'send':
    case 'webhook':
      return []
  }
}

/** The actions of rules that a node does; none for other nodes and for one that is not filled in. */
export function nodeActions(node: FlowNode): FlowAction[] {
  if (node.type === 'tag') return flowActions({ type: 'tag', ...node.data })
  if (node.type === 'assign') return flowActions({ type: 'assign', ...node.data })
  if (node.type !== 'field' || node.data.field === null) return []
  return flowActions({ type: 'field', field: node.data.field, value: node.data.value })
}

function flowMessageText(message: FlowMessage): string {
  switch (message.type) {
    case 'text':
      return message.text
    case 'menu':
      return numberedText(message.title, message.options)
    case 'image':
      return '[图片]'
    case 'card':
      return '[卡片]'
  }
}

/** What an effect says or does, as 试运行 tells it. */
export function flowEffectText(effect: FlowEffect): string {
  switch (effect.type) {
    case 'send':
      return flowMessageText(effect.message)
    case 'tag':
      return `添加标签 ${effect.add.length} 个，移除标签 ${effect.remove.length} 个`
    case 'field':
      return `写入字段：${effect.value}`
    case 'contact':
      return `记录微信号：${effect.value}`
    case 'assign':
      return '分配客服'
    case 'webhook':
      return `调用 ${effect.url}`
    case 'ai':
      return 'AI 回答客户'
    case 'judge':
      return `AI 判断意图：${effect.intents.join('、')}`
    case 'judged':
      return `符合意图：${effect.intents.join('、')}`
  }
}
