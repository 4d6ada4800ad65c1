const UNIT_MS: Record<string, number> = {
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 7 * 86_400_000,
  y: 365 * 86_400_000,
}
const FOREVER_YEARS = 200

/** End of a silence given as `10m`, `forever` or a number of seconds; null lifts it, undefined: malformed. */
export function silenceUntil(duration: string | number | null | undefined, now: Date): Date | null | undefined {
  if (duration === null || duration === undefined || duration === '' || duration === '0' || duration === 0) return null
  if (typeof duration === 'number')
    return duration > 0 && Number.isFinite(duration) ? after(now, duration * 1000) : undefined
  if (duration === 'forever') return after(now, FOREVER_YEARS * (UNIT_MS.y ?? 0))
  const match = /^(\d{1,6})([mhdwy]?)$/.exec(duration)
  if (!match) return undefined
  const [, amount, unit = ''] = match
  if (Number(amount) === 0) return null
  return after(now, Number(amount) * (unit === '' ? 1000 : (UNIT_MS[unit] ?? 0)))
}

/** Capped at the length of `forever`. */
function after(now: Date, ms: number): Date {
  const longest = FOREVER_YEARS * (UNIT_MS.y ?? 0)
  return new Date(now.getTime() + Math.min(ms, longest))
}
