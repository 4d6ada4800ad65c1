import { z } from 'zod'
import { AgentId, CustomerId, RelationId, StageId, TagId } from './ids.ts'
import { cursorFields } from './paging.ts'
import { AiOffReason, ReceptionType } from './reception.ts'
import { Source } from './source.ts'
import { DATE_PRESETS, type DatePreset, STATISTICS_DAYS_MAX } from './date-range.ts'
import { typedText } from './text.ts'

/** 我的, 同事, 未分配, 全部. */
export const SCOPE = { mine: 1, colleagues: 2, unassigned: 3, all: 4 } as const
export const Scope = z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)])
export type Scope = z.infer<typeof Scope>

/** 待回复. */
export const REPLY_STATE_WAITING = 1

export const CUSTOMER_SORTS = ['latest', 'longestWait', 'unreadFirst'] as const
export const CustomerSort = z.enum(CUSTOMER_SORTS)
export type CustomerSort = z.infer<typeof CustomerSort>

/** 等待时长 of the filter: at least so many minutes. */
export const WAITED_MINUTES = [5, 15, 30, 60, 1440] as const

const DAY_MS = 86_400_000

/** Two days that exist, in order, and not too far apart. */
function isDaySpan(text: string): boolean {
  const [from = '', to = ''] = text.split('..')
  if (![from, to].every((day) => z.iso.date().safeParse(day).success)) return false
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
  return days >= 1 && days <= STATISTICS_DAYS_MAX
}

/** A preset's name, or both days (included) as `2026-01-01..2026-01-31`. Resolved in the enterprise's time zone when the list is read. */
export const DayRange = z.union([
  z.enum(DATE_PRESETS.filter((it): it is Exclude<DatePreset, 'custom'> => it !== 'custom')),
  z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}\.\.\d{4}-\d{2}-\d{2}$/)
    .refine(isDaySpan, `请选择不超过 ${STATISTICS_DAYS_MAX} 天的日期`),
])
export type DayRange = z.infer<typeof DayRange>

const KEYWORD_MAX = 50
const FILTER_TAGS_MAX = 20

export const CustomerFilter = z.object({
  scope: Scope,
  archive: z.boolean().default(false),
  enableAi: z.boolean().optional(),
  receptionType: ReceptionType.optional(),
  source: Source.optional(),
  /** A main account's id includes its sub-accounts. */
  subSourceId: RelationId.optional(),
  replyState: z.literal(REPLY_STATE_WAITING).optional(),
  /** 待接手. */
  handoff: z.boolean().optional(),
  unread: z.boolean().optional(),
  tagIds: z.array(TagId).max(FILTER_TAGS_MAX, `最多选择 ${FILTER_TAGS_MAX} 个标签`).optional(),
  tagMode: z.enum(['any', 'all']).default('any'),
  agentId: AgentId.optional(),
  offReason: AiOffReason.optional(),
  hasLead: z.boolean().optional(),
  ad: z.boolean().optional(),
  sendResult: z.union([z.literal(1), z.literal(2)]).optional(),
  stageId: StageId.optional(),
  isStar: z.boolean().optional(),
  /** The caller's own that are postponed (稍后处理). Without it they are left out, unless a keyword is searched for. */
  postponed: z.literal(true).optional(),
  /** Waiting for an answer for at least so many minutes. */
  waited: z.literal(WAITED_MINUTES).optional(),
  /** Days of the newest message, and of 首次进线. */
  lastMessage: DayRange.optional(),
  firstContact: DayRange.optional(),
  /** Substring of name or remark, ignoring case and width. */
  keyword: typedText(KEYWORD_MAX, `关键词最多 ${KEYWORD_MAX} 个字`).optional(),
})
export type CustomerFilter = z.infer<typeof CustomerFilter>

/** Saved views of an agent. */
export const VIEWS_MAX = 10

export const CUSTOMER_PAGE = 50
export const CUSTOMER_IDS_MAX = 50

export const CustomerListBody = CustomerFilter.extend({
  sort: CustomerSort.default('latest'),
  /** Restricts the answer to these ids: a client fetches single rows it has not loaded. */
  customerIds: z.array(CustomerId).max(CUSTOMER_IDS_MAX).optional(),
  ...cursorFields(CUSTOMER_PAGE),
})
export type CustomerListBody = z.infer<typeof CustomerListBody>

const Count = z.int32()

/** Facet counts: each is the number of customers if that option were selected. */
export const CustomerCounts = z.object({
  /** 全部: all that the caller may see. */
  allCount: Count,
  myCount: Count,
  colleagueCount: Count,
  unassignedCount: Count,
  sourceCount: z.object({ redbook: Count, douyin: Count }),
  subSourceCount: z.record(z.string(), Count),
  enableAiCount: z.object({ true: Count, false: Count }),
  archiveCount: z.object({ true: Count, false: Count }),
  /** The quick chips. */
  waitingCount: Count,
  handoffCount: Count,
  unreadCount: Count,
  leadCount: Count,
  failedCount: Count,
  postponedCount: Count,
  /** Unread messages of the caller's own customers, independent of the filter: the menu's badge. */
  myUnread: Count,
})
export type CustomerCounts = z.infer<typeof CustomerCounts>
