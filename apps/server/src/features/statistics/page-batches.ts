import type { LeadPageBody, LeadPageRow, SessionPageBody, SessionPageRow } from '@ruwu/contract'
import { type Database, readInPieces } from '../../db/database.ts'
import type { ExportSource } from '../../platform/export-type.ts'
import { type CountedRow, countedRows } from './drill-down.repo.ts'
import { figureQuery } from './figure-query.ts'
import { leadRows, type ListedLead } from './lead-page.repo.ts'
import { listAgents, listTags } from './names.repo.ts'
import { toLeadRows, toSessionRow } from './statistics.view.ts'

/** Rows in memory at once. */
const PIECE = 1_000

type Reading = { db: Database; now: Date; piece?: number }

/** 会话明细 for an export. */
export async function* sessionBatches(
  { db, caller, filters }: ExportSource<SessionPageBody>,
  { db: database, now, piece = PIECE }: Reading,
): AsyncIterable<(SessionPageRow & { tags: string })[]> {
  const { filter, period, timeZone, unansweredBefore, entId } = await figureQuery(db, caller, filters, now)
  const [agents, tags] = await Promise.all([listAgents(db, entId), listTags(db, entId)])
  const agentNames = new Map(agents.map(({ id, name }) => [id, name]))
  const tagNames = new Map(tags.map(({ id, name }) => [id, name]))
  const query = { filter, span: { start: period.start, end: period.until }, timeZone, unansweredBefore }
  for await (const rows of readInPieces<CountedRow>(database, countedRows(query, filters), piece))
    yield rows.map((row) => {
      const shown = toSessionRow(row, caller, agentNames)
      return { ...shown, tags: shown.tagIds.flatMap((id) => tagNames.get(id) ?? []).join('、') }
    })
}

/** 线索 for an export. */
export async function* leadBatches(
  { db, caller, filters }: ExportSource<LeadPageBody>,
  { db: database, now, piece = PIECE }: Reading,
): AsyncIterable<LeadPageRow[]> {
  const { filter, period } = await figureQuery(db, caller, filters, now)
  const span = { start: period.start, end: period.until }
  for await (const rows of readInPieces<ListedLead>(database, leadRows(filter, span, filters), piece))
    yield await toLeadRows(db, rows, caller)
}
