import {
  type ImportOptions,
  type ImportResult,
  type IncomingFile,
  TAG_IMPORT_ROWS_MAX,
  type TagColor,
  TagFields,
  TagGroupFields,
  type TagGroupId,
  type TagId,
} from '@ruwu/contract'
import { TAG_COLOR_LABELS, TAG_GROUPS_MAX, TAG_TEXTS, tagColorOf, TAGS_MAX } from '@ruwu/domain'
import { newId } from '../../platform/ids.ts'
import { readImportTable } from '../../platform/reading/import-table.ts'
import { tableFile } from '../../platform/table-file.ts'
import type { TagGroupRow } from './tag-group.repo.ts'
import type { TagRow } from './tag.repo.ts'

const COLUMNS = { name: '标签名', group: '分组', color: '颜色' } as const

type ReadTag = { name: string; group: string; color: TagColor | undefined }
export type ImportRow = { row: number } & ({ tag: ReadTag } | { msg: string })

const columns = Object.values(COLUMNS).map((name) => ({ name, width: 18 }))
const EXAMPLES = [
  ['三房', '户型', '蓝'],
  ['预算充足', '需求', '绿'],
]

export const importTemplate = () => tableFile('标签导入模板', 'xlsx', columns, EXAMPLES)

export async function readTagRows(file: IncomingFile): Promise<ImportRow[]> {
  const table = await readImportTable(file, { required: [COLUMNS.name], rowsMax: TAG_IMPORT_ROWS_MAX })
  return table.map(({ row, cell }) => {
    const [group, label] = [cell(COLUMNS.group), cell(COLUMNS.color)]
    const color = tagColorOf(label)
    const tag = TagFields.safeParse({ name: cell(COLUMNS.name) })
    const read = group === '' ? undefined : TagGroupFields.safeParse({ name: group, single: false })
    const issue = tag.error?.issues[0] ?? read?.error?.issues[0]
    if (issue) return { row, msg: issue.message }
    if (label !== '' && !color) return { row, msg: `颜色应为${Object.values(TAG_COLOR_LABELS).join('、')}之一` }
    return { row, tag: { name: tag.data?.name ?? '', group, color } }
  })
}

/** Marks the names of system tags, which an import leaves alone. */
const SYSTEM = Symbol('system')

type NewTag = { id: TagId; name: string; color: TagColor; groupId: TagGroupId | null }
type ChangedTag = { id: TagId; color?: TagColor; groupId?: TagGroupId }

/** Decides the outcome per row, in order. A group that does not exist is made; names are equal whatever their case. */
export function planTagImport(
  rows: readonly ImportRow[],
  known: { tags: readonly TagRow[]; groups: readonly TagGroupRow[] },
  { onDuplicate }: ImportOptions,
  now: Date,
) {
  const result: ImportResult = { success: 0, duplicates: 0, failed: [] }
  const byName = new Map<string, TagId | typeof SYSTEM>(
    known.tags.map((tag) => [tag.name.toLowerCase(), tag.kind === 'system' ? SYSTEM : tag.id]),
  )
  const groupIds = new Map(known.groups.map((group) => [group.name, group.id]))
  let room = TAGS_MAX - known.tags.filter((tag) => tag.kind !== 'system').length
  const newGroups: { id: TagGroupId; name: string }[] = []
  const added = new Map<TagId, NewTag>()
  const changed = new Map<TagId, ChangedTag>()

  const groupOf = (name: string): TagGroupId | undefined => {
    const id = groupIds.get(name)
    if (id || groupIds.size >= TAG_GROUPS_MAX) return id
    const made = { id: newId<TagGroupId>(now), name }
    groupIds.set(name, made.id)
    newGroups.push(made)
    return made.id
  }

  const place = ({ name, group, color }: ReadTag): string | undefined => {
    const same = byName.get(name.toLowerCase())
    if (same === SYSTEM) return TAG_TEXTS.systemTag
    if (same && onDuplicate === 'skip') {
      result.duplicates += 1
      return undefined
    }
    if (!same && room === 0) return TAG_TEXTS.tooMany
    const groupId = group === '' ? null : groupOf(group)
    if (groupId === undefined) return TAG_TEXTS.tooManyGroups
    const fresh = same && added.get(same)
    if (same) result.duplicates += 1
    if (fresh) added.set(fresh.id, { ...fresh, color: color ?? fresh.color, groupId: groupId ?? fresh.groupId })
    else if (same)
      changed.set(same, { ...changed.get(same), id: same, ...(color && { color }), ...(groupId && { groupId }) })
    else {
      room -= 1
      result.success += 1
      const id = newId<TagId>(now)
      byName.set(name.toLowerCase(), id)
      added.set(id, { id, name, color: color ?? 'blue', groupId })
    }
    return undefined
  }

  for (const line of rows) {
    const msg = 'msg' in line ? line.msg : place(line.tag)
    if (msg !== undefined) result.failed.push({ row: line.row, msg })
  }
  return { result, newGroups, added: [...added.values()], changed: [...changed.values()] }
}
