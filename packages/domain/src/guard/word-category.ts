export const WORD_CATEGORIES = ['absolute', 'medical', 'financial', 'diversion', 'abuse', 'custom'] as const

export type WordCategory = (typeof WORD_CATEGORIES)[number]

export const WORD_CATEGORY_LABELS: Record<WordCategory, string> = {
  absolute: '绝对化',
  medical: '医疗',
  financial: '金融',
  diversion: '引流',
  abuse: '辱骂',
  custom: '自定义',
}

/** Why a word of the category is marked. */
export const WORD_REASONS: Record<WordCategory, string> = {
  absolute: '绝对化用语，可能违反广告法',
  medical: '涉及医疗功效，可能违反广告法',
  financial: '涉及收益承诺，可能违反广告法',
  diversion: '疑似引导客户离开平台',
  abuse: '不文明用语，请注意服务态度',
  custom: '企业设置的违禁词',
}
