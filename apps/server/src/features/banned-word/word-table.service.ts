import {
  BANNED_PATTERNS_MAX,
  BANNED_WORDS_MAX,
  BannedWordFields,
  type BannedWordFilter,
  type BannedWordId,
  type ImportOptions,
  type ImportResult,
  type IncomingFile,
  type TableFile,
  type TableFormat,
} from '@ruwu/contract'
import {
  GUARD_TEXTS,
  WORD_CATEGORY_LABELS,
  WORD_LEVEL_LABELS,
  WORD_MATCH_LABELS,
  WORD_SOURCE_LABELS,
} from '@ruwu/domain'
import { writeAudit } from '../../platform/audit.repo.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { newId } from '../../platform/ids.ts'
import { readImportTable } from '../../platform/reading/import-table.ts'
import { tableFile } from '../../platform/table-file.ts'
import { insertWords, listWords, replaceWords, type WordRow } from './banned-word.repo.ts'
import { type BannedWordDeps, changeWords, kept, wordProblem } from './banned-word.service.ts'

const COLUMNS = {
  word: '违禁词',
  match: '匹配',
  level: '级别',
  replaceWith: '替换为',
  source: '来源',
  category: '分类',
  enabled: '启用',
} as const

const columns = Object.values(COLUMNS).map((name) => ({ name, width: 14 }))
/** Texts of the cells that hold a choice; an empty cell stands for the default. */
const LABELS = {
  match: WORD_MATCH_LABELS,
  level: WORD_LEVEL_LABELS,
  source: WORD_SOURCE_LABELS,
  category: WORD_CATEGORY_LABELS,
  enabled: { true: '是', false: '否' },
} as const
const EXAMPLES = [
  ['全城最低', '包含', '拦截', '', '全部', '绝对化', '是'],
  ['保证(有效|见效)', '正则', '提醒', '', '小红书', '医疗', '是'],
  ['特价', '包含', '替换', '优惠', '全部', '自定义', '是'],
]

type ExportedWords = Omit<BannedWordFilter, 'kind'> & { format: TableFormat }

type ReadRow = { row: number } & ({ fields: BannedWordFields } | { msg: string })

/** Own words as a table: template, import and export have the same columns. */
export function createWordTableService(deps: BannedWordDeps) {
  return {
    template: (): Promise<TableFile> => tableFile('违禁词导入模板', 'xlsx', columns, EXAMPLES),

    async export(caller: Caller, { format, ...filter }: ExportedWords): Promise<TableFile> {
      const rows = await listWords(deps.db.sql, caller.entId, filter)
      const after = { count: rows.length, format }
      const entry = { action: 'bannedWord.export', object: caller.entId, after } as const
      await writeAudit(deps.db.sql, caller, entry, deps.clock.now())
      return tableFile('违禁词库', format, columns, rows.map(toCells))
    },

    async import(caller: Caller, file: IncomingFile, options: ImportOptions): Promise<ImportResult> {
      const table = await readRows(file)
      const { entId, agentId } = caller
      if (options.dryRun) return planImport(table, await listWords(deps.db.sql, entId), options).result
      return changeWords(deps, caller, async ({ sql }) => {
        const { result, added, changed } = planImport(table, await listWords(sql, entId), options)
        const now = deps.clock.now()
        const edit = { updatedBy: agentId, updatedAt: now }
        const fresh = added.map((fields) => ({ entId, id: newId<BannedWordId>(now), ...kept(fields), ...edit }))
        if (fresh.length > 0) await insertWords(sql, fresh)
        const rows = [...changed].map(([id, { version, fields }]) => ({
          entId,
          id,
          ...kept(fields),
          ...edit,
          version: version + 1,
        }))
        await replaceWords(sql, rows)
        const after = { count: added.length, overwritten: changed.size }
        await writeAudit(sql, caller, { action: 'bannedWord.import', object: entId, name: file.name, after }, now)
        return result
      })
    },
  }
}

const keyOf = ({ match, word }: Pick<BannedWordFields, 'match' | 'word'>) => `${match} ${word.toLowerCase()}`

/** Decides the outcome per row, in order. Words are equal whatever their case; an equal row of the same table counts as a duplicate. */
function planImport(rows: readonly ReadRow[], known: readonly WordRow[], { onDuplicate }: ImportOptions) {
  const result: ImportResult = { success: 0, duplicates: 0, failed: [] }
  const rowsByKey = new Map(known.map((row) => [keyOf(row), row]))
  // An equal row has the same match, so that only new rows count.
  let patterns = known.filter(({ match }) => match === 'regex').length
  const added = new Map<string, BannedWordFields>()
  const changed = new Map<BannedWordId, { version: number; fields: BannedWordFields }>()
  for (const line of rows) {
    if ('msg' in line) {
      result.failed.push({ row: line.row, msg: line.msg })
      continue
    }
    const key = keyOf(line.fields)
    const same = rowsByKey.get(key)
    if (same || added.has(key)) {
      result.duplicates += 1
      if (onDuplicate === 'skip') continue
      if (same) changed.set(same.id, { version: same.version, fields: line.fields })
      else added.set(key, line.fields)
    } else if (known.length + added.size >= BANNED_WORDS_MAX) {
      result.failed.push({ row: line.row, msg: GUARD_TEXTS.tooManyWords })
    } else if (line.fields.match === 'regex' && patterns >= BANNED_PATTERNS_MAX) {
      result.failed.push({ row: line.row, msg: GUARD_TEXTS.tooManyPatterns })
    } else {
      if (line.fields.match === 'regex') patterns += 1
      result.success += 1
      added.set(key, line.fields)
    }
  }
  return { result, added: [...added.values()], changed }
}

async function readRows(file: IncomingFile): Promise<ReadRow[]> {
  const table = await readImportTable(file, { required: [COLUMNS.word], rowsMax: BANNED_WORDS_MAX })
  return table.map(({ row, cell }) => {
    const read: Record<string, unknown> = { word: cell(COLUMNS.word), replaceWith: cell(COLUMNS.replaceWith) }
    for (const [name, labels] of Object.entries(LABELS)) {
      const column = COLUMNS[name as keyof typeof LABELS]
      const found = Object.entries(labels).find(([, label]) => label === cell(column))
      if (found) read[name] = name === 'enabled' ? found[0] === 'true' : found[0]
      else if (cell(column) !== '') return { row, msg: `${column}应为${Object.values(labels).join('、')}之一` }
    }
    const fields = BannedWordFields.safeParse(read)
    if (!fields.success) return { row, msg: fields.error.issues[0]?.message ?? '内容不正确' }
    const [problem] = Object.values(wordProblem(fields.data))
    if (problem !== undefined) return { row, msg: problem }
    return { row, fields: fields.data }
  })
}

const toCells = (row: WordRow) => [
  row.word,
  WORD_MATCH_LABELS[row.match],
  WORD_LEVEL_LABELS[row.level],
  row.replaceWith,
  WORD_SOURCE_LABELS[row.source],
  WORD_CATEGORY_LABELS[row.category],
  LABELS.enabled[row.enabled ? 'true' : 'false'],
]
