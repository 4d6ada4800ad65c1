/** A reason not to start, as one sentence for the operator: main prints its message and exits with 1. */
export class StartError extends Error {
  override name = 'StartError'
}
