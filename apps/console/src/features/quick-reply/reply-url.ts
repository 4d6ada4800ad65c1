import type { OwnerType, QuickReplyGroupId, QuickReplyId } from '@ruwu/contract'
import { readKeyword } from '../../list/url-query.ts'
import { useUrlQuery } from '../../list/use-url-query.ts'

/** Takes the place of an id in the URL while a reply is created. */
export const NEW_REPLY = 'new'

type Changes = Partial<Record<'group' | 'keyword' | 'reply' | 'layer', string | undefined>>

/** Library, group, keyword and the open layer, kept in the URL. */
export function useReplyUrl() {
  const [search, changeQuery] = useUrlQuery()
  const owner: OwnerType = search.get('tab') === 'agent' ? 'agent' : 'enterprise'
  const change = (changes: Changes, options?: { replace: boolean }) =>
    changeQuery((old) => {
      for (const [key, value] of Object.entries(changes)) {
        if (value) old.set(key, value)
        else old.delete(key)
      }
      return old
    }, options)
  return {
    owner,
    groupId: search.get('group') as QuickReplyGroupId | null,
    keyword: readKeyword(search) ?? '',
    reply: search.get('reply') as QuickReplyId | typeof NEW_REPLY | null,
    isImporting: search.get('layer') === 'import',
    search: (keyword: string) => change({ keyword }),
    openGroup: (group: QuickReplyGroupId | undefined) => change({ group, keyword: undefined }),
    openReply: (reply: QuickReplyId | typeof NEW_REPLY) => change({ reply }),
    openImport: () => change({ layer: 'import' }),
    close: () => change({ reply: undefined, layer: undefined }, { replace: true }),
  }
}

/** The address of a library. */
export const libraryPath = (owner: OwnerType) => (owner === 'agent' ? '?tab=agent' : '?')
