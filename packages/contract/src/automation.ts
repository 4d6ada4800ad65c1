import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { WordsCard } from './banned-word.ts'
import { Enterprise } from './enterprise.ts'
import { AUTOMATION_TYPES } from './flow-reception.ts'
import { AgentId, AutomationLogId, CustomerId, Instant } from './ids.ts'
import { TimeOfDay } from './notify-setting.ts'
import { CommentCard, CommentVersion } from './intent-comment.ts'
import { LeadPushCard } from './lead-push.ts'
import { pageFields, pageOf } from './paging.ts'
import { typedText } from './text.ts'

/** Cards of 更多自动化; the key is part of the page's URL. */
export const AUTOMATION_KEYS = ['followUp', 'comment', 'autoArchive', 'leadPush', 'global'] as const

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

/** 免打扰. */
const QuietHours = z
  .object({ enabled: z.boolean(), from: TimeOfDay, to: TimeOfDay })
  .refine(({ from, to }) => from !== to, { path: ['to'], message: '免打扰的开始和结束时间不能相同' })
export type QuietHours = z.infer<typeof QuietHours>

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
  quiet: QuietHours,
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

export const AUTO_ARCHIVE_DAYS = { min: 1, max: 30 } as const
const DAYS_TEXT = `天数为 ${AUTO_ARCHIVE_DAYS.min} 到 ${AUTO_ARCHIVE_DAYS.max}`

/** 自动归档: customers without a message for so many days. */
export const AutoArchiveSetting = z.object({
  enabled: z.boolean(),
  days: z.int32(DAYS_TEXT).min(AUTO_ARCHIVE_DAYS.min, DAYS_TEXT).max(AUTO_ARCHIVE_DAYS.max, DAYS_TEXT),
})
export type AutoArchiveSetting = z.infer<typeof AutoArchiveSetting>

export const DAILY_MESSAGES = { min: 1, max: 20 } as const
const DAILY_TEXT = `每日上限为 ${DAILY_MESSAGES.min} 到 ${DAILY_MESSAGES.max} 条`

/** 全局设置: what holds for every automatic message except the AI's. */
export const GlobalSetting = z.object({
  /** 每客户每日自动消息上限. */
  dailyMax: z.int32(DAILY_TEXT).min(DAILY_MESSAGES.min, DAILY_TEXT).max(DAILY_MESSAGES.max, DAILY_TEXT),
  quiet: QuietHours,
})
export type GlobalSetting = z.infer<typeof GlobalSetting>

const version = { version: z.int32() }
const AutoArchiveVersion = AutoArchiveSetting.extend(version)
export type AutoArchiveVersion = z.infer<typeof AutoArchiveVersion>
const GlobalVersion = GlobalSetting.extend(version)
export type GlobalVersion = z.infer<typeof GlobalVersion>

/** 更多自动化. Whether all automation is paused is `automationPausedAt` of the enterprise, which every agent reads. */
export const MoreAutomation = z.object({
  followUp: FollowUpCard,
  comment: CommentCard,
  autoArchive: AutoArchiveVersion,
  leadPush: LeadPushCard,
  global: GlobalVersion,
  words: WordsCard,
})
export type MoreAutomation = z.infer<typeof MoreAutomation>

export const AUTOMATION_NAME_MAX = 30

/** A row of 运行日志. */
export const AutomationLog = z.object({
  id: AutomationLogId,
  at: Instant,
  type: z.enum(AUTOMATION_TYPES),
  name: z.string(),
  customerId: CustomerId,
  customerName: z.string(),
  result: z.enum(AUTOMATION_RESULTS),
  /** Why nothing was sent; empty otherwise. */
  reason: z.string(),
  ms: z.int32(),
  /** In words: what started it, and what came of it. */
  input: z.string(),
  output: z.string(),
})
export type AutomationLog = z.infer<typeof AutomationLog>

export const AutomationLogFilter = z.object({
  type: z.enum(AUTOMATION_TYPES).optional(),
  name: typedText(AUTOMATION_NAME_MAX, `名称最多 ${AUTOMATION_NAME_MAX} 个字`).optional(),
  customerId: CustomerId.optional(),
  result: z.enum(AUTOMATION_RESULTS).optional(),
  from: Instant.optional(),
  to: Instant.optional(),
})
export type AutomationLogFilter = z.infer<typeof AutomationLogFilter>

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
  saveComment: endpoint({
    method: 'PUT',
    path: '/v1/automation/more/comment',
    access: 'automation:edit',
    summary: '保存意向评论',
    audit: ['automation.comment'],
    body: CommentVersion,
    data: CommentCard,
    errors: ['stale'],
  }),
  saveAutoArchive: endpoint({
    method: 'PUT',
    path: '/v1/automation/more/autoArchive',
    access: 'automation:edit',
    summary: '保存自动归档',
    audit: ['automation.autoArchive'],
    body: AutoArchiveVersion,
    data: AutoArchiveVersion,
    errors: ['stale'],
  }),
  saveGlobal: endpoint({
    method: 'PUT',
    path: '/v1/automation/more/global',
    access: 'automation:edit',
    summary: '保存全局设置',
    audit: ['automation.global'],
    body: GlobalVersion,
    data: GlobalVersion,
    errors: ['stale'],
  }),
  /** Without a version: in an emergency it must not be refused because a colleague saved. */
  pause: endpoint({
    method: 'PUT',
    path: '/v1/automation/more/pause',
    access: 'automation:edit',
    summary: '暂停或恢复所有自动化',
    audit: ['automation.pause', 'automation.resume'],
    body: z.object({ paused: z.boolean() }),
    data: Enterprise,
  }),
  logPage: endpoint({
    method: 'POST',
    path: '/v1/automation/log/page',
    isRead: true,
    access: 'automation:viewPage',
    summary: '运行日志',
    body: AutomationLogFilter.extend(pageFields),
    data: pageOf(AutomationLog),
  }),
}

/** The setting of a 更多自动化 card changed. */
export const AutomationEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('automation_change'),
    followUp: FollowUpVersion.optional(),
    comment: CommentVersion.optional(),
    autoArchive: AutoArchiveVersion.optional(),
    global: GlobalVersion.optional(),
    /** 线索推送 changed; readers differ in what they see of it and ask for it. */
    leadPush: z.literal(true).optional(),
    at: Instant,
    operatorId: AgentId.nullable(),
  }),
])
export type AutomationEvent = z.infer<typeof AutomationEvent>
