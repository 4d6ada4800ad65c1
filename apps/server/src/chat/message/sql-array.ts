/*
 * Lists as PostgreSQL writes its arrays. The driver would do it too, but looks at every element several times over, which is
 * felt where a batch has two dozen lists.
 */

type Plain = string | number | boolean | undefined

/** Of ids, numbers and flags, which need no quotes; what is undefined becomes null. */
export const plainArray = <Row>(rows: readonly Row[], pick: (row: Row) => Plain): string =>
  `{${rows.map((row) => pick(row) ?? 'null').join(',')}}`

export const textArray = <Row>(rows: readonly Row[], pick: (row: Row) => string): string =>
  `{${rows.map((row) => `"${escaped(pick(row))}"`).join(',')}}`

const escaped = (text: string) =>
  text.includes('"') || text.includes('\\') ? text.replaceAll(/["\\]/g, String.raw`\$&`) : text
