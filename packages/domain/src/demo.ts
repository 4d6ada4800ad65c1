/** A visitor's demo ends and is deleted after this long. */
export const DEMO_LIFE_MS = 2 * 3_600_000

/** 重置演示 counts as a start. */
export const DEMO_STARTS = { most: 10, windowMs: 3_600_000 }

/** Living demos of one address: a page that is loaded again leaves one behind, so one more ends the oldest. */
export const DEMOS_PER_ADDRESS = 3

/** Demos of all visitors at a time. */
export const DEMOS_MAX = 50

/** Acts on the phone of one demo: the simulator keeps each of them until the end. */
export const DEMO_ACTS = {
  aMinute: { most: 30, windowMs: 60_000 },
  inAll: { most: 500, windowMs: DEMO_LIFE_MS },
}

/** Calls of one demo's console: all of them by a sign-in (a token bucket), and those that write by the demo. */
export const DEMO_CALLS = { perSecond: 20, burst: 60 }
export const DEMO_WRITES = {
  aMinute: { most: 120, windowMs: 60_000 },
  inAll: { most: 3_000, windowMs: DEMO_LIFE_MS },
}

/** The phone shows the newest ones. */
export const DEMO_PHONE_MESSAGES = 100

export const DEMO_CUSTOMERS = 40

export const DEMO_TEXTS = {
  off: '演示未开启',
  ended: '演示已结束',
  full: '正在体验的人较多，请稍后再来',
  failed: '演示暂时无法开始，请稍后再试',
  foreign: '请打开演示页面再开始',
  closed: '演示中不能使用此功能',
  unreachable: '模拟平台暂时没有回应，请稍后再试',
  actsUp: '这个演示里的操作已达上限，请重置演示',
  startsUp: '一小时内开始的演示过多，请稍后再试',
} as const
