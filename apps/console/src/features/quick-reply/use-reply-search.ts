import type { OwnerType, QuickReply, Source } from '@ruwu/contract'
import { findReplies } from '@ruwu/domain'
import { useMemo } from 'react'
import { useReplyLibrary } from './quick-reply.queries.ts'
import { type ReplySection, sectionsOf } from './reply-rows.ts'

export type ReplySearch = {
  /** Undefined while loading. */
  sections: readonly ReplySection[] | undefined
  /** All replies in display order. */
  replies: readonly QuickReply[]
  /** How many more match. */
  more: number
  error: Error | null
  isSearched: boolean
}

type SearchOptions = {
  source: Source
  keyword: string
  /** Only one of the libraries. */
  owner?: OwnerType
  /** Maximum shown; the rest is found by searching. */
  most?: number
  /** False while nothing of it is on the screen. */
  isShown?: boolean
}

const NONE: readonly ReplySection[] = []

/** Replies matching by code, title, initials or content. */
export function useReplySearch({ source, keyword, owner, most = Infinity, isShown }: SearchOptions): ReplySearch {
  const { data, error } = useReplyLibrary(isShown)
  const isSearched = keyword.trim() !== ''
  const found = useMemo(() => {
    if (!data) return undefined
    const groups = [...data.entGroups, ...data.agentGroups].filter((it) => !owner || it.ownerType === owner)
    return findReplies(groups, keyword, source)
  }, [data, owner, keyword, source])
  const sections = useMemo(() => found && sectionsOf(found.slice(0, most), isSearched), [found, most, isSearched])
  return {
    sections,
    replies: useMemo(() => (sections ?? NONE).flatMap((it) => it.replies), [sections]),
    more: Math.max(0, (found?.length ?? 0) - most),
    error: data ? null : error,
    isSearched,
  }
}
