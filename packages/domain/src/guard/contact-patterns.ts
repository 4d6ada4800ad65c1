export type ContactCategory = 'phone' | 'wechat' | 'qq' | 'email' | 'link' | 'platform'

export interface ContactPattern {
  category: ContactCategory
  pattern: RegExp
}

/** Followed by letters it is a word, by one to three digits a model number (WX500). */
const NO_WORD_AFTER = '(?![a-z]|\\d{1,3}(?![-\\w]))'
/** Separators inserted to evade the check. */
const SIGNS = '-._·*|~\\p{Extended_Pictographic}'
const HAN = '\\p{Script=Han}'
/** Continuations of 加微: 加微聊, 加微发您. */
const AFTER_WEI = `$|[^${HAN}]|[信号我你您聊吧呗哦哈嘛详领发看了咨沟谈好后拉进给群]`
/** Look-alikes that are also ordinary words: decided by context. */
const AMBIGUOUS = '(?:薇|卫星|威信)'
const TOP_DOMAINS = 'com|cn|net|org|vip|top|xyz|shop|cc|site|online|store|club|link|icu|ltd|wang|io'
const HOST = '(?<![-a-z0-9.@])(?:[a-z0-9][-a-z0-9]{0,62}\\.){1,4}'

const listed = (category: ContactCategory, sources: readonly string[]): ContactPattern[] =>
  sources.map((source) => ({ category, pattern: new RegExp(source, 'gu') }))

/** An address written as one, which the check of links looks at. */
export const PLAIN_LINK_PATTERNS: readonly ContactPattern[] = listed('link', [
  'https?://[^\\s\\p{Script=Han}]{0,500}',
  '(?<![a-z0-9])www\\.[a-z0-9][-a-z0-9.]{0,100}',
  `${HOST}(?:${TOP_DOMAINS})(?![-a-z0-9])`,
])

/** Read on a lower-case copy with plain digits, ＋➕加 before v and 微 written as +. */
export const CONTACT_PATTERNS: readonly ContactPattern[] = [
  ...listed('phone', ['(?<!\\d)[48]00(?:[-\\s]?\\d{7}|[-\\s]\\d{3}[-\\s]\\d{4}|[-\\s]\\d{4}[-\\s]\\d{3})(?!\\d)']),
  ...listed('wechat', [
    `(?<![a-z])[vw][${SIGNS}]{0,2}x${NO_WORD_AFTER}`,
    // 5V x 2 and 宽W x 高H are measures.
    `(?<![a-z0-9])v\\s{1,2}x${NO_WORD_AFTER}`,
    `(?<![a-z0-9])v[${SIGNS}\\s]{0,2}[信芯❤]`,
    '[微薇溦威]\\s?❤',
    `[+加][${SIGNS}\\s]{0,2}v${NO_WORD_AFTER}`,
    '(?:加\\s?[个下我]|[留给]个?)\\s?v(?![a-z0-9])',
    `[+加][${SIGNS}\\s]{0,2}微(?=${AFTER_WEI})`,
    `(?:[+加留给扫换发要]个?|[我你您]的?|有)${AMBIGUOUS}`,
    `${AMBIGUOUS}(?=[号聊我同找联私]|\\s?[:=]|\\s?[a-z0-9])`,
    `(?<![${HAN}a-z])${AMBIGUOUS}(?!${HAN})`,
  ]),
  ...listed('qq', ['(?<![a-z])q\\s?q(?![a-z])', '[+加]\\s?q(?=[:\\s]{0,2}\\d{5})']),
  ...listed('email', [
    `(?<![a-z0-9._%+-])[a-z0-9][a-z0-9._%+-]{0,63}\\s?(?:@|\\(at\\)|艾特)\\s?[-a-z0-9.]{1,63}\\s?(?:[.。]|点|\\(dot\\))\\s?(?:${TOP_DOMAINS})(?![a-z0-9])`,
  ]),
  // Obfuscated URLs.
  ...listed('link', [
    'h\\s?t\\s?t\\s?p\\s?s?\\s?:\\s?/\\s?/',
    '(?<![a-z0-9])w\\s?w\\s?w\\s?[.。点]',
    '[a-z0-9]\\s?(?:[.。]|点|\\(dot\\))\\s?com(?![a-z0-9])',
    '[a-z0-9]点(?:cn|net)(?![a-z0-9])',
  ]),
]
