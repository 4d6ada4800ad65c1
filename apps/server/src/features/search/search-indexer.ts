import type { EntId } from '@ruwu/contract'
import { plainText } from '@ruwu/domain'
import { takePending } from '../../customer/search-pending.repo.ts'
import type { Database, Queryable } from '../../db/database.ts'
import { gramTokens } from './grams.ts'
import {
  deleteIndexRows,
  type IndexRow,
  insertIndexRows,
  readMessages,
  reserveNumbers,
  type StoredMessage,
  tryLockIndexer,
  updateIndexRows,
} from './search-index.repo.ts'
import { searchableText } from './searchable-text.ts'

const BATCH_SIZE = 1_000

type Indexed = StoredMessage & { words: string }

/** Keeps the search index up to date with new, changed and recalled messages. */
export class SearchIndexer {
  private readonly db: Database

  constructor(deps: { db: Database }) {
    this.db = deps.db
  }

  /** True when there may be more. */
  run(): Promise<boolean> {
    return this.db.transaction(async ({ sql: tx }) => {
      if (!(await tryLockIndexer(tx))) return false
      const pending = await takePending(tx, BATCH_SIZE)
      if (pending.length === 0) return false
      const messages = (await readMessages(tx, pending)).map((message) => ({
        ...message,
        words: plainText(searchableText(message.content)).trim(),
      }))
      for (const entId of new Set(messages.map((message) => message.entId))) {
        const own = messages.filter((message) => message.entId === entId)
        await index(tx, entId, own)
      }
      return pending.length === BATCH_SIZE
    })
  }
}

async function index(db: Queryable, entId: EntId, messages: readonly Indexed[]): Promise<void> {
  const added = messages.filter((message) => !message.known && message.words !== '')
  const last = added.length === 0 ? 0 : await reserveNumbers(db, entId, added.length)
  await insertIndexRows(
    db,
    added.map((message, place) => toIndexRow(message, last - added.length + 1 + place)),
  )
  const changed = messages.flatMap((message) =>
    message.known && message.words !== '' && message.words !== message.known.words
      ? [toIndexRow(message, message.known.no)]
      : [],
  )
  await updateIndexRows(db, changed)
  const removed = messages.flatMap(({ known, words }) => (known && words === '' ? [known.no] : []))
  await deleteIndexRows(db, entId, removed)
}

const toIndexRow = (message: Indexed, no: number): IndexRow => ({
  entId: message.entId,
  no,
  customerId: message.customerId,
  seq: message.seq,
  relationId: message.relationId,
  type: message.content.type,
  createdAt: message.createdAt,
  words: message.words,
  grams: gramTokens(message.entId, no, message.words),
})
