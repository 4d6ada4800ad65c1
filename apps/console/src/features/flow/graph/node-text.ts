import type { FlowField, FlowGraph, FlowNode, FlowNodeOf } from '@ruwu/contract'
import { findNode, FLOW_ANSWER_LABELS, flowNodeTitle } from '@ruwu/domain'
import { formTexts } from '../form-texts.ts'
import { texts } from '../texts.ts'

/** Names of what a graph refers to by id; undefined while loading or after it was deleted. */
export type FlowNames = {
  card: (id: string) => string | undefined
  tag: (id: string) => string | undefined
  field: (id: string) => string | undefined
}

export const fieldName = (field: FlowField, names: FlowNames): string | undefined => {
  if (field === null) return undefined
  const fixed: Record<string, string> = formTexts.fixedFields
  return fixed[field] ?? names.field(field) ?? texts.gone
}

/** What a node does, in the few words its card has room for. */
export function summaryOf(node: FlowNode, graph: FlowGraph, names: FlowNames): string {
  switch (node.type) {
    case 'start':
      return startText(node.data, names)
    case 'send':
      return sendText(node.data, names)
    case 'ask': {
      const field = fieldName(node.data.field, names)
      const answer = field ? formTexts.writesTo(field) : FLOW_ANSWER_LABELS[node.data.kind]
      return [node.data.text, answer].filter((part) => part !== '').join(' · ')
    }
    case 'menu':
      return node.data.title || formTexts.optionCount(node.data.options.length)
    case 'condition':
      return formTexts.branchCount(node.data.branches.length)
    case 'ai':
      return node.data.instruction || formTexts.answersMost(node.data.maxAnswers)
    case 'card':
      return node.data.materialId === null ? '' : (names.card(node.data.materialId) ?? '')
    case 'tag':
      return [...namesOf(node.data.add, '', names), ...namesOf(node.data.remove, formTexts.without, names)].join('、')
    case 'field': {
      const field = fieldName(node.data.field, names)
      return field ? formTexts.sets(field, node.data.value) : ''
    }
    case 'assign':
      return node.data.to === 'familiar' ? formTexts.assignTo.familiar : formTexts.agentCount(node.data.agentIds.length)
    case 'wait':
      return node.data.minutes > 0 ? formTexts.waitsMost(minutesText(node.data.minutes)) : formTexts.noWait
    case 'webhook':
      return hostOf(node.data.url)
    case 'jump': {
      const target = node.data.nodeId === null ? undefined : findNode(graph, node.data.nodeId)
      return target ? flowNodeTitle(target) : ''
    }
    case 'handoff':
      return node.data.text || formTexts.byPlan
    case 'end':
      return formTexts.endHint
  }
}

const namesOf = (ids: readonly string[], prefix: string, names: FlowNames) =>
  ids.map((id) => `${prefix}${names.tag(id) ?? texts.gone}`)

function startText({ trigger }: FlowNodeOf<'start'>['data'], names: FlowNames): string {
  if (trigger.type === 'keyword') return trigger.words.join('、')
  if (trigger.type === 'tag') return namesOf(trigger.tagIds, '', names).join('、')
  return ''
}

function sendText({ variants, imageUrl, materialId }: FlowNodeOf<'send'>['data'], names: FlowNames) {
  const said = variants.filter((text) => text !== '')
  const rest = [
    imageUrl !== null && formTexts.image,
    materialId !== null && (names.card(materialId) ?? formTexts.card),
  ].filter((it) => it !== false)
  const first = said.length > 1 ? formTexts.variantCount(said.length) : (said[0] ?? '')
  return [first, ...rest].filter((part) => part !== '').join(' · ')
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : '')

const MINUTE_UNITS = [
  [1440, formTexts.units.day],
  [60, formTexts.units.hour],
  [1, formTexts.units.minute],
] as const

/** 30 分钟, 1 小时 30 分钟, 2 天. */
export function minutesText(minutes: number): string {
  let rest = minutes
  const parts = MINUTE_UNITS.map(([size, unit]) => {
    const count = Math.floor(rest / size)
    rest %= size
    return count > 0 && `${count} ${unit}`
  })
  return parts.filter(Boolean).join(' ')
}
