/*
 * PostgreSQL array literals. The driver can build them too, but inspects every element several times, which is
 * measurable with two dozen arrays per batch.
 */

type Plain = string | number | boolean | undefined

/** For ids, numbers and booleans, which need no quotes; undefined becomes null. */
export const plainArray = <Row>(rows: readonly Row[], pick: (row: Row) => Plain): string =>
  `{${rows.map((row) => pick(row) ?? 'null').join(',')}}`

export const textArray = <Row>(rows: readonly Row[], pick: (row: Row) => string): string =>
  `{${rows.map((row) => `"${escaped(pick(row))}"`).join(',')}}`

const escaped = (text: string) =>
  text.includes('"') || text.includes('\\') ? text.replaceAll(/["\\]/g, String.raw`\$&`) : text
