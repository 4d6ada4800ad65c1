import { useDeferredValue, type ReactNode } from 'react'

/**
 * Drawn when there is time, in a place that is as large without it. What flies past while one scrolls is never drawn, and costs
 * nothing in the frame in which its row comes into sight.
 */
export const Later = ({ children }: { children: ReactNode }) => useDeferredValue(true, false) && children
