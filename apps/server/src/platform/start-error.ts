/** A failed start; main prints its message for the operator and exits with 1. */
export class StartError extends Error {
  override name = 'StartError'
}
