import type { LeadPageBody, LeadPageRow, SessionPageBody, SessionPageRow } from '@ruwu/contract'
import { type Database, inSnapshot, type Queryable } from '../../db/database.ts'
import type { ExportSource } from '../../platform/export-type.ts'
import { readCounted } from './drill-down.repo.ts'
import { figureQuery } from './figure-query.ts'
import { readLeads } from './lead-page.repo.ts'
import { listAgents, listTags } from './names.repo.ts'
import { toLeadRow, toSessionRow } from './statistics.view.ts'

// Every page sorts the whole list again: few and large pages, still small in memory.
const BATCH = 20_000

type Reading = { db: Database; now: Date; pageSize?: number }

/** Pages of one list as it is at one moment: rows that come or leave meanwhile shift none of them. */
const pages = <Row>(
  { db, pageSize = BATCH }: Reading,
  read: (sql: Queryable, paging: { page: number; pageSize: number }) => Promise<{ rows: Row[]; total: number }>,
): AsyncIterable<Row[]> =>
  inSnapshot(db, async function* (sql) {
    for (let page = 1; ; page += 1) {
      const { rows, total } = await read(sql, { page, pageSize })
      if (rows.length > 0) yield rows
      if (page * pageSize >= total) return
    }
  })

/** 会话明细 for an export. */
export async function* sessionBatches(
  { db, caller, filters }: ExportSource<SessionPageBody>,
  reading: Reading,
): AsyncIterable<(SessionPageRow & { tags: string })[]> {
  const { filter, period, timeZone, unansweredBefore, entId } = await figureQuery(db, caller, filters, reading.now)
  const [agents, tags] = await Promise.all([listAgents(db, entId), listTags(db, entId)])
  const agentNames = new Map(agents.map(({ id, name }) => [id, name]))
  const tagNames = new Map(tags.map(({ id, name }) => [id, name]))
  const query = { filter, span: { start: period.start, end: period.until }, timeZone, unansweredBefore }
  for await (const rows of pages(reading, (sql, paging) => readCounted(sql, query, { ...filters, ...paging })))
    yield rows.map((row) => {
      const shown = toSessionRow(row, caller, agentNames)
      return { ...shown, tags: shown.tagIds.flatMap((id) => tagNames.get(id) ?? []).join('、') }
    })
}

/** 线索 for an export. */
export async function* leadBatches(
  { db, caller, filters }: ExportSource<LeadPageBody>,
  reading: Reading,
): AsyncIterable<LeadPageRow[]> {
  const { filter, period } = await figureQuery(db, caller, filters, reading.now)
  const span = { start: period.start, end: period.until }
  for await (const rows of pages(reading, (sql, paging) => readLeads(sql, filter, span, { ...filters, ...paging })))
    yield rows.map((row) => toLeadRow(row, caller))
}
