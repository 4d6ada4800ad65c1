import type { Source } from '../sources.ts'
import type { HitLevel } from './guard-hit.ts'

/** A row of the word list. */
export interface WordRow {
  word: string
  match: 'contains' | 'regex'
  level: HitLevel
  replaceWith?: string
  source: 'all' | Source
  category: WordCategory
  isEnabled: boolean
  suggestion?: string
}

const WORD_CATEGORIES = ['absolute', 'medical', 'financial', 'diversion', 'abuse', 'custom'] as const

export type WordCategory = (typeof WORD_CATEGORIES)[number]

/** Reason shown for a hit, by category. */
export const WORD_REASONS: Record<WordCategory, string> = {
  absolute: '绝对化用语，可能违反广告法',
  medical: '涉及医疗功效，可能违反广告法',
  financial: '涉及收益承诺，可能违反广告法',
  diversion: '疑似引导客户离开平台',
  abuse: '不文明用语，请注意服务态度',
  custom: '企业设置的违禁词',
}
