import type { ImportOptions, ImportResult, IncomingFile, TagGroupId } from '@ruwu/contract'
import { markSingleChoices, unmarkSingleChoices } from '../../customer/tag-bindings.repo.ts'
import type { Database, Queryable } from '../../db/database.ts'
import { writeAudit } from '../../platform/audit.repo.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { changeTagBook } from './change-tags.ts'
import { planTagImport, readTagRows } from './import-tags.ts'
import { insertGroup, listGroups } from './tag-group.repo.ts'
import { changeTags, countOwnTags, insertTags, listTags } from './tag.repo.ts'

export type TagImportService = ReturnType<typeof createTagImportService>

/** Tags from a table, in one transaction; invalid rows are reported by their number. */
export function createTagImportService({ db, clock }: { db: Database; clock: Clock }) {
  return {
    async run(caller: Caller, file: IncomingFile, options: ImportOptions): Promise<ImportResult> {
      const rows = await readTagRows(file)
      const now = clock.now()
      const { entId, agentId } = caller
      const plan = async (sql: Queryable) => {
        const known = { tags: await listTags(sql, entId), groups: await listGroups(sql, entId) }
        return { known, ...planTagImport(rows, known, options, now) }
      }
      if (options.dryRun) return (await plan(db.sql)).result
      return changeTagBook(db, caller, now, async ({ sql }) => {
        const { known, result, newGroups, added, changed } = await plan(sql)
        const edit = { updatedBy: agentId, updatedAt: now }
        for (const [index, group] of newGroups.entries())
          await insertGroup(sql, { entId, ...group, position: known.groups.length + index, ...edit })
        const { end } = await countOwnTags(sql, entId)
        const made = { entId, kind: 'manual', createdAt: now, ...edit } as const
        const tags = added.map((tag, index) => ({ ...made, ...tag, position: end + index }))
        if (tags.length > 0) await insertTags(sql, tags)
        for (const { id, ...fields } of changed) await changeTags(sql, { entId, ids: [id] }, { ...fields, ...edit })
        await unmarkSingleChoices(
          sql,
          entId,
          changed.flatMap(({ id, groupId }) => (groupId ? [id] : [])),
        )
        const touched = new Set<TagGroupId>(changed.flatMap(({ groupId }) => groupId ?? []))
        for (const groupId of touched) await markSingleChoices(sql, entId, groupId)
        const after = { count: added.length, overwritten: changed.length }
        await writeAudit(sql, caller, { action: 'tag.import', object: entId, name: file.name, after }, now)
        return result
      })
    },
  }
}
