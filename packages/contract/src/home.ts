import { z } from 'zod'
import { AgentStatus } from './agent.ts'
import { AccountType } from './channel-account.ts'
import { endpoint } from './endpoint.ts'
import { Ok } from './envelope.ts'
import { AgentId, Instant, MissId, RelationId } from './ids.ts'
import { Source } from './source.ts'
import type { DatePreset } from './date-range.ts'
import { Series, Tile } from './statistics.ts'

/** Value of a count whose list the caller may not open; its card is not shown. */
export const NO_ACCESS = -1

/** Rows of the list behind a card of 待办; `NO_ACCESS` without the permission of the list. */
const TodoCount = z.int32()

export const HomeTodo = z.object({
  waitingMine: z.object({ count: TodoCount, longestWaitSec: z.int32() }),
  unassigned: TodoCount,
  myUnread: TodoCount,
  handoffWaiting: TodoCount,
  sendFailed: TodoCount,
  authAbnormal: TodoCount,
  /** The list of accounts shows one source at a time. */
  authAbnormalBy: z.object({ redbook: z.int32(), douyin: z.int32() }),
  aiMiss: TodoCount,
  /** Accounts with missed questions, most first: each account has a list of its own. */
  aiMissBy: z.array(
    z.object({
      relationId: RelationId,
      accountType: AccountType,
      source: Source,
      name: z.string(),
      count: z.int32(),
    }),
  ),
  newLeads: TodoCount,
})
export type HomeTodo = z.infer<typeof HomeTodo>

export const HOME_RANGES = ['today', 'yesterday', 'recent7Days'] as const satisfies readonly DatePreset[]
export const HomeRange = z.enum(HOME_RANGES)
export type HomeRange = z.infer<typeof HomeRange>

export const HomeOverview = z.object({
  tiles: z.array(Tile),
  /** 进线, 开口, 留资 by hour for one day, by day for seven; also of the period before. */
  series: z.array(Series),
  /** Sessions of the period by who receives them now, or did when they ended. */
  receptionShare: z.object({ ai_agent: z.int32(), workflow: z.int32(), manual: z.int32() }),
  /** Customers who entered. */
  sourceShare: z.object({ redbook: z.int32(), douyin: z.int32() }),
  asOf: Instant,
})
export type HomeOverview = z.infer<typeof HomeOverview>

/** One agent who receives customers, right now. Seconds are 0 while nobody waits. */
export const HomeTeamRow = z.object({
  agentId: AgentId,
  status: AgentStatus,
  current: z.int32(),
  limit: z.int32(),
  waiting: z.int32(),
  longestWaitSec: z.int32(),
  todayReceived: z.int32(),
  /** Today; −1: none. */
  humanFirstMedianSec: z.number(),
})
export type HomeTeamRow = z.infer<typeof HomeTeamRow>

export const HOME_STEPS = ['bind', 'knowledge', 'agentConfig', 'preview', 'addAgent', 'hosting'] as const
export const HomeStep = z.object({ key: z.enum(HOME_STEPS), done: z.boolean(), path: z.string() })
export type HomeStep = z.infer<typeof HomeStep>

const NoticeId = z.string().regex(/^[\w.-]{1,64}$/, '公告标识不正确')

/** 公告, written by the operator of the installation. */
export const HomeNotice = z.object({
  id: NoticeId,
  title: z.string(),
  body: z.string(),
  publishedAt: Instant,
})
export type HomeNotice = z.infer<typeof HomeNotice>

/** A question that no knowledge answers; contacts in it are masked. */
export const HomeMiss = z.object({
  id: MissId,
  relationId: RelationId,
  accountName: z.string(),
  question: z.string(),
  times: z.int32(),
  lastAt: Instant,
})
export type HomeMiss = z.infer<typeof HomeMiss>

export const homeApi = {
  overview: endpoint({
    method: 'GET',
    path: '/v1/home/overview',
    access: 'login',
    summary: '概览、趋势与接待分布，按数据范围',
    query: z.object({ range: HomeRange.default('today') }),
    data: HomeOverview,
  }),
  todo: endpoint({
    method: 'GET',
    path: '/v1/home/todo',
    access: 'login',
    summary: '首页待办',
    data: HomeTodo,
  }),
  team: endpoint({
    method: 'GET',
    path: '/v1/home/team',
    access: 'login',
    summary: '团队实时；客户范围为本人时为空',
    data: z.array(HomeTeamRow),
  }),
  guide: endpoint({
    method: 'GET',
    path: '/v1/home/guide',
    access: 'login',
    summary: '新手引导；不再显示或没有渠道账号权限时为空',
    data: z.array(HomeStep),
  }),
  notice: endpoint({
    method: 'GET',
    path: '/v1/home/notice',
    access: 'login',
    summary: '公告，最新的在前；不含不再提示的',
    data: z.array(HomeNotice),
  }),
  misses: endpoint({
    method: 'GET',
    path: '/v1/home/miss',
    access: 'channelAccount:viewPage',
    summary: 'AI 建议：问得最多的未命中问题',
    data: z.array(HomeMiss),
  }),
  dismiss: endpoint({
    method: 'POST',
    path: '/v1/home/dismiss',
    access: 'login',
    summary: '不再显示新手引导，或不再提示一条公告',
    body: z
      .strictObject({ guide: z.literal(true).optional(), noticeId: NoticeId.optional() })
      .refine(({ guide, noticeId }) => (guide === undefined) !== (noticeId === undefined), '请指定新手引导或一条公告'),
    data: Ok,
    errors: ['notFound'],
  }),
}
