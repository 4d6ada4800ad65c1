import type { QuickReply } from '@ruwu/contract'
import type { FoundReplyRow } from '@ruwu/domain'
import { texts } from './texts.ts'

export type ReplySection = {
  key: string
  /** 企业 or 我的. */
  owner: string
  /** The group; undefined in search results, which are sorted by score across groups. */
  title: string | undefined
  replies: readonly QuickReply[]
}

/** Replies under headings: by group in library order, or only by owner when searched. */
export function sectionsOf(rows: readonly FoundReplyRow[], isSearched: boolean): ReplySection[] {
  const sections = new Map<string, ReplySection & { replies: QuickReply[] }>()
  for (const { reply, group } of rows) {
    const key = isSearched ? group.ownerType : group.id
    const section = sections.get(key) ?? {
      key,
      owner: texts.owners[group.ownerType],
      title: isSearched ? undefined : group.title,
      replies: [],
    }
    section.replies.push(reply)
    sections.set(key, section)
  }
  return [...sections.values()]
}
