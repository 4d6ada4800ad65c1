import type { ConsoleEvent } from '@ruwu/contract'
import type { QueryClient } from '@tanstack/react-query'
import { changeDraft } from '../composer/draft/draft-store.ts'
import { EMPTY_DRAFT } from '../composer/draft/draft.ts'
import { threadStore } from './thread-store.ts'

/** Applies message events to the held threads. */
export function onMessageEvent(_: QueryClient, event: ConsoleEvent) {
  if (event.type === 'cus_message') threadStore.take(event.customerId, event.message)
  else if (event.type === 'message_change' || event.type === 'send_msg_failed' || event.type === 'cus_read')
    threadStore.apply(event)
  else if (event.type === 'perms_change' || (event.type === 'customer_setting_change' && event.customersToo))
    threadStore.refetchAll()
  else if (event.type === 'customer_erase') {
    threadStore.forget(event.customerId)
    changeDraft(event.customerId, EMPTY_DRAFT)
  }
}
