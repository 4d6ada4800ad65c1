import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { WordsCard } from './banned-word.ts'
import { AgentId, Instant } from './ids.ts'
import { TimeOfDay } from './notify-setting.ts'
import { typedText } from './text.ts'

/** Cards of 更多自动化; the key is part of the page's URL. */
export const AUTOMATION_KEYS = ['followUp'] as const

/** 规则, 工作流, 跟进, 评论: the source of a row of 运行日志. */
export const AUTOMATION_TYPES = ['rule', 'flow', 'followUp', 'comment'] as const
/** Sent, or another action done; skipped for a stated reason; held back by the guard or the quota; failed. */
export const AUTOMATION_RESULTS = ['sent', 'done', 'skipped', 'blocked', 'failed'] as const

export const FOLLOW_UP_LIMITS = { steps: 3, text: 200, minutes: { min: 5, max: 23 * 60 } } as const

/** 固定话术, AI 撰写. */
export const FOLLOW_UP_MODES = ['fixed', 'ai'] as const
export type FollowUpMode = (typeof FOLLOW_UP_MODES)[number]

const MINUTES_TEXT = '沉默时长为 5 分钟到 23 小时'

const FollowUpStep = z
  .object({
    /** Minutes without a message from the customer. */
    minutes: z
      .int32(MINUTES_TEXT)
      .min(FOLLOW_UP_LIMITS.minutes.min, MINUTES_TEXT)
      .max(FOLLOW_UP_LIMITS.minutes.max, MINUTES_TEXT),
    mode: z.enum(FOLLOW_UP_MODES),
    /** Sent verbatim in mode `fixed`; kept while the mode is `ai`. */
    text: typedText(FOLLOW_UP_LIMITS.text, `话术最多 ${FOLLOW_UP_LIMITS.text} 个字`),
  })
  .refine(({ mode, text }) => mode === 'ai' || text !== '', { path: ['text'], message: '请输入话术' })
export type FollowUpStep = z.infer<typeof FollowUpStep>

/** 沉默跟进: messages to customers who have not answered. */
export const FollowUpSetting = z.object({
  enabled: z.boolean(),
  steps: z
    .array(FollowUpStep)
    .length(FOLLOW_UP_LIMITS.steps, `跟进步骤为 ${FOLLOW_UP_LIMITS.steps} 步`)
    .superRefine((steps, context) => {
      const late = steps.findIndex(({ minutes }, index) => index > 0 && minutes <= (steps[index - 1]?.minutes ?? 0))
      if (late > 0) context.addIssue({ code: 'custom', path: [late, 'minutes'], message: '须晚于上一步' })
    }),
  /** 免打扰. */
  quiet: z
    .object({ enabled: z.boolean(), from: TimeOfDay, to: TimeOfDay })
    .refine(({ from, to }) => from !== to, { path: ['to'], message: '免打扰的开始和结束时间不能相同' }),
})
export type FollowUpSetting = z.infer<typeof FollowUpSetting>

const FollowUpVersion = FollowUpSetting.extend({ version: z.int32() })
export type FollowUpVersion = z.infer<typeof FollowUpVersion>

/** The card: its setting, messages sent today, and messages sent and held back in the last 7 days including today. */
export const FollowUpCard = FollowUpVersion.extend({
  sentToday: z.int32(),
  sentInWeek: z.int32(),
  blockedInWeek: z.int32(),
})
export type FollowUpCard = z.infer<typeof FollowUpCard>

export const MoreAutomation = z.object({ followUp: FollowUpCard, words: WordsCard })
export type MoreAutomation = z.infer<typeof MoreAutomation>

export const automationApi = {
  more: endpoint({
    method: 'GET',
    path: '/v1/automation/more',
    access: 'automation:viewPage',
    summary: '更多自动化',
    data: MoreAutomation,
  }),
  saveFollowUp: endpoint({
    method: 'PUT',
    path: '/v1/automation/more/followUp',
    access: 'automation:edit',
    summary: '保存沉默跟进',
    audit: ['automation.followUp'],
    body: FollowUpVersion,
    data: FollowUpCard,
    errors: ['stale'],
  }),
}

/** The setting of a 更多自动化 card changed. */
export const AutomationEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('automation_change'),
    followUp: FollowUpVersion,
    at: Instant,
    operatorId: AgentId.nullable(),
  }),
])
export type AutomationEvent = z.infer<typeof AutomationEvent>
