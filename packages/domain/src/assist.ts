import {
  type CustomerDetail,
  type NextStep,
  type ReceptionType,
  type RewriteStyle,
  type StageId,
  TRANSFER_NOTE_MAX,
} from '@ruwu/contract'
import { POINT_PRICES } from './points-price.ts'

/** Help from the AI for the agent (AI 建议, 改写, 摘要, 下一步). */
export const ASSIST_TEXTS = {
  timedOut: '建议回复超时，请重试',
  noModel: '没有可用的模型，请在「模型接入」中配置',
  failed: '模型暂时无法使用，请稍后再试，未扣积分',
  changed: '改写动了数字或联系方式，或者过长，未采用，未扣积分',
  /** The model is another one than when the agent was told the price. */
  costs: `现在每次 ${POINT_PRICES.assist} 积分`,
  /** 每日积分上限 of the enterprise. */
  dayLimit: '今天的积分已达企业的每日上限',
  summaryFailed: '模型暂时无法使用',
  summaryShort: '积分不足',
  summaryOften: '操作频繁',
  summaryRecalled: '有消息刚被撤回或删除',
  summaryNotOwn: '只有能回复该客户的客服可以使用模型',
} as const

export const REWRITE_LABELS: Record<RewriteStyle, string> = {
  shorter: '更简短',
  politer: '更礼貌',
  corrected: '纠错',
}

/** Uses of the operator's model by an enterprise's agents that are not charged: they failed, were refused, or their request was aborted. */
export const UNCHARGED_ASSISTS = { most: 500, windowMs: 86_400_000 }

/**
 * Free trials by agents that call a model, in 24 hours: a judgement in 试运行 or a try of the card rules, a test question, a 命中测试. An
 * enterprise's count only with the operator's model.
 */
export const MODEL_TRIALS = {
  byAgent: { most: 500, windowMs: 86_400_000 },
  byEnterprise: { most: 1_000, windowMs: 86_400_000 },
}

/** Time limit of a suggestion. */
export const SUGGEST_LIMIT_MS = 10_000

/** Time limit of a rewrite and of a summary, unless the model's own is shorter. */
export const ASSIST_LIMIT_MS = 20_000

/** A model's summary is cut here, so that it fits the note of a transfer. */
export const SUMMARY_MAX = TRANSFER_NOTE_MAX
export const NEXT_STEPS_MAX = 3

type Waiting = { receptionType: ReceptionType; waitingSince: unknown; archive: boolean; isBlocked: boolean }

/** A person receives the customer, who waits for an answer: only then a reply is suggested. */
export const waitsForPerson = ({ receptionType, waitingSince, archive, isBlocked }: Waiting): boolean =>
  receptionType === 'manual' && waitingSince !== null && !archive && !isBlocked

const RETURN_AFTER_MS = 24 * 60 * 60 * 1000

type Said = { isCustomer: boolean; at: Date }

/** Milliseconds of silence that the customer's unanswered messages ended; undefined when it was less than a day, or is answered. */
export function silenceBeforeReturn(said: readonly Said[]): number | undefined {
  const first = said.findLastIndex(({ isCustomer }) => !isCustomer) + 1
  for (const [index, { at }] of said.entries()) {
    const before = said[index - 1]
    if (index < first || !before) continue
    const silence = at.getTime() - before.at.getTime()
    if (silence >= RETURN_AFTER_MS) return silence
  }
  return undefined
}

type Held = Pick<CustomerDetail, 'tagIds' | 'stageId' | 'leadStatus'>

/** Steps that are still to be done: the tag is not bound, the stage is ahead, no contact was left. `stageIds` in their order. */
export function openSteps(
  steps: readonly NextStep[],
  { tagIds, stageId, leadStatus }: Held,
  stageIds: readonly StageId[],
): NextStep[] {
  // A customer without a stage is in the first one.
  const reached = Math.max(0, stageId === null ? 0 : stageIds.indexOf(stageId))
  return steps.filter((step) => {
    if (step.act === 'tag') return !tagIds.includes(step.tagId)
    if (step.act === 'stage') return stageIds.indexOf(step.stageId) > reached
    return step.act !== 'card' || leadStatus === null
  })
}
