import type { AutomationCondition, ConditionGroup } from '@ruwu/contract'
import { RECEPTION_TYPE_LABELS } from '../reception/reception-texts.ts'
import { SOURCE_LABELS } from '../sources.ts'
import { CONDITION_LABELS, MESSAGE_TYPE_LABELS } from './condition.ts'

export const MATCH_LABELS = {
  text: { contains: '包含', excludes: '不含', regex: '符合正则' },
  tag: { any: '有任一', all: '有全部', none: '都没有' },
  owner: { none: '未分配', any: '已分配', listed: '指定客服' },
  field: { equals: '等于', contains: '包含', filled: '已填写', empty: '未填写' },
  round: { atLeast: '不少于', atMost: '不多于', equals: '等于' },
} as const

export const WEEKDAY_LABELS = ['周一', '周二', '周三', '周四', '周五', '周六', '周日'] as const

const clock = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
const yesNo = (value: boolean) => (value ? '是' : '否')

/** What a condition compares, where the names of accounts, tags, agents and fields are not at hand. */
function valueText(condition: AutomationCondition): string {
  switch (condition.type) {
    case 'source':
      return condition.values.map((each) => SOURCE_LABELS[each]).join('、')
    case 'account':
      return `${condition.relationIds.length} 个`
    case 'text':
      return `${MATCH_LABELS.text[condition.match]}「${condition.words.join('、')}」`
    case 'message_type':
      return condition.values.map((each) => MESSAGE_TYPE_LABELS[each]).join('、')
    case 'tag':
      return `${MATCH_LABELS.tag[condition.match]} ${condition.tagIds.length} 个`
    case 'reception':
      return condition.values.map((each) => RECEPTION_TYPE_LABELS[each]).join('、')
    case 'owner':
      return MATCH_LABELS.owner[condition.match]
    case 'new_customer':
    case 'ad':
    case 'lead':
      return yesNo(condition.value)
    case 'time': {
      const days = condition.days.map((day) => WEEKDAY_LABELS[day - 1]).join('、')
      return `${days} ${clock(condition.from)}–${clock(condition.to)}`.trim()
    }
    case 'city':
      return condition.words.join('、')
    case 'field':
      return `${MATCH_LABELS.field[condition.match]}${condition.value && `「${condition.value}」`}`
    case 'round':
      return `${MATCH_LABELS.round[condition.match]} ${condition.n}`
    case 'intent':
      return `「${condition.text}」`
  }
}

export const conditionText = (condition: AutomationCondition): string =>
  `${CONDITION_LABELS[condition.type]} ${valueText(condition)}`

/** All conditions in one line. */
export function conditionsText({ op, items }: ConditionGroup): string {
  const words = items.map((item) =>
    item.type === 'group' ? `（${join(item.op, item.items.map(conditionText))}）` : conditionText(item),
  )
  return words.length === 0 ? '不限' : join(op, words)
}

const join = (op: ConditionGroup['op'], words: readonly string[]) => words.join(op === 'all' ? ' 且 ' : ' 或 ')
