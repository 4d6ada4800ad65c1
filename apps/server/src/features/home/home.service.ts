import {
  AGENT_STATUS,
  type HomeOverview,
  type HomeRange,
  StatisticsFilter,
  type HomeMiss,
  type HomeNotice,
  type HomeStep,
  type HomeTeamRow,
  type HomeTodo,
  NO_ACCESS,
} from '@ruwu/contract'
import { DEFAULT_CUSTOMER_FILTER, guideSteps, HOME_TILES, TODO_FILTERS } from '@ruwu/domain'
import type { Database } from '../../db/database.ts'
import type { CountService } from '../../list/index.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { NotFoundError } from '../../platform/http/errors.ts'
import { readTeam } from '../../reception/index.ts'
import { listAgents } from '../agent/index.ts'
import { countAbnormal } from '../channel/index.ts'
import { countNewLeads } from '../lead/index.ts'
import { countMisses, listTopMisses } from '../knowledge/index.ts'
import type { StatisticsService } from '../statistics/index.ts'
import {
  findFirstAccount,
  GUIDE,
  insertDismissal,
  listDismissed,
  noticeItem,
  readGuideState,
  readReceptionShare,
  readWaiting,
  type Waiting,
} from './home.repo.ts'

export type HomeService = ReturnType<typeof createHomeService>

type HomeDeps = {
  db: Database
  clock: Clock
  counts: CountService
  statistics: StatisticsService
  notices: () => Promise<HomeNotice[]>
}

/** The panels of /home, each read on its own. */
export function createHomeService({ db, clock, counts, statistics, notices }: HomeDeps) {
  const waitSeconds = (waiting: Waiting | undefined) =>
    waiting ? Math.max(0, Math.floor((clock.now().getTime() - waiting.since.getTime()) / 1000)) : 0

  async function chatTodo(caller: Caller) {
    const [mine, handedOver, waiting] = await Promise.all([
      counts.count(caller, DEFAULT_CUSTOMER_FILTER),
      counts.count(caller, TODO_FILTERS.handoffWaiting),
      readWaiting(db.sql, caller),
    ])
    return {
      waitingMine: { count: mine.waitingCount, longestWaitSec: waitSeconds(waiting.get(caller.agentId)) },
      unassigned: mine.unassignedCount,
      myUnread: mine.unreadCount,
      handoffWaiting: handedOver.unassignedCount,
      sendFailed: mine.failedCount,
    }
  }

  async function channelTodo(caller: Caller) {
    const [authAbnormalBy, aiMissBy] = await Promise.all([countAbnormal(db.sql, caller), countMisses(db.sql, caller)])
    return {
      authAbnormal: authAbnormalBy.redbook + authAbnormalBy.douyin,
      authAbnormalBy,
      aiMiss: aiMissBy.reduce((sum, each) => sum + each.count, 0),
      aiMissBy,
    }
  }

  return {
    /** Figures of 数据统计 within the caller's data scope. */
    async overview(caller: Caller, range: HomeRange): Promise<HomeOverview> {
      const filter = StatisticsFilter.parse({ range, granularity: range === 'recent7Days' ? 'day' : 'hour' })
      const { tiles, series, rows, asOf, period } = await statistics.summary(caller, filter, HOME_TILES)
      const receptionShare = await readReceptionShare(db.sql, caller, period)
      const entered = new Map(rows.flatMap((row) => (row.group === 'source' ? [[row.source, row.value]] : [])))
      const sourceShare = { redbook: entered.get('redbook') ?? 0, douyin: entered.get('douyin') ?? 0 }
      return { tiles, series, receptionShare, sourceShare, asOf }
    },

    async todo(caller: Caller): Promise<HomeTodo> {
      const may = caller.permissions
      const [chat, channel, newLeads] = await Promise.all([
        may.has('im:viewPage') ? chatTodo(caller) : NO_CHAT,
        may.has('channelAccount:viewPage') ? channelTodo(caller) : NO_CHANNEL,
        may.has('im:viewPage') ? countNewLeads(db.sql, caller) : NO_ACCESS,
      ])
      return { ...chat, ...channel, newLeads }
    },

    /** Agents who receive customers. Authorisation: with the data scope 本人 colleagues are not visible. */
    async team(caller: Caller): Promise<HomeTeamRow[]> {
      if (caller.customerScope === 'own') return []
      const now = clock.now()
      const today = StatisticsFilter.parse({ range: 'today', granularity: 'hour', compare: false })
      const [team, agents, waiting, figures] = await Promise.all([
        readTeam(db.sql, caller.entId, now),
        listAgents(db.sql, caller.entId, { enabled: true }),
        readWaiting(db.sql, caller),
        statistics.byAgent(caller, today, ['received', 'humanFirstMedian']),
      ])
      const statuses = new Map(agents.map(({ id, status }) => [id, AGENT_STATUS[status]]))
      return team.map(({ id, current, limit }) => ({
        agentId: id,
        status: statuses.get(id) ?? AGENT_STATUS.invisible,
        current,
        limit,
        waiting: waiting.get(id)?.count ?? 0,
        longestWaitSec: waitSeconds(waiting.get(id)),
        todayReceived: figures.get(id)?.received ?? 0,
        humanFirstMedianSec: figures.get(id)?.humanFirstMedian ?? -1,
      }))
    },

    async guide(caller: Caller): Promise<HomeStep[]> {
      const { entId, agentId, permissions } = caller
      if (!permissions.has('channelAccount:settingsEdit')) return []
      if ((await listDismissed(db.sql, entId, agentId)).has(GUIDE)) return []
      const [done, account] = await Promise.all([readGuideState(db.sql, entId), findFirstAccount(db.sql, caller)])
      return guideSteps(done, account && { ...account, relationId: account.id })
    },

    async notice({ entId, agentId }: Caller): Promise<HomeNotice[]> {
      const dismissed = await listDismissed(db.sql, entId, agentId)
      return (await notices()).filter(({ id }) => !dismissed.has(noticeItem(id)))
    },

    misses: (caller: Caller): Promise<HomeMiss[]> => listTopMisses(db.sql, caller),

    async dismiss({ entId, agentId }: Caller, noticeId: string | undefined): Promise<true> {
      if (noticeId !== undefined && !(await notices()).some(({ id }) => id === noticeId))
        throw new NotFoundError('公告')
      const item = noticeId === undefined ? GUIDE : noticeItem(noticeId)
      await insertDismissal(db.sql, { entId, agentId, item, createdAt: clock.now() })
      return true
    },
  }
}

const NO_CHAT = {
  waitingMine: { count: NO_ACCESS, longestWaitSec: 0 },
  unassigned: NO_ACCESS,
  myUnread: NO_ACCESS,
  handoffWaiting: NO_ACCESS,
  sendFailed: NO_ACCESS,
}

const NO_CHANNEL = {
  authAbnormal: NO_ACCESS,
  authAbnormalBy: { redbook: 0, douyin: 0 },
  aiMiss: NO_ACCESS,
  aiMissBy: [],
}
