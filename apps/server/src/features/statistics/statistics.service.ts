import {
  AGENT_METRICS,
  type AgentId,
  type AgentRow,
  type AiRow,
  CHANNEL_METRICS,
  type ChannelRow,
  type HeatmapRow,
  type LeadPageBody,
  type LeadPageRow,
  type MetricName,
  type OverviewRow,
  type ReceptionRow,
  type Series,
  type SessionPageBody,
  type SessionPageRow,
  type StatisticsFilter,
  type TagRow,
  type Tile,
} from '@ruwu/contract'
import { bucketStarts, type Counts, NO_COUNTS, type Period, periodBefore, type SumName } from '@ruwu/domain'
import { readContentTitles } from '../../customer/content-title.repo.ts'
import type { Queryable } from '../../db/database.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { BUCKET_COUNTS, knownCounts, readCounted } from './drill-down.repo.ts'
import { originCounter, tagCounter } from './customer-count.ts'
import {
  countKnown,
  customersOf,
  type FigureQuery,
  figureQuery,
  listFilter,
  ranksOf,
  readCounts,
  readWhole,
  sumCounts,
  valuesOf,
  visibleOf,
} from './figure-query.ts'
import { BY_ACCOUNT, BY_AGENT, byBucket, TOGETHER } from './figures.repo.ts'
import { byWeekHour, countWeekHours } from './heatmap.repo.ts'
import { knownLeads, readLeads } from './lead-page.repo.ts'
import { listAgents, listTags } from './names.repo.ts'
import { toLeadRows, toSessionRow } from './statistics.view.ts'
import {
  AGENT_SERIES,
  AI_SERIES,
  AI_TILES,
  FUNNEL,
  OVERVIEW_SERIES,
  OVERVIEW_TILES,
  RECEPTION_SERIES,
  RECEPTION_TILES,
  TAG_TILES,
} from './tab-metrics.ts'
import {
  accountRows,
  asOf,
  bucketRows,
  funnelRows,
  originRows,
  ratio,
  sourceRows,
  toSeries,
  toTile,
} from './tab-rows.ts'
import { readHandoffs, readMisses, readTags } from './tab-rows.repo.ts'

type Answer<Row> = { tiles: Tile[]; series: Series[]; rows: Row[]; total: number; asOf: string }
type PageAnswer<Row> = Answer<Row> & { page: number; pageSize: number }

export type StatisticsService = ReturnType<typeof createStatisticsService>

/** `db`: where all of an answer is read from; what is there is at most `ageMs` old. */
type StatisticsDeps = { db: { sql: Queryable; ageMs?: number }; clock: Clock }

export function createStatisticsService({ db: { sql: db, ageMs = 0 }, clock }: StatisticsDeps) {
  const ask = (caller: Caller, filter: StatisticsFilter) => figureQuery(db, caller, filter, clock.now())

  const answer = <Row>(query: FigureQuery, parts: { tiles: Tile[]; series: Series[]; rows: Row[] }): Answer<Row> => ({
    ...parts,
    total: parts.rows.length,
    asOf: asOf(query, ageMs),
  })

  const together = async (query: FigureQuery, period: Period, metrics: readonly MetricName[]): Promise<Counts> =>
    (await readCounts(db, query, { metrics, period, grouping: TOGETHER })).get('') ?? NO_COUNTS

  /** Figures of the period beside those of the one before. */
  const tiles = async (query: FigureQuery, metrics: readonly MetricName[], compare: boolean): Promise<Tile[]> => {
    const [now, base] = await Promise.all([
      together(query, query.period, metrics),
      compare ? together(query, periodBefore(query.period, query.timeZone), metrics) : undefined,
    ])
    return metrics.map((name) => toTile(name, now, base))
  }

  type Shown = { tiles: readonly MetricName[]; lines: readonly MetricName[]; sums?: readonly SumName[] }

  /** Tiles and lines of the period beside those of the one before, and what the tiles are made of. */
  const tilesAndLines = async (
    query: FigureQuery,
    { tiles: figures, lines, sums }: Shown,
    { granularity, compare }: StatisticsFilter,
  ): Promise<{ tiles: Tile[]; series: Series[]; counts: Counts }> => {
    const { timeZone, period } = query
    const before = periodBefore(period, timeZone)
    // A line goes on where the one of an unfinished period ends; only figures are compared up to the same time.
    const line = before.end <= query.now ? { ...before, until: before.end } : before
    const isSame = line.until.getTime() === before.until.getTime()
    const read = async (each: Period, whole: readonly MetricName[], isBase: boolean) => {
      const starts = bucketStarts(each, granularity, timeZone, period)
      const metrics = { whole, parts: lines }
      const found = await readWhole(db, query, {
        period: each,
        metrics,
        starts,
        granularity,
        ...(sums ? { sums } : {}),
      })
      return { counts: found.whole, series: lines.map((name) => toSeries(name, isBase, starts, found.parts)) }
    }
    const [now, old, base] = await Promise.all([
      read(period, figures, false),
      compare ? read(line, isSame ? figures : [], true) : undefined,
      compare && !isSame ? together(query, before, figures) : undefined,
    ])
    return {
      tiles: figures.map((name) => toTile(name, now.counts, base ?? old?.counts)),
      series: [...now.series, ...(old?.series ?? [])],
      counts: now.counts,
    }
  }

  /** Figures by account, and tiles of all accounts: a customer belongs to one account, so that accounts add up. */
  const tilesByAccount = async (
    query: FigureQuery,
    { tiles: figures, metrics }: { tiles: readonly MetricName[]; metrics: readonly MetricName[] },
    { compare }: StatisticsFilter,
  ) => {
    const { period, timeZone } = query
    const [byAccount, before] = await Promise.all([
      readCounts(db, query, { metrics, period, grouping: BY_ACCOUNT }),
      compare ? together(query, periodBefore(period, timeZone), figures) : undefined,
    ])
    const counts = sumCounts(byAccount.values())
    return { byAccount, counts, tiles: figures.map((name) => toTile(name, counts, before)) }
  }

  const series = async (query: FigureQuery, lines: readonly MetricName[], filter: StatisticsFilter) =>
    (await tilesAndLines(query, { tiles: [], lines }, filter)).series

  return {
    /** For pages that show these figures elsewhere. */
    async figures(caller: Caller, filter: StatisticsFilter, metrics: readonly MetricName[]): Promise<Tile[]> {
      return tiles(await ask(caller, filter), metrics, filter.compare)
    },

    /** Figures of each day of the period. */
    async byDay<Name extends MetricName>(
      caller: Caller,
      filter: StatisticsFilter,
      metrics: readonly Name[],
    ): Promise<Record<Name, number>[]> {
      const query = await ask(caller, filter)
      const { period, timeZone } = query
      const starts = bucketStarts(period, 'day', timeZone)
      const days = await readCounts(db, query, { metrics, period, grouping: byBucket(starts) })
      return starts.map((_, index) => valuesOf(metrics, days.get(String(index + 1)) ?? NO_COUNTS))
    },

    /** Figures beside lines and sources of 总览, for a page that is read often. */
    async summary(
      caller: Caller,
      filter: StatisticsFilter,
      metrics: readonly MetricName[],
    ): Promise<Omit<Answer<OverviewRow>, 'total'> & { period: Period }> {
      const query = await ask(caller, filter)
      const { period } = query
      const [shown, byAccount] = await Promise.all([
        tilesAndLines(query, { tiles: metrics, lines: OVERVIEW_SERIES }, filter),
        readCounts(db, query, { metrics: ['enterCustomers'], period, grouping: BY_ACCOUNT }),
      ])
      const rows = sourceRows(query, byAccount, sumCounts(byAccount.values()))
      return { tiles: shown.tiles, series: shown.series, rows, asOf: asOf(query, ageMs), period }
    },

    async lines(caller: Caller, filter: StatisticsFilter, metrics: readonly MetricName[]): Promise<Series[]> {
      return series(await ask(caller, filter), metrics, filter)
    },

    /** By agent; agents without anything are absent. */
    async byAgent<Name extends MetricName>(
      caller: Caller,
      filter: StatisticsFilter,
      metrics: readonly Name[],
    ): Promise<Map<AgentId, Record<Name, number>>> {
      const query = await ask(caller, filter)
      const counts = await readCounts(db, query, { metrics, period: query.period, grouping: BY_AGENT })
      return new Map([...counts].map(([id, each]) => [id as AgentId, valuesOf(metrics, each)]))
    },

    async overview(caller: Caller, filter: StatisticsFilter): Promise<Answer<OverviewRow>> {
      const query = await ask(caller, filter)
      const [{ byAccount, counts, tiles: shown }, lines] = await Promise.all([
        tilesByAccount(query, { tiles: OVERVIEW_TILES, metrics: [...OVERVIEW_TILES, ...FUNNEL] }, filter),
        series(query, OVERVIEW_SERIES, filter),
      ])
      return answer(query, {
        tiles: shown,
        series: lines,
        rows: [...funnelRows(counts), ...sourceRows(query, byAccount, counts)],
      })
    },

    async reception(caller: Caller, filter: StatisticsFilter): Promise<Answer<ReceptionRow>> {
      const query = await ask(caller, filter)
      const sums = Object.values(BUCKET_COUNTS)
      const shown = { tiles: RECEPTION_TILES, lines: RECEPTION_SERIES, sums }
      const { tiles: figures, series: lines, counts } = await tilesAndLines(query, shown, filter)
      return answer(query, { tiles: figures, series: lines, rows: bucketRows(counts) })
    },

    async ai(caller: Caller, filter: StatisticsFilter): Promise<Answer<AiRow>> {
      const query = await ask(caller, filter)
      const span = { start: query.period.start, end: query.period.until }
      const [shown, handoffs, misses] = await Promise.all([
        tilesAndLines(query, { tiles: AI_TILES, lines: AI_SERIES }, filter),
        readHandoffs(db, query.filter, span),
        readMisses(db, query.filter, span),
      ])
      const rows: AiRow[] = [
        ...handoffs.map(({ reason, value }) => ({
          group: 'handoff' as const,
          reason,
          value,
          rate: ratio(value, shown.counts.aiSessions),
        })),
        ...misses.map(({ lastAt, ...miss }) => ({ group: 'miss' as const, ...miss, lastAt: lastAt.toISOString() })),
      ]
      return answer(query, { tiles: shown.tiles, series: shown.series, rows })
    },

    async agent(caller: Caller, filter: StatisticsFilter): Promise<Answer<AgentRow>> {
      const query = await ask(caller, filter)
      const [shown, byAgent, agents] = await Promise.all([
        tilesAndLines(query, { tiles: AGENT_METRICS, lines: AGENT_SERIES }, filter),
        readCounts(db, query, { metrics: AGENT_METRICS, period: query.period, grouping: BY_AGENT }),
        listAgents(db, query.entId),
      ])
      const { agentIds } = filter
      const rows = agents
        .filter(({ id }) => byAgent.has(id) && (agentIds.length === 0 || agentIds.includes(id)))
        .map(({ id, name, avatar }) => ({
          agentId: id,
          name,
          avatar,
          values: valuesOf(AGENT_METRICS, byAgent.get(id) ?? NO_COUNTS),
        }))
      return answer(query, { tiles: shown.tiles, series: shown.series, rows })
    },

    async channel(caller: Caller, filter: StatisticsFilter): Promise<Answer<ChannelRow>> {
      const query = await ask(caller, filter)
      const customers = customersOf(db, query, query.period)
      const origins = (of: 'contentId' | 'adId') => customers(() => originCounter(query.filter, of))
      const metrics = CHANNEL_METRICS
      const [{ byAccount, tiles: shown }, lines, contents, ads] = await Promise.all([
        tilesByAccount(query, { tiles: metrics, metrics }, filter),
        series(query, OVERVIEW_SERIES, filter),
        origins('contentId'),
        origins('adId'),
      ])
      const contentIds = contents.map(({ id }) => id)
      const titles = await readContentTitles(db, query.entId, contentIds)
      return answer(query, {
        tiles: shown,
        series: lines,
        rows: [...accountRows(query, byAccount), ...originRows(query, contents, ads, titles)],
      })
    },

    async tag(caller: Caller, filter: StatisticsFilter): Promise<Answer<TagRow>> {
      const query = await ask(caller, filter)
      const { period } = query
      const [shown, counted, tags] = await Promise.all([
        tiles(query, TAG_TILES, filter.compare),
        readTags(db, {
          filter: query.filter,
          span: { start: period.start, end: period.until },
          visible: visibleOf(db, query),
          counting: customersOf(db, query, period)(() => tagCounter(query.filter)),
        }),
        listTags(db, query.entId),
      ])
      const all = shown.find((tile) => tile.name === 'enterCustomers')?.value ?? 0
      const rows = counted.flatMap(({ tagId, customers, talkCustomers, leadCustomers, added }) => {
        const tag = tags.find((each) => each.id === tagId)
        if (!tag) return []
        const { name, color } = tag
        const rates = { share: ratio(customers, all), leadRate: ratio(leadCustomers, talkCustomers) }
        return [{ tagId, name, color, customers, added, leadCustomers, ...rates }]
      })
      return answer(query, { tiles: shown, series: [], rows })
    },

    async heatmap(caller: Caller, filter: StatisticsFilter): Promise<Answer<HeatmapRow>> {
      const query = await ask(caller, filter)
      const { period, timeZone } = query
      const [enter, ranks] = await Promise.all([
        countWeekHours(customersOf(db, query, period), query.filter, timeZone),
        ranksOf(db, query, period, byWeekHour(timeZone)),
      ])
      const rows = [...new Set([...enter.keys(), ...ranks.keys()])].toSorted().map((cell) => {
        const [weekday = '', hour = ''] = cell.split(' ')
        return {
          weekday: Number(weekday),
          hour: Number(hour),
          enterCustomers: enter.get(cell) ?? 0,
          humanFirstMedian: ranks.get(cell)?.humanFirstMedian ?? -1,
        }
      })
      return answer(query, { tiles: [], series: [], rows })
    },

    async leadPage(caller: Caller, body: LeadPageBody): Promise<PageAnswer<LeadPageRow>> {
      const query = await ask(caller, body)
      const { period, now } = query
      const filter = await listFilter(db, query)
      const counts = filter.few ? undefined : knownLeads(body)
      const known = counts && (await countKnown(db, query, counts))
      const { rows, total, page } = await readLeads(db, filter, { start: period.start, end: period.until }, body, known)
      const shown = await toLeadRows(db, rows, caller)
      return { tiles: [], series: [], rows: shown, total, page, pageSize: body.pageSize, asOf: now.toISOString() }
    },

    async sessionPage(caller: Caller, body: SessionPageBody): Promise<PageAnswer<SessionPageRow>> {
      const query = await ask(caller, body)
      const { period, timeZone, unansweredBefore, now } = query
      const span = { start: period.start, end: period.until }
      const filter = await listFilter(db, query)
      const counts = filter.few ? undefined : knownCounts(body)
      const [known, agents] = await Promise.all([counts && countKnown(db, query, counts), listAgents(db, query.entId)])
      const { rows, total, page } = await readCounted(db, { filter, span, timeZone, unansweredBefore }, body, known)
      const names = new Map(agents.map(({ id, name }) => [id, name]))
      const shown = rows.map((row) => toSessionRow(row, caller, names))
      return { tiles: [], series: [], rows: shown, total, page, pageSize: body.pageSize, asOf: now.toISOString() }
    },
  }
}
