/** Whether the database refused a row because of this unique index. */
export function isUniqueViolation(error: unknown, indexName: string): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code, constraint } = cause as Error & { code?: string; constraint?: string }
    if (code === '23505' && constraint === indexName) return true
  }
  return false
}
