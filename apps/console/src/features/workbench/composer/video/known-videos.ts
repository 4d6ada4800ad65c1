import type { Content, CustomerDetail } from '@ruwu/contract'

export type KnownVideo = { itemId: string; title: string }

/**
 * Videos of the account that this conversation has named: where the customer came from, what they shared and what was
 * sent to them. The platform has no list of an account's videos.
 */
export function knownVideos(
  { entry, contentTitle }: Pick<CustomerDetail, 'entry' | 'contentTitle'>,
  messages: readonly { content: Content }[],
): KnownVideo[] {
  const named = messages.map(({ content: { placeholder, extra = {} } }) => ({
    itemId: extra.itemId ?? extra.postId,
    title: typeof placeholder === 'string' ? placeholder : '',
  }))
  const found = new Map<string, string>()
  for (const { itemId, title } of [{ itemId: entry?.postId, title: contentTitle }, ...named.toReversed()])
    if (typeof itemId === 'string' && itemId !== '') found.set(itemId, found.get(itemId) || title)
  return [...found].map(([itemId, title]) => ({ itemId, title }))
}
