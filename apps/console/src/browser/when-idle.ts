/** Runs when the browser has nothing better to do, at the latest after the timeout; returns the cancellation. */
export function whenIdle(run: () => void, timeoutMs: number): () => void {
  // Safari has no idle callback; there a short wait has to do.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(run, Math.min(timeoutMs, 1000))
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(run, { timeout: timeoutMs })
  return () => cancelIdleCallback(handle)
}
