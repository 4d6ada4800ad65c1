export const isUniqueViolation = (error: unknown, indexName: string): boolean =>
  hasCause(error, ({ code, constraint }) => code === '23505' && constraint === indexName)

export const isForeignKeyViolation = (error: unknown, name: string): boolean =>
  hasCause(error, ({ code, constraint }) => code === '23503' && constraint === name)

/** The statement took longer than its `statement_timeout`. */
export const isStatementTimeout = (error: unknown): boolean => hasCause(error, ({ code }) => code === '57014')

const isDeadlock = (error: unknown): boolean => hasCause(error, ({ code }) => code === '40P01')

/** An earlier statement of the transaction has failed, also the one that would have prepared this one (26000). */
export const isAborted = (error: unknown): boolean =>
  hasCause(error, ({ code }) => code === '25P02' || code === '26000')

const TRIES_MAX = 3

/** Runs a transaction again when it was chosen as a deadlock's victim, or failed as `isTransient` says. */
export async function retryDeadlock<T>(
  work: () => Promise<T>,
  isTransient: (error: unknown) => boolean = () => false,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (tries === TRIES_MAX || !(isDeadlock(error) || isTransient(error))) throw error
    }
  }
}

type Refusal = Error & { code?: string; constraint?: string }

function hasCause(error: unknown, is: (refusal: Refusal) => boolean): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (is(cause)) return true
  return false
}
