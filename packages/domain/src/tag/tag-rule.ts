import type { RelationId, TagCondition, TagRule } from '@ruwu/contract'

/** What the conditions of a rule look at. */
export type TagRuleFacts = {
  /** The customer's messages that are checked. */
  texts: readonly string[]
  hasLead: boolean
  hasCopiedWechat: boolean
  hasSubmittedForm: boolean
  /** Since the customer's last message; null without one. */
  silentMinutes: number | null
  relationId: RelationId
}

/** Case is ignored; the words of one condition must be in one message. */
function containsWords(text: string, { words, match }: Extract<TagCondition, { type: 'keyword' }>): boolean {
  const lower = text.toLowerCase()
  const holds = (word: string) => lower.includes(word.toLowerCase())
  return match === 'all' ? words.every(holds) : words.some(holds)
}

function holds(condition: TagCondition, facts: TagRuleFacts): boolean {
  switch (condition.type) {
    case 'keyword':
      return facts.texts.some((text) => containsWords(text, condition))
    case 'lead':
      return facts.hasLead
    case 'wechat_copied':
      return facts.hasCopiedWechat
    case 'form_submitted':
      return facts.hasSubmittedForm
    case 'silence':
      return facts.silentMinutes !== null && facts.silentMinutes >= condition.minutes
    case 'account':
      return condition.relationIds.includes(facts.relationId)
  }
}

export const matchesTagRule = ({ op, conditions }: TagRule, facts: TagRuleFacts): boolean =>
  op === 'all' ? conditions.every((each) => holds(each, facts)) : conditions.some((each) => holds(each, facts))

const CONDITION_LABELS = {
  lead: '已留资',
  wechat_copied: '复制微信',
  form_submitted: '提交留资卡',
} as const

export const TAG_CONDITION_LABELS: Record<TagCondition['type'], string> = {
  keyword: '关键词',
  ...CONDITION_LABELS,
  silence: '静默',
  account: '来自账号',
}

const conditionText = (condition: TagCondition): string => {
  if (condition.type === 'keyword')
    return `关键词包含${condition.match === 'all' ? '全部' : '任一'}「${condition.words.join('、')}」`
  if (condition.type === 'silence') return `静默 ${condition.minutes} 分钟`
  if (condition.type === 'account') return `来自 ${condition.relationIds.length} 个账号`
  return CONDITION_LABELS[condition.type]
}

/** The rule in one line, for the audit log and lists. */
export const tagRuleText = ({ op, conditions, action }: TagRule): string =>
  `${conditions.map(conditionText).join(op === 'all' ? '且' : '或')}，${action === 'bind' ? '打标' : '去标'}`
