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

/** What can stand in a quick reply for the one it is sent to and by. */
export type ReplyVariables = { 客户昵称: string; 客服名: string; 企业名: string; 账号名: string }

const REPLY_VARIABLES = ['客户昵称', '客服名', '企业名', '账号名'] as const satisfies (keyof ReplyVariables)[]

/** Names of variables are filled, everything else stays as it is written. */
export const fillVariables = (text: string, values: ReplyVariables): string =>
  text.replace(/\{([^{}]+)\}/g, (whole, name: string) => (isVariable(name) ? values[name] : whole))

const isVariable = (name: string): name is keyof ReplyVariables => (REPLY_VARIABLES as readonly string[]).includes(name)

/** Of each library, the enterprise's and every agent's own. */
export const QUICK_REPLIES_MAX = 500

export const QUICK_REPLY_TEXTS = { tooMany: `每个快捷回复库最多 ${QUICK_REPLIES_MAX} 条` } as const
