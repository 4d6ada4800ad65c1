export const KEYWORD_MAX = 50

/** The keyword in the URL; undefined without one. */
export function readKeyword(search: URLSearchParams): string | undefined {
  const keyword = search.get('keyword')?.trim()
  return keyword ? Array.from(keyword).slice(0, KEYWORD_MAX).join('') : undefined
}

/** Unset values are left out of the URL. */
export function writeQuery(values: Record<string, unknown>): URLSearchParams {
  const pairs = Object.entries(values).filter(([, value]) => value !== undefined && value !== '')
  return new URLSearchParams(pairs.map(([key, value]) => [key, String(value)]))
}
