import type { CustomerId, CustomerMessage, EntId } from '@ruwu/contract'
import { readContentTitles } from '../customer/content-title.repo.ts'
import { maskFor } from '../customer/customer.view.ts'
import { contentIdIn, withContentTitle } from '../customer/entry-line.ts'
import { maskMessage } from '../customer/message.view.ts'
import type { Queryable } from '../db/database.ts'
import type { Caller } from '../platform/http/caller.ts'
import { type MessageRow, readByChatIds, toMessage } from './thread.repo.ts'

type ThreadKey = { entId: EntId; customerId: CustomerId }

/** Messages as the caller sees them, and those they quote from outside of the page; absent without any. */
export async function readThreadPage(
  db: Queryable,
  caller: Caller,
  thread: ThreadKey,
  rows: readonly MessageRow[],
): Promise<{ items: CustomerMessage[]; quotes?: CustomerMessage[] }> {
  const inPage = new Set(rows.map(({ chatId }) => chatId))
  const quoted = rows.flatMap(({ content: { reply } }) =>
    typeof reply === 'string' && !inPage.has(reply) ? [reply] : [],
  )
  const quotedRows = await readByChatIds(db, thread, quoted)
  const contentIds = [...rows, ...quotedRows].map(({ content }) => contentIdIn(content))
  const titles = await readContentTitles(db, thread.entId, contentIds)
  const mask = maskFor(caller)
  const shown = (row: MessageRow) =>
    maskMessage(toMessage({ ...row, content: withContentTitle(row.content, row.source, titles) }), mask)
  const items = rows.map(shown)
  return quotedRows.length > 0 ? { items, quotes: quotedRows.map(shown) } : { items }
}
