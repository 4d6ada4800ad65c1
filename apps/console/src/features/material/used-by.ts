/** The names in a refusal because something is in use; the server lists them as `usedBy`. */
export function usersOf(data: unknown): readonly string[] {
  if (typeof data !== 'object' || data === null || !('usedBy' in data) || !Array.isArray(data.usedBy)) return []
  return data.usedBy.filter((it) => typeof it === 'string')
}
