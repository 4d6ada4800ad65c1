import { useDeferredValue, type ReactNode } from 'react'

/**
 * Mounts its children in a low-priority pass; the place must have the same size without them. Rows scrolled past
 * quickly never mount them.
 */
export const Deferred = ({ children }: { children: ReactNode }) => useDeferredValue(true, false) && children
