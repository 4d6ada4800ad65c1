import { CustomerId, MessageId } from '@ruwu/contract'
import { filterFromQuery, filterToQuery, type ListView } from '@ruwu/domain'

/** The page's state in the URL: list view, customer, and optionally a message. */
type ChatUrl = ListView & {
  customerId: CustomerId | undefined
  messageId: MessageId | undefined
}

/** Unknown keys are ignored, an invalid value counts as not set. */
export function readChatUrl(search: URLSearchParams): ChatUrl {
  const customerId = CustomerId.safeParse(search.get('customerId')).data
  return {
    ...filterFromQuery(search),
    customerId,
    messageId: customerId && MessageId.safeParse(search.get('messageId')).data,
  }
}

export function writeChatUrl({ customerId, messageId, ...view }: ChatUrl): URLSearchParams {
  const search = filterToQuery(view)
  if (customerId) search.set('customerId', customerId)
  if (customerId && messageId) search.set('messageId', messageId)
  return search
}
