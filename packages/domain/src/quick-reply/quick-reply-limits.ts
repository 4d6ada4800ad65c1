/** Of each library, the enterprise's and every agent's own. */
export const QUICK_REPLIES_MAX = 500

export const QUICK_REPLY_TEXTS = { tooMany: `每个快捷回复库最多 ${QUICK_REPLIES_MAX} 条` } as const
