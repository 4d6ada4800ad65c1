import type { QuickReply, QuickReplyGroup, Source } from '@ruwu/contract'
import { pinyinInitials } from './pinyin-initials.ts'

const fold = (text: string) => text.normalize('NFKC').toLowerCase()

/** How well a reply answers what was typed: by its code, its title, the letters of its title, then its content. Undefined: not at all. */
export function replyRank(reply: Pick<QuickReply, 'title' | 'content' | 'code'>, typed: string): number | undefined {
  const words = fold(typed.trim())
  if (words === '') return 0
  const code = fold(reply.code)
  if (code !== '' && code.startsWith(words)) return code === words ? 0 : 1
  const title = fold(reply.title)
  if (title.startsWith(words)) return 2
  if (title.includes(words)) return 3
  if (/^[a-z0-9]+$/.test(words)) {
    const initials = pinyinInitials(reply.title)
    if (initials.startsWith(words)) return 4
    if (initials.includes(words)) return 5
  }
  return fold(reply.content).includes(words) ? 6 : undefined
}

export type FoundReplyRow = { reply: QuickReply; group: Pick<QuickReplyGroup, 'id' | 'title' | 'ownerType'> }

/** The replies usable for a source, best first; without words in the order of the library. */
export function findReplies(groups: readonly QuickReplyGroup[], typed: string, source: Source): FoundReplyRow[] {
  return groups
    .flatMap((group) =>
      group.replies.flatMap((reply) => {
        const rank = isFor(reply, source) ? replyRank(reply, typed) : undefined
        return rank === undefined ? [] : [{ rank, reply, group }]
      }),
    )
    .toSorted((left, right) => left.rank - right.rank)
    .map(({ reply, group: { id, title, ownerType } }) => ({ reply, group: { id, title, ownerType } }))
}

const isFor = ({ sources }: QuickReply, source: Source) => sources.length === 0 || sources.includes(source)
