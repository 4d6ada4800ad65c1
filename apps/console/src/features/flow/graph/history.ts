/** Steps that can be undone. */
export const UNDO_MAX = 50

export type History<T> = {
  past: readonly T[]
  present: T
  future: readonly T[]
  /** What the last step changed: a further change with the same key joins it. */
  key: string | undefined
}

export const startHistory = <T>(present: T): History<T> => ({ past: [], present, future: [], key: undefined })

/**
 * One step. Changes with the same key in a row are one step: the letters typed into a field, the steps of an arrow key
 * that is held down.
 */
export function record<T>(history: History<T>, present: T, key?: string): History<T> {
  if (present === history.present) return history
  if (key !== undefined && key === history.key) return { ...history, present, future: [] }
  return { past: [...history.past, history.present].slice(-UNDO_MAX), present, future: [], key }
}

export function undo<T>(history: History<T>): History<T> {
  const { past, present, future } = history
  const last = past.at(-1)
  if (last === undefined) return history
  return { past: past.slice(0, -1), present: last, future: [present, ...future], key: undefined }
}

export function redo<T>(history: History<T>): History<T> {
  const { past, present, future } = history
  const [next, ...later] = future
  if (next === undefined) return history
  return { past: [...past, present], present: next, future: later, key: undefined }
}
