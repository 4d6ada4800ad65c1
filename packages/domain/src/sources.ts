export const SOURCES = ['redbook', 'douyin'] as const

export type Source = (typeof SOURCES)[number]

export const SOURCE_LABELS: Record<Source, string> = { redbook: '小红书', douyin: '抖音' }
