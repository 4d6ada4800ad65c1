/** Text the database can keep: without NUL and lone surrogates. */
export const cleanText = (text: string): string => text.replaceAll('\u0000', '').toWellFormed()

const MAX_DEPTH = 32

/** The same for every text and key of a client's value; undefined when it is nested deeper than anybody means. */
export function cleanValue(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return cleanText(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth === MAX_DEPTH) return undefined
  const isList = Array.isArray(value)
  const entries: [string, unknown][] = []
  for (const [key, item] of Object.entries(value)) {
    const cleaned = cleanValue(item, depth + 1)
    if (cleaned === undefined) return undefined
    entries.push([cleanText(key), cleaned])
  }
  return isList ? entries.map(([, item]) => item) : Object.fromEntries(entries)
}
