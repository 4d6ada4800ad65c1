import {
  type ImportOptions,
  type ImportResult,
  type IncomingFile,
  type OwnerType,
  QUICK_REPLY_IMPORT_ROWS_MAX,
  QuickReplyRow,
  type TableFile,
  type TableFormat,
} from '@ruwu/contract'
import { OWNER_TYPE_LABELS, QUICK_REPLY_COLUMNS, SAMPLE_REPLIES, searchReplies, SOURCE_LABELS } from '@ruwu/domain'
import type { Queryable } from '../../db/database.ts'
import { writeAudit } from '../../platform/audit.repo.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { readImportTable } from '../../platform/reading/import-table.ts'
import { tableFile } from '../../platform/table-file.ts'
import { assertMayChange, changeLibrary, type LibraryDeps, libraryOf, recordChange } from './change-library.ts'
import { type ImportRow, planImport } from './import-plan.ts'
import {
  insertGroups,
  insertReplies,
  libraryIdOf,
  listGroupsOf,
  listRepliesOf,
  overwriteReplies,
} from './quick-reply.repo.ts'

const { group, title, content, code } = QUICK_REPLY_COLUMNS
const COLUMNS = [
  { name: group, width: 16 },
  { name: title, width: 24 },
  { name: content, width: 70 },
  { name: code, width: 14 },
]
const EXPORT_COLUMNS = [
  ...COLUMNS,
  { name: '适用来源', width: 16 },
  { name: '使用次数', width: 10 },
  { name: '更新人', width: 14 },
]

/** Whole libraries as tables. */
export function createQuickReplyImportService(deps: LibraryDeps) {
  return {
    template: (): Promise<TableFile> => tableFile('快捷回复导入模板', 'xlsx', COLUMNS, SAMPLE_REPLIES.slice(0, 2)),

    async import(
      caller: Caller,
      ownerType: OwnerType,
      file: IncomingFile,
      options: ImportOptions,
    ): Promise<ImportResult> {
      const library = libraryOf(caller, ownerType)
      assertMayChange(caller, library)
      const rows = await readRows(file)
      const plan = async (sql: Queryable) =>
        planImport(rows, {
          library,
          groups: await listGroupsOf(sql, library),
          replies: await listRepliesOf(sql, library),
          options,
          by: { agentId: caller.agentId, now: deps.clock.now() },
        })
      if (options.dryRun) return (await plan(deps.db.sql)).result
      return changeLibrary(deps, caller, library, async (tx) => {
        const { sql } = tx
        const { result, newGroups, added, overwritten } = await plan(sql)
        await insertGroups(sql, newGroups)
        await insertReplies(sql, added)
        await overwriteReplies(sql, overwritten)
        await recordChange(deps, tx, caller, library, {
          action: 'quickReply.import',
          object: libraryIdOf(library),
          name: file.name,
          after: { count: added.length, overwritten: overwritten.length },
        })
        return result
      })
    },

    /** The library, or what a search finds in it. */
    async export(
      caller: Caller,
      { ownerType, format, keyword = '' }: { ownerType: OwnerType; format: TableFormat; keyword?: string | undefined },
    ): Promise<TableFile> {
      const library = libraryOf(caller, ownerType)
      const [groups, replies] = await Promise.all([
        listGroupsOf(deps.db.sql, library),
        listRepliesOf(deps.db.sql, library),
      ])
      const titles = new Map(groups.map((each) => [each.id, each.title]))
      const rows = searchReplies(replies, keyword).map((reply) => [
        titles.get(reply.groupId) ?? '',
        reply.title,
        reply.content,
        reply.code,
        reply.sources.map((source) => SOURCE_LABELS[source]).join('、'),
        String(reply.uses),
        reply.updatedByName,
      ])
      const entry = {
        action: 'quickReply.export' as const,
        object: libraryIdOf(library),
        name: OWNER_TYPE_LABELS[ownerType],
      }
      await writeAudit(deps.db.sql, caller, { ...entry, after: { count: rows.length, format } }, deps.clock.now())
      return tableFile(`${OWNER_TYPE_LABELS[ownerType]}快捷回复`, format, EXPORT_COLUMNS, rows)
    },
  }
}

const readRows = async (file: IncomingFile): Promise<ImportRow[]> =>
  (await readImportTable(file, { required: [group, title, content], rowsMax: QUICK_REPLY_IMPORT_ROWS_MAX })).map(
    ({ row, cell }) => {
      const read = QuickReplyRow.safeParse({
        group: cell(group),
        title: cell(title),
        content: cell(content),
        code: cell(code),
      })
      return read.success ? { row, reply: read.data } : { row, msg: read.error.issues[0]?.message ?? '内容不正确' }
    },
  )
