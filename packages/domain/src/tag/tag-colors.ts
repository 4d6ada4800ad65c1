import { TAG_COLORS, type TagColor } from '@ruwu/contract'

/** Names of the colours, as they are shown and typed into import sheets. */
export const TAG_COLOR_LABELS: Record<TagColor, string> = {
  red: '红',
  orange: '橙',
  amber: '琥珀',
  lime: '黄绿',
  green: '绿',
  teal: '青绿',
  cyan: '青',
  blue: '蓝',
  indigo: '靛',
  purple: '紫',
  pink: '粉',
  grey: '灰',
}

/** 红 and 红色 are the same colour. */
export const tagColorOf = (label: string): TagColor | undefined =>
  TAG_COLORS.find((color) => TAG_COLOR_LABELS[color] === label.replace(/色$/, ''))
