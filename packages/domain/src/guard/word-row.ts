import type { BannedWordFields, WordCategory, WordRules } from '@ruwu/contract'
import type { Source } from '../sources.ts'
import { SOURCE_LABELS } from '../sources.ts'
import type { HitLevel } from './guard-hit.ts'

export type { WordCategory }

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

/** The enterprise's own words as rows of the list; all of them are enabled. */
export const wordRows = (rows: WordRules['rows']): WordRow[] => rows.map((row) => ({ ...row, isEnabled: true }))

/** Reason shown for a hit, by category. */
export const WORD_REASONS: Record<WordCategory, string> = {
  absolute: '绝对化用语，可能违反广告法',
  medical: '涉及医疗功效，可能违反广告法',
  financial: '涉及收益承诺，可能违反广告法',
  diversion: '疑似引导客户离开平台',
  abuse: '不文明用语，请注意服务态度',
  custom: '企业设置的违禁词',
}

export const WORD_CATEGORY_LABELS: Record<WordCategory, string> = {
  absolute: '绝对化',
  medical: '医疗',
  financial: '金融',
  diversion: '引流',
  abuse: '辱骂',
  custom: '自定义',
}

export const WORD_LEVEL_LABELS: Record<BannedWordFields['level'], string> = {
  block: '拦截',
  replace: '替换',
  warn: '提醒',
}
export const WORD_MATCH_LABELS: Record<BannedWordFields['match'], string> = { contains: '包含', regex: '正则' }
export const WORD_SOURCE_LABELS: Record<BannedWordFields['source'], string> = { all: '全部', ...SOURCE_LABELS }
