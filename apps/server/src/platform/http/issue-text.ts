import type { z } from 'zod'

type Issue = z.core.$ZodRawIssue

/** Longer lists of choices are not spelled out. */
const CHOICES_MAX = 10

/** Default error text of an invalid request field, used where the contract gives none; mostly read by authors of API clients. */
export function issueText(issue: Issue): string {
  const what = nameOf(issue)
  if (isMissing(issue)) return `缺少${what}`
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === null ? `${what}不能为空` : `${what}${kindText(issue.expected)}`
    case 'invalid_value':
      return what + choiceText(issue.values)
    case 'too_big':
      return what + mostText(issue)
    case 'too_small':
      return what + leastText(issue)
    case 'invalid_format':
      return what + formatText(issue)
    case 'not_multiple_of':
      return `${what}须是 ${issue.divisor} 的倍数`
    case 'unrecognized_keys':
      return `${what}里不能有 ${issue.keys.join('、')}`
    case 'invalid_union':
      return what + (Array.isArray(issue.options) ? choiceText(issue.options) : WRONG)
    case 'invalid_key':
      return `${what}里的名称${WRONG}`
    case 'invalid_element':
      return `${what}里的内容${WRONG}`
    case 'custom':
    default:
      return what + WRONG
  }
}

const WRONG = '不正确'

const nameOf = ({ path = [] }: Issue): string => (path.length === 0 ? '请求内容' : `「${path.map(String).join('.')}」`)

/** The issue of a discriminated union names the discriminator in its path but carries the whole object as input. */
function isMissing(issue: Issue): boolean {
  const { input } = issue
  if (issue.code === 'invalid_union' && typeof issue.discriminator === 'string' && typeof input === 'object')
    return (input as Record<string, unknown> | null)?.[issue.discriminator] === undefined
  return input === undefined && issue.code !== 'custom'
}

const KINDS: Readonly<Record<string, string>> = {
  string: '文字',
  number: '数字',
  int: '整数',
  bigint: '整数',
  nan: '非数字',
  boolean: ' true 或 false',
  date: '时间',
  array: '列表',
  tuple: '列表',
  set: '列表',
  object: '对象',
  record: '对象',
  map: '对象',
  file: '文件',
}
const EMPTY_KINDS: ReadonlySet<string> = new Set(['null', 'undefined', 'void', 'never'])

function kindText(expected: string): string {
  if (EMPTY_KINDS.has(expected)) return '须留空'
  const kind = KINDS[expected]
  return kind === undefined ? WRONG : `须是${kind}`
}

function choiceText(values: readonly z.core.util.Primitive[]): string {
  if (values.length > CHOICES_MAX) return '不在可选范围内'
  const choices = values.map(String).join('、')
  return values.length === 1 ? `须是 ${choices}` : `须是 ${choices} 之一`
}

type Bound = Extract<Issue, { code: 'too_big' | 'too_small' }>

/** Units of lengths; numbers and dates have none. */
const UNITS: Readonly<Record<string, string>> = {
  string: '个字',
  array: '项',
  set: '项',
  map: '项',
  record: '项',
  file: '字节',
}

function mostText(issue: Extract<Bound, { code: 'too_big' }>): string {
  const unit = UNITS[issue.origin]
  const most = boundText(issue.origin, issue.maximum)
  if (unit !== undefined) return issue.exact ? `须是 ${most} ${unit}` : `不能超过 ${most} ${unit}`
  if (issue.origin === 'date') return `不能晚于 ${most}`
  return issue.inclusive === false ? `须小于 ${most}` : `不能大于 ${most}`
}

function leastText(issue: Extract<Bound, { code: 'too_small' }>): string {
  const unit = UNITS[issue.origin]
  const least = boundText(issue.origin, issue.minimum)
  if (unit !== undefined && issue.exact) return `须是 ${least} ${unit}`
  if (unit !== undefined) return least === '1' ? '不能为空' : `不能少于 ${least} ${unit}`
  if (issue.origin === 'date') return `不能早于 ${least}`
  return issue.inclusive === false ? `须大于 ${least}` : `不能小于 ${least}`
}

const boundText = (origin: string, bound: number | bigint): string =>
  origin === 'date' ? new Date(Number(bound)).toISOString() : String(bound)

const FORMATS: Readonly<Record<string, string>> = {
  email: '邮箱',
  url: '完整的链接地址',
  datetime: '带时区的时间',
  date: '日期',
  time: '时间',
}

function formatText(issue: Extract<Issue, { code: 'invalid_format' }>): string {
  const { prefix, suffix, includes } = issue as { prefix?: string; suffix?: string; includes?: string }
  if (prefix !== undefined) return `须以 ${prefix} 开头`
  if (suffix !== undefined) return `须以 ${suffix} 结尾`
  if (includes !== undefined) return `须包含 ${includes}`
  const format = FORMATS[issue.format]
  return format === undefined ? `格式${WRONG}` : `须是${format}`
}
