/** 1 = 在线, 2 = 隐身. */
export const AGENT_STATUS = { online: 1, invisible: 2 } as const
