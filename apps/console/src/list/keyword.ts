export const KEYWORD_MAX = 50

/** What is searched for, from the address; undefined when nothing is. */
export function readKeyword(search: URLSearchParams): string | undefined {
  const keyword = search.get('keyword')?.trim()
  return keyword ? Array.from(keyword).slice(0, KEYWORD_MAX).join('') : undefined
}

/** What is not set is left out of the address. */
export function writeQuery(values: Record<string, unknown>): URLSearchParams {
  const pairs = Object.entries(values).filter(([, value]) => value !== undefined && value !== '')
  return new URLSearchParams(pairs.map(([key, value]) => [key, String(value)]))
}
