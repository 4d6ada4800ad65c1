import type { AI_ADDRESSES, AI_EMOJI, AI_FIELD_KEYS, AI_GOALS, AI_PRICE_RULES, AI_RETURNS } from '@ruwu/contract'
import type {
  AI_LENGTH_NAMES,
  AI_TONES,
  CheckFinding,
  HandoffReason,
  KnowledgePiece,
  KnowledgeType,
  LibraryName,
  PieceType,
} from '@ruwu/contract'
import { AI_LENGTHS, AiDraft } from '@ruwu/contract'

type Labels<Names extends readonly string[]> = Record<Names[number], string>

/** The draft of a new account: all defaults. */
export const DEFAULT_AI_DRAFT: AiDraft = AiDraft.parse({})

export const AI_TONE_LABELS: Labels<typeof AI_TONES> = { professional: '专业', warm: '亲切', lively: '活泼' }
export const AI_ADDRESS_LABELS: Labels<typeof AI_ADDRESSES> = { 您: '您', 你: '你', 亲: '亲' }
export const AI_LENGTH_LABELS: Labels<typeof AI_LENGTH_NAMES> = {
  short: `短（≤ ${AI_LENGTHS.short} 字）`,
  medium: `中（≤ ${AI_LENGTHS.medium} 字）`,
  long: `长（≤ ${AI_LENGTHS.long} 字）`,
}
export const AI_EMOJI_LABELS: Labels<typeof AI_EMOJI> = { none: '不用', few: '少量', many: '较多' }
export const AI_GOAL_LABELS: Labels<typeof AI_GOALS> = { lead: '留资优先', appointment: '预约', answer: '答疑' }
export const AI_FIELD_LABELS: Labels<typeof AI_FIELD_KEYS> = {
  phone: '电话',
  wechat: '微信',
  city: '城市',
  need: '需求',
}
export const AI_PRICE_LABELS: Labels<typeof AI_PRICE_RULES> = {
  knowledge: '只引用知识',
  range: '给区间',
  handoff: '转人工',
}
export const AI_RETURN_LABELS: Labels<typeof AI_RETURNS> = {
  off: '关闭',
  '5': '5 分钟',
  '10': '10 分钟',
  '30': '30 分钟',
  '60': '60 分钟',
  next_day: '次日',
}

/** Handoff reasons as shown to agents. */
export const HANDOFF_REASON_TEXTS: Record<HandoffReason, string> = {
  keyword: '客户要求人工',
  misses: '连续未命中知识',
  low_score: '知识里没有贴切的答案',
  negative: '客户情绪负面',
  max_rounds: '达到最大轮数',
  rule: '符合转人工规则',
  has_lead: '客户已留资',
  goal: '目标已达成',
  price: '客户询问价格',
  unknown: '知识库没有答案',
  checker: '回答未通过检查',
  daily_replies: '达到每日回复上限',
  model: 'AI 判断需要人工',
}

/** Checker findings as shown to agents. */
export const CHECK_LABELS: Record<CheckFinding['kind'], string> = {
  number: '没有依据的数字',
  price: '没有依据的价格',
  date: '没有依据的时间',
  phone: '没有依据的联系方式',
  link: '没有依据的链接',
  promise: '没有依据的承诺',
  forbidden: '禁止说的词',
  guard: '不符合平台规则',
  person: '答应转人工却没有转',
  length: '超过回复长度',
  empty: '没有内容',
}

/** Lexical and vector score of a piece; undefined without vectors. */
export const scorePartsText = ({ parts }: Pick<KnowledgePiece, 'parts'>): string | undefined =>
  parts && `词语 ${parts.words.toFixed(2)} · 向量 ${parts.vector.toFixed(2)}`

export const LIBRARY_LABELS: Record<LibraryName, string> = { own: '本账号', shared: '企业共享' }

export const KNOWLEDGE_TYPE_LABELS: Record<KnowledgeType, string> = {
  qa: '问答',
  doc: '文档',
  web: '网页',
  goods: '商品服务表',
  image: '图片',
}

export const PIECE_TYPE_LABELS: Record<PieceType, string> = { ...KNOWLEDGE_TYPE_LABELS, intro: '业务介绍' }

/** Pseudo field: text that may be a WeChat id, which the AI asks about. */
export const AMBIGUOUS_WECHAT = 'doubtful_wechat'

/** Label of a field to collect; `names` are the enterprise's custom fields. */
export const aiFieldLabel = (key: string, names: Readonly<Record<string, string>>): string =>
  AI_FIELD_LABELS[key as keyof typeof AI_FIELD_LABELS] ??
  names[key] ??
  (key === AMBIGUOUS_WECHAT ? '字母是否为联系方式' : '已删除的字段')
