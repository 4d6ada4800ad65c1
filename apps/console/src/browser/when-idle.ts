/** requestIdleCallback with a deadline; returns the cancellation. */
export function whenIdle(run: () => void, timeoutMs: number): () => void {
  // Safari has no requestIdleCallback: a short timeout instead.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(run, Math.min(timeoutMs, 1000))
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(run, { timeout: timeoutMs })
  return () => cancelIdleCallback(handle)
}
