import { sql } from 'drizzle-orm'
import { bigint, customType, timestamp } from 'drizzle-orm/pg-core'

/** A UUIDv7: `uuid` in the database, 32 hexadecimal characters everywhere else. */
export const idOf = <Id extends string>(name: string) =>
  customType<{ data: Id; driverData: string }>({
    dataType: () => 'uuid',
    fromDriver: (value) => value.replaceAll('-', '') as Id,
    toDriver: (value) => value,
  })(name)

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

export const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' })

/** Sequence number of a message in its thread. */
export const seq = (name: string) => bigint(name, { mode: 'number' })

/** The allowed values of a text column, for its check. */
export const oneOf = (values: readonly string[]) => sql.raw(values.map((value) => `'${value}'`).join(', '))
