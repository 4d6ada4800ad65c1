export const isUniqueViolation = (error: unknown, indexName: string): boolean =>
  hasCause(error, ({ code, constraint }) => code === '23505' && constraint === indexName)

export const isDeadlock = (error: unknown): boolean => hasCause(error, ({ code }) => code === '40P01')

type Refusal = Error & { code?: string; constraint?: string }

function hasCause(error: unknown, is: (refusal: Refusal) => boolean): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (is(cause)) return true
  return false
}
