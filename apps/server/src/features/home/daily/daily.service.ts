import {
  type DailyAttention,
  type DailyFilter,
  type DailyMetric,
  type DailyReport,
  type MetricName,
  METRICS,
  StatisticsFilter,
} from '@ruwu/contract'
import {
  addDays,
  changeRate,
  DAILY_LIST_MAX,
  dailySummary,
  formatDay,
  METRIC_CATALOGUE,
  parseDay,
  periodOf,
  resolveDateRange,
  zonedTime,
} from '@ruwu/domain'
import { nameFor, shownTo } from '../../../customer/customer.view.ts'
import type { Database } from '../../../db/database.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { FieldError, NotFoundError } from '../../../platform/http/errors.ts'
import { listAgents } from '../../agent/index.ts'
import { getVisibleAccount, listAccounts } from '../../channel/index.ts'
import { readTimeZone } from '../../enterprise/index.ts'
import type { StatisticsService } from '../../statistics/index.ts'
import {
  countAiReplies,
  type DailyScope,
  type Incident,
  listBadAnswers,
  listIncidents,
  listNegatives,
  listWordHits,
  sumPoints,
} from './daily.repo.ts'

const WEEK = 7
const MISSES_SHOWN = 10

/** All figures but the last step of a funnel. */
const DAILY_METRICS = METRICS.filter((name) => name !== 'cardResponders')
const AGENT_FIGURES = ['received', 'humanFirstMedian', 'replyIn3m', 'leadCustomers', 'transferOut'] as const

export type DailyService = ReturnType<typeof createDailyService>
type DailyDeps = { db: Database; clock: Clock; statistics: StatisticsService }

/** Figures of days, both included. */
const between = ({ subSourceId, agentId }: DailyFilter, from: string, to = from): StatisticsFilter =>
  StatisticsFilter.parse({
    range: 'custom',
    from,
    to,
    subSourceIds: subSourceId ? [subSourceId] : [],
    agentIds: agentId ? [agentId] : [],
    compare: false,
  })

/** The report of one day. Its figures are those of 数据统计; lists beside them have the same filter and data scope. */
export function createDailyService({ db: { sql: db }, clock, statistics }: DailyDeps) {
  async function readMetrics(caller: Caller, filter: DailyFilter): Promise<DailyMetric[]> {
    const { date, compare } = filter
    const read = (from: string) => between(filter, from, date)
    const [days, tiles] = await Promise.all([
      statistics.byDay(caller, read(daysBefore(date, WEEK)), DAILY_METRICS),
      statistics.figures(caller, read(daysBefore(date, WEEK - 1)), DAILY_METRICS),
    ])
    const week = new Map(tiles.map(({ name, value }) => [name, value]))
    const [day, base] = [days.at(-1), days.at(compare === 'prevDay' ? -2 : -1 - WEEK)]
    return DAILY_METRICS.map((name) => {
      const [value, before] = [day?.[name] ?? 0, base?.[name] ?? 0]
      const mean = days.slice(-WEEK).reduce((sum, each) => sum + each[name], 0) / WEEK
      return {
        name,
        value,
        base: before,
        changeRate: changeRate(value, before),
        avg7d: isAmount(name) ? mean : (week.get(name) ?? 0),
      }
    })
  }

  async function readHours(caller: Caller, filter: DailyFilter, timeZone: string): Promise<DailyReport['hours']> {
    const asked = { ...between(filter, filter.date), granularity: 'hour' as const }
    const lines = await statistics.lines(caller, asked, ['enterCustomers', 'unanswered'])
    const at = (name: MetricName, hour: number) =>
      lines
        .filter((line) => line.name === name)
        .flatMap(({ points }) => points)
        // A day on which clocks are put back has an hour twice.
        .filter(({ t }) => zonedTime(new Date(t), timeZone).hour === hour)
        .reduce((sum, { v }) => sum + v, 0)
    return Array.from({ length: 24 }, (_, h) => ({
      h,
      enter: at('enterCustomers', h),
      unanswered: at('unanswered', h),
    }))
  }

  async function readAgents(caller: Caller, asked: StatisticsFilter): Promise<DailyReport['agents']> {
    const [byAgent, agents] = await Promise.all([
      statistics.byAgent(caller, asked, AGENT_FIGURES),
      listAgents(db, caller.entId),
    ])
    return agents
      .flatMap(({ id: agentId, name }) => {
        const values = byAgent.get(agentId)
        return values && (asked.agentIds.length === 0 || asked.agentIds.includes(agentId))
          ? [{ agentId, name, ...values }]
          : []
      })
      .toSorted((one, other) => other.received - one.received)
  }

  async function readAccounts(caller: Caller, asked: StatisticsFilter): Promise<DailyReport['accounts']> {
    const { rows } = await statistics.channel(caller, asked)
    return rows
      .flatMap((row) => {
        if (row.group !== 'account' || row.parentId !== null || row.values.enterCustomers === 0) return []
        const { subSourceId, name, source, values } = row
        const { enterCustomers, talkCustomers, leadCustomers, leadRate } = values
        return [{ subSourceId, name, source, enterCustomers, talkCustomers, leadCustomers, leadRate }]
      })
      .toSorted((one, other) => other.enterCustomers - one.enterCustomers)
  }

  async function readAi(caller: Caller, asked: StatisticsFilter, scope: DailyScope): Promise<DailyReport['ai']> {
    const [{ tiles, rows }, replies, bads, accounts] = await Promise.all([
      statistics.ai(caller, asked),
      countAiReplies(db, scope),
      listBadAnswers(db, scope),
      listAccounts(db, caller.entId),
    ])
    const names = new Map(accounts.map(({ id, name }) => [id, name]))
    return {
      replies,
      aloneRate: tiles.find(({ name }) => name === 'aiAloneRate')?.value ?? -1,
      handoffs: rows.flatMap((row) => (row.group === 'handoff' ? [{ reason: row.reason, count: row.value }] : [])),
      misses: rows
        .flatMap((row) => (row.group === 'miss' ? [row] : []))
        .slice(0, MISSES_SHOWN)
        .map(({ missId, question, times, subSourceId, lastAt, isOpen }) => ({
          id: missId,
          relationId: subSourceId,
          accountName: names.get(subSourceId) ?? '',
          question,
          times,
          lastAt,
          isOpen,
        })),
      badTotal: bads.total,
      bads: bads.rows.map(({ customerId, messageId, content, at, name, remark }) => ({
        customerId,
        customerName: nameFor(caller, { id: customerId, name, remark }),
        messageId,
        text: shownTo(caller, content.text ?? ''),
        at: at.toISOString(),
      })),
    }
  }

  async function readAttention(
    caller: Caller,
    asked: StatisticsFilter,
    scope: DailyScope,
  ): Promise<Pick<DailyReport, 'attention' | 'attentionTotals'>> {
    const [unanswered, sendFailed, heldBack, negative] = await Promise.all([
      statistics.sessionPage(caller, {
        ...asked,
        metric: 'unanswered',
        page: 1,
        pageSize: DAILY_LIST_MAX,
        sort: { field: 'at', order: 'desc' },
      }),
      listIncidents(db, scope, 'sendFailed'),
      listIncidents(db, scope, 'heldBack'),
      listNegatives(db, scope),
    ])
    const toAttention = ({ kind, customerId, name, remark, messageId, at, reason }: Incident): DailyAttention => ({
      kind,
      customerId,
      customerName: nameFor(caller, { id: customerId, name, remark }),
      messageId,
      at: at.toISOString(),
      reason,
    })
    const waiting = unanswered.rows.map(({ customerId, customerName, at }) => ({
      kind: 'unanswered' as const,
      customerId,
      customerName,
      messageId: null,
      at,
      reason: null,
    }))
    return {
      attention: [...waiting, ...[sendFailed, heldBack, negative].flatMap(({ rows }) => rows.map(toAttention))],
      attentionTotals: {
        unanswered: unanswered.total,
        sendFailed: sendFailed.total,
        heldBack: heldBack.total,
        negative: negative.total,
      },
    }
  }

  async function readScope(caller: Caller, { date, subSourceId, agentId }: DailyFilter): Promise<DailyScope> {
    const { entId } = caller
    if (subSourceId) await getVisibleAccount(db, caller, subSourceId)
    if (agentId && (await listAgents(db, entId, { id: agentId })).length === 0) throw new NotFoundError('客服')
    const accounts = await listAccounts(db, entId)
    const { start, end } = periodOf(
      { range: 'custom', from: date, to: date },
      clock.now(),
      await readTimeZone(db, entId),
    )
    const family = accounts.filter(({ id, parentId }) => id === subSourceId || parentId === subSourceId)
    return { caller, start, end, agentId, relationIds: subSourceId ? family.map(({ id }) => id) : undefined }
  }

  /** Answers the enterprise's time zone. */
  async function checkDate({ entId }: Caller, { date }: DailyFilter): Promise<string> {
    const timeZone = await readTimeZone(db, entId)
    const last = resolveDateRange({ preset: 'yesterday', now: clock.now(), timeZone }).from
    if (date > last) throw new FieldError({ date: '当日日报次日生成' })
    return timeZone
  }

  return {
    checkDate,

    async report(caller: Caller, filter: DailyFilter): Promise<DailyReport> {
      const now = clock.now()
      const timeZone = await checkDate(caller, filter)
      const scope = await readScope(caller, filter)
      const asked = between(filter, filter.date)
      const [metrics, hours, agents, accounts, ai, leads, attention, wordHits, points] = await Promise.all([
        readMetrics(caller, filter),
        readHours(caller, filter, timeZone),
        readAgents(caller, asked),
        readAccounts(caller, asked),
        readAi(caller, asked, scope),
        statistics.leadPage(caller, {
          ...asked,
          page: 1,
          pageSize: DAILY_LIST_MAX,
          sort: { field: 'createdAt', order: 'desc' },
        }),
        readAttention(caller, asked, scope),
        listWordHits(db, scope, filter.date),
        sumPoints(db, scope),
      ])
      const { date, compare } = filter
      return {
        date,
        compare,
        summary: dailySummary({ compare, metrics, agents, accounts }),
        metrics,
        hours,
        agents,
        accounts,
        ai,
        leads: leads.rows,
        leadTotal: leads.total,
        ...attention,
        wordHits: wordHits.rows,
        wordHitTotal: wordHits.total,
        points,
        asOf: now.toISOString(),
      }
    },
  }
}

/** Numbers of a day add up to a mean; rates, means and ranks are taken over all days together. */
const isAmount = (name: MetricName): boolean => {
  const { per, unit } = METRIC_CATALOGUE[name]
  return per === undefined && (unit !== 'seconds' || name === 'onlineTime')
}

const daysBefore = (date: string, days: number): string => {
  const day = parseDay(date)
  if (!day) throw new FieldError({ date: '日期格式不正确' })
  return formatDay(addDays(day, -days))
}
