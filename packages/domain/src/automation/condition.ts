import type {
  AgentId,
  AutomationCondition,
  ConditionGroup,
  ConditionResult,
  ConditionType,
  Content,
  FieldValue,
  MessageType,
  ReceptionType,
  RelationId,
  Source,
  TagId,
} from '@ruwu/contract'
import { compileWordPattern, PATTERN_INPUT_LENGTH } from '../guard/word-pattern.ts'
import { fieldText } from '../customer-setting/field-value.ts'
import { isEmptyValue } from '../form-field.ts'
import { foldText } from '../lead/fold-text.ts'
import { zonedTime } from '../time-zone.ts'

/** The customer, and the message that is looked at, at one moment. */
export type ConditionFacts = {
  source: Source
  relationId: RelationId
  /** Null: the event is no message. */
  message: { type: MessageType; text: string } | null
  tagIds: readonly TagId[]
  receptionType: ReceptionType
  agentId: AgentId | null
  /** In the first session. */
  isNew: boolean
  isAd: boolean
  hasLead: boolean
  city: string
  fields: Readonly<Record<string, FieldValue>>
  /** Turns of the open session. */
  round: number
  now: Date
  timeZone: string
  /** Descriptions that fit the message, as the AI has judged it. */
  intents?: ReadonlySet<string>
}

export const CONDITION_LABELS: Record<ConditionType, string> = {
  source: '来源',
  account: '账号',
  text: '消息内容',
  message_type: '消息类型',
  tag: '标签',
  reception: '接待类型',
  owner: '归属',
  new_customer: '新客户',
  ad: '广告进线',
  lead: '已留资',
  time: '时间段',
  city: '城市',
  field: '自定义字段',
  round: '轮数',
  intent: 'AI 意图',
}

export const MESSAGE_TYPE_LABELS: Record<MessageType, string> = {
  text: '文字',
  image: '图片',
  video: '视频',
  voice: '语音',
  card: '卡片',
  other: '其他',
}

const TYPE_OF_CONTENT: Record<string, MessageType> = {
  text: 'text',
  image: 'image',
  video: 'video',
  voice: 'voice',
  link: 'card',
}

export const messageTypeOf = ({ type }: Pick<Content, 'type'>): MessageType => TYPE_OF_CONTENT[type] ?? 'other'

/** Regular expressions that do not compile or could take exponential time (ReDoS), by the path of their condition. */
export const badPatterns = (group: ConditionGroup): string[] =>
  leavesOf(group).flatMap(({ path, condition }) =>
    condition.type === 'text' && condition.match === 'regex' && !condition.words.every(compileWordPattern)
      ? [path]
      : [],
  )

/** Regular expressions in the conditions: each is run on every message. */
export const countPatterns = (group: ConditionGroup): number =>
  leavesOf(group).reduce(
    (sum, { condition }) =>
      condition.type === 'text' && condition.match === 'regex' ? sum + condition.words.length : sum,
    0,
  )

/** Descriptions that the AI is asked about. */
export const intentsOf = (group: ConditionGroup): string[] =>
  leavesOf(group).flatMap(({ condition }) => (condition.type === 'intent' ? [condition.text] : []))

/** Every condition with its place: `0`, or `2.1` inside a group. */
export function leavesOf({ items }: ConditionGroup): { path: string; condition: AutomationCondition }[] {
  return items.flatMap((item, index) =>
    item.type === 'group'
      ? item.items.map((condition, inner) => ({ path: `${index}.${inner}`, condition }))
      : [{ path: `${index}`, condition: item }],
  )
}

/** Whether the conditions hold. A group without items does. */
export const holdsGroup = ({ op, items }: ConditionGroup, facts: ConditionFacts): boolean =>
  combine(op, items, (item) =>
    item.type === 'group' ? combine(item.op, item.items, (each) => holds(each, facts)) : holds(item, facts),
  )

/** Every condition by itself, for a dry run. */
export const checkEach = (group: ConditionGroup, facts: ConditionFacts): ConditionResult[] =>
  leavesOf(group).map(({ path, condition }) => ({ path, pass: holds(condition, facts) }))

function combine<Item>(op: ConditionGroup['op'], items: readonly Item[], test: (item: Item) => boolean): boolean {
  return op === 'all' ? items.every(test) : items.length === 0 || items.some(test)
}

function holds(condition: AutomationCondition, facts: ConditionFacts): boolean {
  switch (condition.type) {
    case 'source':
      return condition.values.includes(facts.source)
    case 'account':
      return condition.relationIds.includes(facts.relationId)
    case 'text':
      return facts.message !== null && matchesText(condition, facts.message)
    case 'message_type':
      return facts.message !== null && condition.values.includes(facts.message.type)
    case 'tag':
      return matchesTags(condition, facts.tagIds)
    case 'reception':
      return condition.values.includes(facts.receptionType)
    case 'owner':
      return condition.match === 'listed'
        ? facts.agentId !== null && condition.agentIds.includes(facts.agentId)
        : (facts.agentId === null) === (condition.match === 'none')
    case 'new_customer':
      return facts.isNew === condition.value
    case 'ad':
      return facts.isAd === condition.value
    case 'lead':
      return facts.hasLead === condition.value
    case 'time':
      return isWithin(condition, facts)
    case 'city':
      return condition.words.some((word) => facts.city.includes(word))
    case 'field':
      return matchesField(condition, fieldText(facts.fields[condition.fieldId]))
    case 'round':
      return matchesRound(condition, facts.round)
    case 'intent':
      return facts.intents?.has(condition.text) ?? false
  }
}

type Condition<Type extends ConditionType> = Extract<AutomationCondition, { type: Type }>

/** Case and width are ignored. A message without text contains no word. */
function matchesText({ match, words }: Condition<'text'>, message: NonNullable<ConditionFacts['message']>): boolean {
  const folded = foldedText(message)
  const contains = (word: string) => folded !== '' && folded.includes(plainWord(word))
  switch (match) {
    case 'contains':
      return words.some(contains)
    case 'excludes':
      return !words.some(contains)
    case 'regex':
      return words.some((word) => matchesPattern(word, folded.slice(0, PATTERN_INPUT_LENGTH)))
  }
}

const plain = (text: string) => foldText(text).text.toLowerCase().trim()

// Many rules look at one message, and at the same words again with every message.
const WORDS_REMEMBERED = 5000

function remembered<Value>(make: (word: string) => Value): (word: string) => Value {
  const known = new Map<string, { value: Value }>()
  return (word) => {
    const found = known.get(word) ?? { value: make(word) }
    if (known.size >= WORDS_REMEMBERED) known.clear()
    known.set(word, found)
    return found.value
  }
}

const plainWord = remembered(plain)
const patternOf = remembered(compileWordPattern)

function matchesPattern(pattern: string, text: string): boolean {
  const compiled = patternOf(pattern)
  // A global expression would go on after its last match.
  if (compiled) compiled.lastIndex = 0
  return compiled?.test(text) ?? false
}

const foldedTexts = new WeakMap<object, string>()

function foldedText(message: NonNullable<ConditionFacts['message']>): string {
  const folded = foldedTexts.get(message) ?? plain(message.text)
  foldedTexts.set(message, folded)
  return folded
}

function matchesTags({ match, tagIds }: Condition<'tag'>, bound: readonly TagId[]): boolean {
  const isBound = (id: TagId) => bound.includes(id)
  if (match === 'all') return tagIds.every(isBound)
  return tagIds.some(isBound) === (match === 'any')
}

/** After midnight a period that crosses it belongs to the day on which it began. */
function isWithin({ days, from, to }: Condition<'time'>, { now, timeZone }: ConditionFacts): boolean {
  const { year, month, day, hour, minute } = zonedTime(now, timeZone)
  const at = hour * 60 + minute
  const isLate = to <= from && at < to
  if (!(to > from ? at >= from && at < to : at >= from || isLate)) return false
  const weekday = new Date(Date.UTC(year, month - 1, day - (isLate ? 1 : 0))).getUTCDay() || 7
  return days.length === 0 || days.includes(weekday)
}

function matchesField({ match, value }: Condition<'field'>, text: string): boolean {
  switch (match) {
    case 'equals':
      return text === value
    case 'contains':
      return text.includes(value)
    case 'filled':
      return !isEmptyValue(text)
    case 'empty':
      return isEmptyValue(text)
  }
}

function matchesRound({ match, n }: Condition<'round'>, round: number): boolean {
  if (match === 'equals') return round === n
  return match === 'atLeast' ? round >= n : round <= n
}
