/** Text that PostgreSQL can store: without NUL and lone surrogates. */
export const cleanText = (text: string): string =>
  isCleanText(text) ? text : text.replaceAll('\u0000', '').toWellFormed()

export const isCleanText = (text: string): boolean => text.isWellFormed() && !text.includes('\u0000')

const MAX_DEPTH = 32

/** Cleans every string and key of a client's JSON value; undefined when it is nested deeper than MAX_DEPTH. */
export function cleanValue(value: unknown): unknown {
  return isClean(value, 0) ? value : cleaned(value, 0)
}

/** Fast path: a clean value is returned without a copy. */
function isClean(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return isCleanText(value)
  if (typeof value !== 'object' || value === null) return true
  if (depth === MAX_DEPTH) return false
  if (Array.isArray(value)) return value.every((item) => isClean(item, depth + 1))
  for (const key in value)
    if (!isCleanText(key) || !isClean((value as Record<string, unknown>)[key], depth + 1)) return false
  return true
}

function cleaned(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return cleanText(value)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  if (depth === MAX_DEPTH) return undefined
  const isList = Array.isArray(value)
  const entries: [string, unknown][] = []
  for (const [key, item] of Object.entries(value)) {
    const clean = cleaned(item, depth + 1)
    if (clean === undefined) return undefined
    entries.push([cleanText(key), clean])
  }
  return isList ? entries.map(([, item]) => item) : Object.fromEntries(entries)
}
