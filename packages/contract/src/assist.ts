import { z } from 'zod'
import { Instant, StageId, TagId } from './ids.ts'

/** 改写: 更简短, 更礼貌, 纠错. */
export const REWRITE_STYLES = ['shorter', 'politer', 'corrected'] as const
export const RewriteStyle = z.enum(REWRITE_STYLES)
export type RewriteStyle = z.infer<typeof RewriteStyle>

/** Longer texts are not rewritten: no message is longer. */
export const REWRITE_MAX = 1000

/** Whether a model helps the agents of the enterprise, and what a use of it costs. */
export const ModelHelp = z.object({ hasModel: z.boolean(), points: z.int32() })
export type ModelHelp = z.infer<typeof ModelHelp>

/** The price the agent was shown: no model is asked that costs more. */
export const MaxPoints = z.int32().min(0)

const why = z.string()

/** 下一步: an act that the agent may do, and why; nothing is done by itself. */
export const NextStep = z.discriminatedUnion('act', [
  z.object({ act: z.literal('tag'), tagId: TagId, why }),
  z.object({ act: z.literal('stage'), stageId: StageId, why }),
  /** 留资卡: asks for the contact. */
  z.object({ act: z.literal('card'), why }),
  z.object({ act: z.literal('remind'), when: z.enum(['halfHour', 'twoHours', 'tomorrow']), why }),
  z.object({ act: z.literal('transfer'), why }),
])
export type NextStep = z.infer<typeof NextStep>

export const ThreadSummary = z.object({
  /** Contacts are masked. Empty: nothing was said yet. */
  text: z.string(),
  steps: z.array(NextStep),
  /** `facts`: put together from the messages, without a model. */
  by: z.enum(['model', 'facts']),
  /** Why no model made it although there is one; otherwise empty. */
  problem: z.string(),
  /** The newest message it is about. */
  seq: z.number().int(),
  madeAt: Instant,
})
export type ThreadSummary = z.infer<typeof ThreadSummary>
