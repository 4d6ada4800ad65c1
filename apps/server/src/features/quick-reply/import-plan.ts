import type {
  AgentId,
  ImportOptions,
  ImportResult,
  QuickReplyGroupId,
  QuickReplyId,
  QuickReplyRow,
} from '@ruwu/contract'
import { QUICK_REPLIES_MAX, QUICK_REPLY_GROUPS_MAX, QUICK_REPLY_TEXTS } from '@ruwu/domain'
import type { z } from 'zod'
import { newId } from '../../platform/ids.ts'
import { type GroupRow, type Library, libraryIdOf, type NewGroup, type ReplyRow } from './quick-reply.repo.ts'

export type ReadReply = z.infer<typeof QuickReplyRow>
/** A row of the table with the number shown to users. */
export type ImportRow = { row: number } & ({ reply: ReadReply } | { msg: string })

type Context = {
  library: Library
  groups: readonly GroupRow[]
  replies: readonly ReplyRow[]
  options: ImportOptions
  by: { agentId: AgentId; now: Date }
}

/**
 * Decides the outcome per row, in order. A reply is the same as another when group and title are equal, also one further up in
 * the table. Codes that were in use before the import are not free during it.
 */
export function planImport(rows: readonly ImportRow[], { library, groups, replies, options, by }: Context) {
  const result: ImportResult = { success: 0, duplicates: 0, failed: [] }
  const groupIds = new Map(groups.map((group) => [group.title, group.id]))
  const titles = new Map(groups.map((group) => [group.id, group.title]))
  const known = new Map(replies.map((reply) => [keyOf(titles.get(reply.groupId) ?? '', reply.title), reply]))
  const codes = new Map(replies.filter(({ code }) => code !== '').map(({ code, id }) => [code, id]))
  const ends = new Map<QuickReplyGroupId, number>()
  for (const { groupId, position } of replies) ends.set(groupId, Math.max(ends.get(groupId) ?? 0, position + 1))
  let groupEnd = (groups.at(-1)?.position ?? -1) + 1
  const newGroups: NewGroup[] = []
  const added = new Map<QuickReplyId, ReplyRow>()
  const overwritten = new Map<QuickReplyId, ReplyRow>()

  /** Undefined when there is no room for another group. */
  const groupOf = (title: string): QuickReplyGroupId | undefined => {
    const id = groupIds.get(title)
    if (id ?? groupIds.size >= QUICK_REPLY_GROUPS_MAX) return id
    const made = newId<QuickReplyGroupId>(by.now)
    groupIds.set(title, made)
    newGroups.push({
      ...library,
      id: made,
      ownerType: library.agentId ? 'agent' : 'enterprise',
      title,
      position: groupEnd,
    })
    groupEnd += 1
    return made
  }

  const place = ({ group, title, content, code }: ReadReply): string | undefined => {
    const same = known.get(keyOf(group, title))
    if (same && options.onDuplicate === 'skip') {
      result.duplicates += 1
      return undefined
    }
    const owner = code === '' ? undefined : codes.get(code)
    if (owner !== undefined && owner !== same?.id) return QUICK_REPLY_TEXTS.codeTaken
    const edit = { content, updatedBy: by.agentId, updatedAt: by.now }
    if (same) {
      result.duplicates += 1
      const row = { ...same, ...edit, code: code || same.code, version: same.version + (added.has(same.id) ? 0 : 1) }
      ;(added.has(same.id) ? added : overwritten).set(same.id, row)
      if (code !== '') codes.set(code, same.id)
      known.set(keyOf(group, title), { ...row, version: same.version })
      return undefined
    }
    if (replies.length + added.size >= QUICK_REPLIES_MAX) return QUICK_REPLY_TEXTS.tooMany
    const groupId = groupOf(group)
    if (groupId === undefined) return QUICK_REPLY_TEXTS.tooManyGroups
    const position = ends.get(groupId) ?? 0
    ends.set(groupId, position + 1)
    const id = newId<QuickReplyId>(by.now)
    const at = { entId: library.entId, libraryId: libraryIdOf(library), groupId, id, position }
    const row = { ...at, title, code, parts: [], sources: [], uses: 0, version: 1, ...edit }
    added.set(id, row)
    known.set(keyOf(group, title), row)
    if (code !== '') codes.set(code, id)
    result.success += 1
    return undefined
  }

  for (const line of rows) {
    const msg = 'msg' in line ? line.msg : place(line.reply)
    if (msg !== undefined) result.failed.push({ row: line.row, msg })
  }
  return { result, newGroups, added: [...added.values()], overwritten: [...overwritten.values()] }
}

const keyOf = (group: string, title: string) => `${group}\n${title}`
