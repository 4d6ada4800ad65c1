import type { AiDiff, AiDraft } from '@ruwu/contract'
import {
  AI_EMOJI_LABELS,
  aiFieldLabel,
  AI_GOAL_LABELS,
  AI_LENGTH_LABELS,
  AI_PRICE_LABELS,
  AI_RETURN_LABELS,
  AI_TONE_LABELS,
} from './ai-labels.ts'

/** Display names by id, for ids in a draft. */
export type DraftNames = {
  fields?: Readonly<Record<string, string>>
  materials?: Readonly<Record<string, string>>
  tags?: Readonly<Record<string, string>>
}

const onOff = (is: boolean) => (is ? '开' : '关')
/** A disabled trigger's parameters are not described. */
const whenOn = (is: boolean, text: string) => (is ? text : '关')
const listed = (texts: readonly string[], none = '无') => (texts.length === 0 ? none : texts.join('、'))
const lines = (texts: readonly string[]) => (texts.length === 0 ? null : texts.join('\n'))
const written = (text: string) => (text === '' ? null : text)

/** A draft as one line per field, in page order. */
function describeDraft(
  { role, goal, script, handoff, advanced }: AiDraft,
  names: DraftNames,
): [string, string | null][] {
  const { onReached } = goal
  return [
    ['角色 · 名称', written(role.name)],
    ['角色 · 头像', written(role.avatar)],
    ['角色 · 自我介绍', written(role.intro)],
    ['角色 · 业务介绍', written(role.business)],
    ['角色 · 语气', AI_TONE_LABELS[role.tone]],
    ['角色 · 称呼', role.address],
    ['角色 · 回复长度', AI_LENGTH_LABELS[role.length]],
    ['角色 · 表情', AI_EMOJI_LABELS[role.emoji]],
    ['角色 · 被问及时说明是 AI', onOff(role.saysAi)],
    ['目标 · 主目标', AI_GOAL_LABELS[goal.main]],
    ['目标 · 收集字段', listed(goal.fields.map(({ key, isMust }) => fieldOf(key, isMust, names)))],
    ['目标 · 最多追问', `${goal.askMax} 次`],
    ['目标 · 联系方式间隔', `${goal.askEvery} 次回答`],
    ['目标 · 达成后发卡', onReached.materialId && (names.materials?.[onReached.materialId] ?? '已删除的卡片')],
    ['目标 · 达成后转人工', onOff(onReached.handoff)],
    ['目标 · 达成后打标签', listed(onReached.tagIds.map((id) => names.tags?.[id] ?? '已删除的标签'))],
    ['话术与禁区 · 必须说', lines(script.mustSay)],
    ['话术与禁区 · 禁止说', listed(script.forbidden)],
    ['话术与禁区 · 场景话术', lines(script.scenes.map(({ when, guide }) => `${when} → ${guide}`))],
    ['话术与禁区 · 价格策略', AI_PRICE_LABELS[script.price]],
    ['转人工与恢复 · 关键词', whenOn(handoff.keywords.enabled, listed(handoff.keywords.words))],
    ['转人工与恢复 · 没有答案', whenOn(handoff.misses.enabled, `连续 ${handoff.misses.n} 轮`)],
    ['转人工与恢复 · 情绪负面', onOff(handoff.negative.enabled)],
    ['转人工与恢复 · 最大轮数', whenOn(handoff.maxRounds.enabled, `${handoff.maxRounds.n} 轮`)],
    ['转人工与恢复 · 规则描述', whenOn(handoff.rules.enabled, handoff.rules.sentences.join('\n') || '无')],
    ['转人工与恢复 · 已留资', onOff(handoff.hasLead.enabled)],
    ['转人工与恢复 · 转人工话术', written(handoff.text)],
    ['转人工与恢复 · 自动恢复', AI_RETURN_LABELS[handoff.returnAfter]],
    ['高级 · 采用线', `${advanced.hitScore}`],
    ['高级 · 合并等待', `${advanced.mergeSec} 秒`],
    ['高级 · 拟人延迟', `${advanced.delaySec} 秒`],
    ['高级 · 上下文轮数', `${advanced.turns} 轮`],
    ['高级 · 单客户每日最多回复', `${advanced.dailyReplies} 条`],
    ['高级 · 每日积分上限', advanced.dailyPoints === 0 ? '不限' : `${advanced.dailyPoints}`],
    ['高级 · 图片理解', onOff(advanced.readsImages)],
  ]
}

const fieldOf = (key: string, isMust: boolean, names: DraftNames) =>
  `${aiFieldLabel(key, names.fields ?? {})}（${isMust ? '必问' : '选问'}）`

/** Changed fields. Without `before` every field is new. */
export function diffDrafts(before: AiDraft | null, after: AiDraft, names: DraftNames = {}): AiDiff[] {
  const old = new Map(before ? describeDraft(before, names) : [])
  return describeDraft(after, names)
    .map(([path, text]) => ({ path, before: old.get(path) ?? null, after: text }))
    .filter((line) => line.before !== line.after)
}
