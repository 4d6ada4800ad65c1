import type { AutoArchiveSetting, AutomationLog, GlobalSetting } from '@ruwu/contract'
import type { AutomaticKind } from '../guard/held-back.ts'
import { isQuiet } from '../notify/default-notify-setting.ts'
import { minuteOfDay } from '../time-zone.ts'

/** 全局设置 as every enterprise begins. */
export const DEFAULT_GLOBAL: GlobalSetting = {
  dailyMax: 6,
  quiet: { enabled: false, from: '22:00', to: '08:00' },
}

/** 自动归档 as every enterprise begins. */
export const DEFAULT_AUTO_ARCHIVE: AutoArchiveSetting = { enabled: true, days: 3 }

/** Who archived, in the line of the thread. */
export const autoArchiveName = (days: number) => `系统（${days} 天无消息）`

/** Texts of AI 托管 and of the queue: they answer the customer for whom the AI or people are responsible, and are no automation. */
const NO_AUTOMATION: ReadonlySet<AutomaticKind> = new Set(['ai_answer', 'handoff', 'queue', 'points_out'])

/** Whether 全局设置 and 暂停所有自动化 hold for a message. */
export const isAutomation = (kind: AutomaticKind): boolean => !NO_AUTOMATION.has(kind)

export const PAUSED_TEXT = '所有自动化已暂停'
export const QUIET_TEXT = '全局免打扰时段内不主动发送'
export const dailyMaxText = (max: number) => `今日自动消息已达 ${max} 条上限`

type GlobalState = {
  isPaused: boolean
  setting: GlobalSetting
  /** Automatic messages to the customer today. */
  sentToday: number
  /** Answers an act of the customer, who then expects a message at any hour. */
  isPrompted: boolean
}

/** Why 全局设置 holds an automatic message back; undefined: it does not. */
export function whyHeldByGlobal(
  { isPaused, setting, sentToday, isPrompted }: GlobalState,
  { now, timeZone }: { now: Date; timeZone: string },
): string | undefined {
  if (isPaused) return PAUSED_TEXT
  if (!isPrompted && isQuiet(setting.quiet, minuteOfDay(now, timeZone))) return QUIET_TEXT
  return sentToday >= setting.dailyMax ? dailyMaxText(setting.dailyMax) : undefined
}

export const AUTOMATION_TYPE_LABELS: Record<AutomationLog['type'], string> = {
  rule: '规则',
  flow: '工作流',
  followUp: '跟进',
  comment: '评论',
}
export const AUTOMATION_RESULT_LABELS: Record<AutomationLog['result'], string> = {
  sent: '已发送',
  done: '已执行',
  skipped: '已跳过',
  blocked: '已拦截',
  failed: '失败',
}
