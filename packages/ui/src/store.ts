import { useSyncExternalStore } from 'react'

/** Listeners of one kind of event. `emit` calls them in order of registration and returns whether there were any. */
export function createEvent<Args extends readonly unknown[] = []>() {
  const listeners = new Set<(...args: Args) => void>()
  return {
    /** Returns a function that removes the listener. */
    on(listener: (...args: Args) => void): () => void {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    emit(...args: Args): boolean {
      for (const listener of listeners) listener(...args)
      return listeners.size > 0
    },
    hasListeners: () => listeners.size > 0,
  }
}

export type Store<T> = {
  get(): T
  /** Notifies only when the value changed (`Object.is`). */
  set(next: T): void
  subscribe(listener: () => void): () => void
  isObserved(): boolean
}

/**
 * One observable value outside React. `start` runs before the first subscription, `stop` (its result) after the last one: for a
 * timer or a browser event that is needed only while the value is observed.
 */
export function createStore<T>(initial: T, start?: () => () => void): Store<T> {
  const changed = createEvent()
  let value = initial
  let stop: (() => void) | undefined
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      changed.emit()
    },
    subscribe(listener) {
      if (!changed.hasListeners()) stop = start?.()
      const remove = changed.on(listener)
      return () => {
        remove()
        if (changed.hasListeners()) return
        stop?.()
        stop = undefined
      }
    },
    isObserved: changed.hasListeners,
  }
}

/** The store's value in a component; with `select` the component renders only when the selected value changes. */
export function useStore<T>(store: Pick<Store<T>, 'get' | 'subscribe'>): T
export function useStore<T, S>(store: Pick<Store<T>, 'get' | 'subscribe'>, select: (value: T) => S): S
export function useStore<T, S>(store: Pick<Store<T>, 'get' | 'subscribe'>, select?: (value: T) => S): T | S {
  return useSyncExternalStore(store.subscribe, () => (select ? select(store.get()) : store.get()))
}
