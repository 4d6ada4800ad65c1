import { getTableColumns, is, Name, Param, SQL, StringChunk, Table } from 'drizzle-orm'
import * as schema from './schema/index.ts'

/**
 * Of every part of a statement the library asks up to ten times what it is. Where `instanceof` says no, it goes on to compare names
 * along the chain of constructors, for processes that have loaded it twice. This one has not: without a constructor there is no
 * chain to walk, and a statement is made in half the time.
 */
const tables = Object.values(schema).filter((each) => is(each, Table))
const parts = tables.flatMap((table) => [table, ...Object.values(getTableColumns(table))])
const prototypes = [StringChunk, Name, Param, SQL].map((part) => part.prototype as object)
for (const prototype of new Set([...prototypes, ...parts.map((part) => Object.getPrototypeOf(part) as object)]))
  Object.defineProperty(prototype, 'constructor', { value: undefined })
