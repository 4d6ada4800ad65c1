import { readField } from '@ruwu/domain'
import { tool } from 'ai'
import { z } from 'zod'
import type { Found } from '../engine.ts'
import type { Situation } from '../situation.ts'
import { knowledgeText } from './prompt.ts'

const VALUE_MAX = 100
const DONE = '已记录'

/** What the model's tool calls asked for. */
export type ToolEffects = {
  found: Found[]
  /** Field values it took from the customer's messages. */
  saved: Record<string, string>
  wantsCard: boolean
  handOver: string | undefined
  /** The first error of our own code during a tool call or onText: rethrown, not shown to the model, not counted as its failure. */
  ownError: { error: unknown } | undefined
}

export const noToolEffects = (found: readonly Found[]): ToolEffects => ({
  found: [...found],
  saved: {},
  wantsCard: false,
  handOver: undefined,
  ownError: undefined,
})

/** Tools only record requests in `effects`; they take effect after the answer has passed the checker. */
export function toolsFor({ input, burst }: Situation, effects: ToolEffects) {
  const customerText = burst.map(({ text }) => text).join('\n')
  const keys = input.config.goal.fields.map(({ key }) => key as string)
  return {
    search_knowledge: tool({
      description: '在知识库里查找',
      inputSchema: z.object({ query: z.string().min(1).max(200) }),
      execute: async ({ query }) => {
        const found = await input.search(query).catch((error: unknown) => {
          effects.ownError ??= { error }
          throw error
        })
        const known = new Set(effects.found.map(({ no }) => no))
        effects.found.push(...found.filter(({ no }) => !known.has(no)))
        return knowledgeText(found)
      },
    }),
    send_card: tool({
      description: '客户愿意留下联系方式时发送留资卡',
      inputSchema: z.object({}),
      execute: async () => {
        effects.wantsCard = true
        return DONE
      },
    }),
    save_lead: tool({
      description: `保存客户说出的资料，字段只能是 ${keys.join('、')}`,
      inputSchema: z.object({ field: z.string().max(100), value: z.string().min(1).max(VALUE_MAX) }),
      execute: async ({ field, value }) => {
        // The value must occur literally in the customer's messages: a model cannot invent one.
        const read = customerText.includes(value.trim()) ? readField(field, value, true) : undefined
        if (!keys.includes(field) || read === undefined) return '没有保存：客户没有这样说'
        effects.saved[field] = read
        return DONE
      },
    }),
    hand_over: tool({
      description: '需要人工处理时转给人工客服',
      inputSchema: z.object({ reason: z.string().max(200) }),
      execute: async ({ reason }) => {
        effects.handOver = reason
        return DONE
      },
    }),
  }
}
