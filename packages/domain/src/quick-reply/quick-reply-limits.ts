/** Of each library, the enterprise's and every agent's own. */
export const QUICK_REPLY_GROUPS_MAX = 50
export const QUICK_REPLIES_MAX = 500

export const QUICK_REPLY_TEXTS = { tooMany: `最多保存 ${QUICK_REPLIES_MAX} 条快捷回复` } as const
