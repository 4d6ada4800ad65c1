export const NO_VALUE = '--'
const COMPACT_POINTS_FROM = 10_000

/** Thousands separated, at most 2 decimals: 12,345 or 1.5. */
export function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return NO_VALUE
  return group(String(round(value, 2)))
}

/** The points badge: from 10,000 on (debts likewise) units of 10,000, rounded to one decimal: 12,345 → 1.2w. */
export function formatCompactPoints(points: number): string {
  if (Math.abs(points) < COMPACT_POINTS_FROM || !Number.isFinite(points)) return formatNumber(points)
  return `${group(round(points / COMPACT_POINTS_FROM, 1).toFixed(1))}w`
}

/** Takes a ratio (0.7419 → 74.19%). The server sends −1 where there is nothing to divide by. */
export function formatPercent(ratio: number | null | undefined): string {
  if (ratio === null || ratio === undefined || ratio === -1 || !Number.isFinite(ratio)) return NO_VALUE
  return `${formatNumber(ratio * 100)}%`
}

/** Takes cents: 123400 → ¥1,234.00. */
export function formatMoney(cents: number | null | undefined): string {
  if (cents === null || cents === undefined || !Number.isFinite(cents)) return NO_VALUE
  return `${cents < 0 ? '-' : ''}¥${group(round(Math.abs(cents) / 100, 2).toFixed(2))}`
}

export function formatBytes(bytes: number): string {
  if (!Number.isFinite(bytes) || bytes < 0) return NO_VALUE
  const kilobytes = round(bytes / 1024, 1)
  // Decided on the rounded number, so nothing reads 1024.0 KB; the smallest file does not read as none.
  if (kilobytes < 1024) return `${(bytes > 0 ? Math.max(kilobytes, 0.1) : 0).toFixed(1)} KB`
  return `${group(round(bytes / 1024 / 1024, 1).toFixed(1))} MB`
}

/** Half away from zero; 15 digits cut the binary noise first, so 1.005 rounds as it reads. */
function round(value: number, decimals: number): number {
  if (Number.isInteger(value)) return value === 0 ? 0 : value
  const factor = 10 ** decimals
  const scaled = Math.round(Number((Math.abs(value) * factor).toPrecision(15))) / factor
  return scaled === 0 ? 0 : Math.sign(value) * scaled
}

function group(digits: string): string {
  return digits.replace(/\B(?<!\.\d*)(?=(?:\d{3})+(?!\d))/g, ',')
}
