/** The names the server lists as `usedBy` when it refuses a deletion. */
export function usersOf(data: unknown): readonly string[] {
  if (typeof data !== 'object' || data === null || !('usedBy' in data) || !Array.isArray(data.usedBy)) return []
  return data.usedBy.filter((it) => typeof it === 'string')
}
