import { assertCallback } from '@ruwu/domain'

export type Emitter<Events> = ReturnType<typeof createEmitter<Events>>

/** Callbacks by event. An exception in one is reported and the others still run. */
export function createEmitter<Events>(report: (error: unknown) => void) {
  const callbacks = new Map<keyof Events, Set<(payload: never) => unknown>>()

  /** Returns a function that unregisters the callback. */
  function on<E extends keyof Events>(event: E, callback: (payload: Events[E]) => unknown): () => void {
    assertCallback(callback)
    const registered = callbacks.get(event) ?? new Set()
    callbacks.set(event, registered.add(callback))
    return () => void registered.delete(callback)
  }

  function emit<E extends keyof Events>(event: E, payload: Events[E]): void {
    for (const callback of callbacks.get(event) ?? []) {
      try {
        callback(payload as never)
      } catch (error) {
        report(error)
      }
    }
  }

  return { on, emit }
}
