import { getTableColumns, is, Name, Param, SQL, StringChunk, Table } from 'drizzle-orm'
import * as schema from './schema/index.ts'

const tables = Object.values(schema).filter((each) => is(each, Table))
const parts = tables.flatMap((table) => [table, ...Object.values(getTableColumns(table))])
const prototypes = [StringChunk, Name, Param, SQL].map((part) => part.prototype as object)

/** The prototypes that lose their constructor, with what it was. */
export const constructors = new Map(
  [...prototypes, ...parts.map((part) => Object.getPrototypeOf(part) as object)].map((each) => [
    each,
    each.constructor,
  ]),
)

// drizzle's `is()` walks the constructor chain for every SQL chunk; without a `constructor` it stops at `instanceof`. The chain is for
// processes that have loaded the library twice. A statement is made in half the time.
for (const prototype of constructors.keys()) Object.defineProperty(prototype, 'constructor', { value: undefined })
