import type { OwnerType, QuickReply, QuickReplyGroup, Source } from '@ruwu/contract'
import { plainText } from '../search-text.ts'
import { pinyinInitials } from './pinyin-initials.ts'

/** Rank of a reply for a query: code, title, pinyin initials of the title, content. Undefined: no match. */
export function replyRank(reply: Pick<QuickReply, 'title' | 'content' | 'code'>, typed: string): number | undefined {
  const words = plainText(typed.trim())
  if (words === '') return 0
  const code = plainText(reply.code)
  if (code !== '' && code.startsWith(words)) return code === words ? 0 : 1
  const title = plainText(reply.title)
  if (title.startsWith(words)) return 2
  if (title.includes(words)) return 3
  if (/^[a-z0-9]+$/.test(words)) {
    const initials = pinyinInitials(reply.title)
    if (initials.startsWith(words)) return 4
    if (initials.includes(words)) return 5
  }
  return plainText(reply.content).includes(words) ? 6 : undefined
}

/** Replies that a search finds, best match first. */
export const searchReplies = <Reply extends Pick<QuickReply, 'title' | 'content' | 'code'>>(
  replies: readonly Reply[],
  typed: string,
): Reply[] =>
  replies
    .flatMap((reply) => {
      const rank = replyRank(reply, typed)
      return rank === undefined ? [] : [{ rank, reply }]
    })
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ reply }) => reply)

export type FoundReplyRow = { reply: QuickReply; group: Pick<QuickReplyGroup, 'id' | 'title' | 'ownerType'> }

/** Replies usable for a source, best match first; without a query in library order. */
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

/** Variables of a quick reply. */
export type ReplyVariables = { 客户昵称: string; 客服名: string; 企业名: string; 账号名: string }

export const REPLY_VARIABLES = ['客户昵称', '客服名', '企业名', '账号名'] as const satisfies (keyof ReplyVariables)[]

/** Replaces known variables; other text is kept. */
export const fillVariables = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{([^{}]+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? whole) : whole,
  )

/** Limits per library: the enterprise's, and each agent's own. */
export const QUICK_REPLIES_MAX = 500
export const QUICK_REPLY_GROUPS_MAX = 50

export const QUICK_REPLY_TEXTS = {
  tooMany: `每个快捷回复库最多 ${QUICK_REPLIES_MAX} 条`,
  tooManyGroups: `每个快捷回复库最多 ${QUICK_REPLY_GROUPS_MAX} 个分组`,
  groupTaken: '分组名已存在',
  codeTaken: '快捷码已被使用',
  otherLibrary: '只能移到同一个快捷回复库的分组',
  partGone: '图片或卡片不存在或已删除',
} as const

/** Group created for an agent who has none. */
export const FIRST_GROUP_TITLE = '我的收藏'

/** The two libraries. */
export const OWNER_TYPE_LABELS: Record<OwnerType, string> = { enterprise: '企业', agent: '我的' }

/** Columns of an import and an export. */
export const QUICK_REPLY_COLUMNS = { group: '分组', title: '标题', content: '内容', code: '快捷码' } as const
