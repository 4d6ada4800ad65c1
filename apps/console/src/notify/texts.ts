const TOGETHER_MAX = 3

export const texts = {
  brand: '如晤',
  flash: (count: number) => `【${count} 条新提醒】`,
  count: (count: number) => `(${count > 99 ? '99+' : count})`,
  soundTitle: '提示音未开启',
  unlock: '点击任意处开启提示音',
  hint: '提醒',
  /** Hints that are not kept: what each says, of many the first ones. */
  together: (all: readonly string[]) =>
    all.slice(0, TOGETHER_MAX).join('；') + (all.length > TOGETHER_MAX ? ` 等 ${all.length} 条` : ''),
  several: (count: number) => `${count} 条新提醒，可在通知中心查看`,
} as const
