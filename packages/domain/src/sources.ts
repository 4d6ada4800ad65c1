import { type Source, SOURCES } from '@ruwu/contract'

export { type Source, SOURCES }

export const SOURCE_LABELS: Record<Source, string> = { redbook: '小红书', douyin: '抖音' }
