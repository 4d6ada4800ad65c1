const PERMISSION_CACHE_MS = 72 * 3_600_000

/** Whether permissions remembered in the browser still count. A time in the future is not trusted. */
export function isPermissionCacheFresh(savedAt: Date, now: Date): boolean {
  const age = now.getTime() - savedAt.getTime()
  return age >= 0 && age < PERMISSION_CACHE_MS
}
