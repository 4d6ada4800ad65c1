import {
  type ImportOptions,
  type ImportResult,
  type IncomingFile,
  KNOWLEDGE_MAX,
  type LibraryName,
  type RelationId,
} from '@ruwu/contract'
import type { Database } from '../../../db/database.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { getVisibleAccount } from '../../channel/index.ts'
import { emitKnowledgeChange, LIBRARY_FULL } from '../change-library.ts'
import { countEntries, libraryOf, lockLibrary } from '../knowledge.repo.ts'
import type { Pair } from '../qa.ts'
import { type ImportRow, importRows } from './import-rows.ts'
import { type Known, listQuestions, writePairs, type Written } from './import.repo.ts'

/** Imports questions from a sheet in one transaction; invalid rows are reported. */
export class ImportService {
  private readonly db: Database
  private readonly clock: Clock

  constructor(deps: { db: Database; clock: Clock }) {
    this.db = deps.db
    this.clock = deps.clock
  }

  async run(
    caller: Caller,
    to: { relationId: RelationId; library: LibraryName },
    file: IncomingFile,
    { enabled, ...options }: ImportOptions & { enabled: boolean },
  ): Promise<ImportResult> {
    const { id: relationId, entId } = await getVisibleAccount(this.db.sql, caller, to.relationId)
    const library = libraryOf({ entId, relationId }, to.library)
    const rows = await importRows(file)
    return this.db.transaction(async (tx) => {
      await lockLibrary(tx.sql, library)
      const plan = new Plan(await listQuestions(tx.sql, library), await countEntries(tx.sql, library), options)
      for (const row of rows) plan.take(row)
      const { result, written } = plan
      if (options.dryRun || written.size === 0) return result
      const now = this.clock.now()
      await writePairs(tx.sql, library, [...written.values()], { agentId: caller.agentId, now, enabled })
      await emitKnowledgeChange(tx, library, caller.agentId, now)
      return result
    })
  }
}

/** Decides the outcome per row in order; a later row with the same question counts as a duplicate of the earlier one. */
class Plan {
  readonly result: ImportResult = { success: 0, duplicates: 0, failed: [] }
  readonly written = new Map<string, Written>()
  private readonly known: ReadonlyMap<string, Known>
  private readonly options: ImportOptions
  private room: number

  constructor(known: ReadonlyMap<string, Known>, entries: number, options: ImportOptions) {
    this.known = known
    this.room = KNOWLEDGE_MAX - entries
    this.options = options
  }

  take(line: ImportRow): void {
    if ('msg' in line) this.result.failed.push(line)
    else this.place(line.row, line.pair)
  }

  private place(row: number, pair: Pair): void {
    const { question } = pair
    const known = this.known.get(question)
    if (known || this.written.has(question)) {
      this.result.duplicates += 1
      if (this.options.onDuplicate === 'overwrite') this.written.set(question, { known, ...pair })
    } else if (this.room === 0) {
      this.result.failed.push({ row, msg: LIBRARY_FULL })
    } else {
      this.room -= 1
      this.result.success += 1
      this.written.set(question, { known, ...pair })
    }
  }
}
