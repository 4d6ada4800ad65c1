import { CustomerId, MessageId } from '@ruwu/contract'
import { filterFromQuery, filterToQuery, type ListView } from '@ruwu/domain'

/** The page's state in the URL: list view, customer, and optionally a message, by its id or its number in the thread. */
type ChatUrl = ListView & {
  customerId: CustomerId | undefined
  messageId: MessageId | undefined
  seq: number | undefined
}

/** Unknown keys are ignored, an invalid value counts as not set. */
export function readChatUrl(search: URLSearchParams): ChatUrl {
  const customerId = CustomerId.safeParse(search.get('customerId')).data
  return {
    ...filterFromQuery(search),
    customerId,
    messageId: customerId && MessageId.safeParse(search.get('messageId')).data,
    seq: customerId && readSeq(search.get('seq')),
  }
}

const readSeq = (text: string | null): number | undefined =>
  text && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined

export function writeChatUrl({ customerId, messageId, seq, ...view }: ChatUrl): URLSearchParams {
  const search = filterToQuery(view)
  if (customerId) search.set('customerId', customerId)
  if (customerId && messageId) search.set('messageId', messageId)
  if (customerId && seq !== undefined) search.set('seq', String(seq))
  return search
}
