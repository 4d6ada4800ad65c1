const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const ZONE = { timeZone: 'Asia/Shanghai', hourCycle: 'h23' } as const
const TIME = new Intl.DateTimeFormat('zh-CN', { ...ZONE, hour: '2-digit', minute: '2-digit' })
const SECONDS = new Intl.DateTimeFormat('zh-CN', { ...ZONE, hour: '2-digit', minute: '2-digit', second: '2-digit' })
const DATE = new Intl.DateTimeFormat('sv-SE', { ...ZONE, year: 'numeric', month: '2-digit', day: '2-digit' })
const YUAN = new Intl.NumberFormat('zh-CN', { maximumFractionDigits: 2 })

export const timeOf = (at: string): string => TIME.format(new Date(at))
export const secondOf = (at: string): string => SECONDS.format(new Date(at))
export const dateOf = (at: string): string => DATE.format(new Date(at))

/** Today only the time, else the day before it. */
export const momentOf = (at: string, now: string): string =>
  dateOf(at) === dateOf(now) ? timeOf(at) : `${dateOf(at).slice(5)} ${timeOf(at)}`

/** How long until then, in the two largest units: `14 天 23 小时后`. */
export function remaining(until: string, now: string): string {
  const left = Date.parse(until) - Date.parse(now)
  if (left <= 0) return '已过期'
  if (left < HOUR) return `${Math.ceil(left / MINUTE)} 分钟后`
  if (left < DAY) return `${Math.floor(left / HOUR)} 小时后`
  const hours = Math.floor((left % DAY) / HOUR)
  return `${Math.floor(left / DAY)} 天${hours > 0 ? ` ${hours} 小时` : ''}后`
}

/** `0:08`, `1:05`. */
export function lengthOf(durationMs: number): string {
  const seconds = Math.max(1, Math.round(durationMs / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

export const yuan = (amount: number): string => `¥${YUAN.format(amount)}`
