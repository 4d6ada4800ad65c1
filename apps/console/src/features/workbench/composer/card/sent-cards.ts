import {
  type CustomerId,
  type CustomerMessage,
  MESSAGE_PAGE_MAX,
  MESSAGE_STATUS,
  type MaterialId,
  messageApi,
} from '@ruwu/contract'
import { call } from '../../../../api/call.ts'

const CARD_AGAIN_MS = 24 * 3_600_000

// How far back repetitions are looked for.
const PAGES_MAX = 5

/** Whether one of the messages is this card, sent within 24 hours and not recalled. */
export const holdsCard = (messages: readonly CustomerMessage[], materialId: MaterialId, now: number) =>
  messages.some(
    ({ content, status, createdAt }) =>
      content.type === 'link' &&
      content.extra?.materialId === materialId &&
      status !== MESSAGE_STATUS.failed &&
      now - Date.parse(createdAt) < CARD_AGAIN_MS,
  )

/** Queries the server, because the open thread may hold only its latest messages. */
export async function wasCardSent(customerId: CustomerId, materialId: MaterialId): Promise<boolean> {
  const now = Date.now()
  let beforeSeq: number | undefined
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const body = { customerId, beforeSeq, limit: MESSAGE_PAGE_MAX }
    const { items, hasMoreBefore } = await call(messageApi.list, { body })
    if (holdsCard(items, materialId, now)) return true
    const [oldest] = items
    if (!oldest || !hasMoreBefore || now - Date.parse(oldest.createdAt) >= CARD_AGAIN_MS) return false
    beforeSeq = oldest.seq
  }
  return false
}
