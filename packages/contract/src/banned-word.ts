import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Ok } from './envelope.ts'
import { AgentId, BannedWordId, Instant } from './ids.ts'
import { pageFields, pageOf, type SortBy, sortFields } from './paging.ts'
import { SOURCES } from './source.ts'
import { IMPORT_BYTES_MAX, importFields, ImportResult, TableFile, TableFormat } from './table-import.ts'
import { typedText } from './text.ts'

export const BANNED_WORD_MAX = 20
/** Own words of an enterprise, and rows of one import. */
export const BANNED_WORDS_MAX = 5_000
/** Of these, regular expressions: each one is run on every message, so that their number bounds the time of a check. */
export const BANNED_PATTERNS_MAX = 50
/** Days of the hits that are counted per word. */
export const BANNED_WORD_HIT_DAYS = 30

/** 包含, 正则. */
export const WORD_MATCHES = ['contains', 'regex'] as const
/** 拦截, 替换, 提醒: from the most to the least severe. */
export const WORD_LEVELS = ['block', 'replace', 'warn'] as const
/** 绝对化, 医疗, 金融, 引流, 辱骂, 自定义. */
export const WORD_CATEGORIES = ['absolute', 'medical', 'financial', 'diversion', 'abuse', 'custom'] as const
export type WordCategory = (typeof WORD_CATEGORIES)[number]
export const WORD_SOURCES = ['all', ...SOURCES] as const

const fields = z.object({
  word: typedText(BANNED_WORD_MAX, `违禁词最多 ${BANNED_WORD_MAX} 个字`).min(1, '请输入违禁词'),
  match: z.enum(WORD_MATCHES).default('contains'),
  level: z.enum(WORD_LEVELS).default('block'),
  /** Empty unless the level is `replace`. */
  replaceWith: typedText(BANNED_WORD_MAX, `替换为最多 ${BANNED_WORD_MAX} 个字`).default(''),
  source: z.enum(WORD_SOURCES).default('all'),
  category: z.enum(WORD_CATEGORIES).default('custom'),
  enabled: z.boolean().default(true),
})
type Fields = z.infer<typeof fields>
const isReplaced = ({ level, replaceWith }: Fields) => level !== 'replace' || replaceWith !== ''
const NOT_REPLACED = { path: ['replaceWith'], error: '请输入替换为' }

export const BannedWordFields = fields.refine(isReplaced, NOT_REPLACED)
export type BannedWordFields = Fields

/** A row of 违禁词库. Built-in words have no id and can only be switched off. */
export const BannedWord = fields.extend({
  id: BannedWordId.nullable(),
  /** In the last `BANNED_WORD_HIT_DAYS` days. */
  hits: z.int32(),
  updatedByName: z.string().nullable(),
  updatedAt: Instant.nullable(),
  version: z.int32(),
})
export type BannedWord = z.infer<typeof BannedWord>

export const BANNED_WORD_KINDS = ['own', 'builtin'] as const

export const BannedWordFilter = z.object({
  kind: z.enum(BANNED_WORD_KINDS).default('own'),
  keyword: typedText(BANNED_WORD_MAX, `关键词最多 ${BANNED_WORD_MAX} 个字`).optional(),
  category: z.enum(WORD_CATEGORIES).optional(),
  level: z.enum(WORD_LEVELS).optional(),
})
export type BannedWordFilter = z.infer<typeof BannedWordFilter>

export const BANNED_WORD_SORTS = ['hits', 'updatedAt'] as const
export type BannedWordSort = SortBy<(typeof BANNED_WORD_SORTS)[number]>

/** What the composer needs to check a text as the server does. */
export const WordRules = z.object({
  /** Enabled own words. */
  rows: z.array(fields.pick({ word: true, match: true, level: true, replaceWith: true, source: true, category: true })),
  /** Built-in words that are switched off. */
  disabled: z.array(z.string()),
})
export type WordRules = z.infer<typeof WordRules>

/** The card of 更多自动化. */
export const WordsCard = z.object({
  own: z.int32(),
  /** Built-in words that are switched off. */
  disabled: z.int32(),
  hitsInWeek: z.int32(),
})
export type WordsCard = z.infer<typeof WordsCard>

export const bannedWordApi = {
  page: endpoint({
    method: 'POST',
    path: '/v1/automation/word/page',
    isRead: true,
    access: 'automation:viewPage',
    summary: '违禁词：自有词或内置词',
    body: BannedWordFilter.extend(pageFields).extend(sortFields(BANNED_WORD_SORTS)),
    data: pageOf(BannedWord),
  }),
  rules: endpoint({
    method: 'GET',
    path: '/v1/automation/word/rules',
    access: 'login',
    summary: '生效的违禁词：输入时即时检查',
    data: WordRules,
  }),
  create: endpoint({
    method: 'POST',
    path: '/v1/automation/word/save',
    access: 'automation:edit',
    summary: '新建违禁词',
    audit: ['bannedWord.create'],
    body: BannedWordFields,
    data: BannedWord,
    errors: ['refused'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/v1/automation/word/update',
    access: 'automation:edit',
    summary: '修改违禁词',
    audit: ['bannedWord.edit'],
    body: fields.extend({ id: BannedWordId, version: z.int32() }).refine(isReplaced, NOT_REPLACED),
    data: BannedWord,
    errors: ['notFound', 'stale', 'refused'],
  }),
  enableBuiltin: endpoint({
    method: 'PUT',
    path: '/v1/automation/word/enable',
    access: 'automation:edit',
    summary: '启用或停用内置违禁词',
    audit: ['bannedWord.builtin'],
    body: z.object({
      word: typedText(BANNED_WORD_MAX, `违禁词最多 ${BANNED_WORD_MAX} 个字`),
      enabled: z.boolean(),
    }),
    data: BannedWord,
    errors: ['notFound'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/v1/automation/word/del',
    access: 'automation:edit',
    summary: '删除违禁词',
    audit: ['bannedWord.remove'],
    query: z.object({ id: BannedWordId }),
    data: Ok,
    errors: ['notFound'],
  }),
  template: endpoint({
    method: 'POST',
    path: '/v1/automation/word/template',
    isRead: true,
    access: 'automation:edit',
    summary: '违禁词导入模板',
    data: TableFile,
  }),
  import: endpoint({
    method: 'POST',
    path: '/v1/automation/word/import',
    access: 'automation:edit',
    audit: ['bannedWord.import'],
    summary: '导入违禁词',
    body: z.object(importFields),
    file: { maxBytes: IMPORT_BYTES_MAX },
    data: ImportResult,
    errors: ['refused'],
  }),
  export: endpoint({
    method: 'POST',
    path: '/v1/automation/word/export',
    access: 'automation:viewPage',
    audit: ['bannedWord.export'],
    summary: '导出自有违禁词，按当前筛选',
    body: BannedWordFilter.omit({ kind: true }).extend({ format: TableFormat.default('xlsx') }),
    data: TableFile,
  }),
}

/** The words that are checked changed: clients refetch. */
export const BannedWordEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('banned_words_change'), at: Instant, operatorId: AgentId.nullable() }),
])
export type BannedWordEvent = z.infer<typeof BannedWordEvent>
