import type { FlowGraph, FlowNode, FlowNodeOf } from '@ruwu/contract'
import { FLOW_EXIT_LABELS } from './flow-labels.ts'

export type FlowExit = { id: string; label: string }

type FixedExit = keyof typeof FLOW_EXIT_LABELS
const fixed = (...ids: FixedExit[]): FlowExit[] => ids.map((id) => ({ id, label: FLOW_EXIT_LABELS[id] }))

/** The ways out of a node, in the order the canvas draws them. */
export function exitsOf(node: FlowNode): FlowExit[] {
  switch (node.type) {
    case 'ask':
      return [{ id: 'next', label: '已回答' }, { id: 'failed', label: '重试用尽' }, ...fixed('timeout')]
    case 'ai':
      return [{ id: 'next', label: `答满 ${node.data.maxAnswers} 次` }]
    case 'menu':
      return [...node.data.options.map(({ id, text }) => ({ id, label: text })), ...fixed('unmatched')]
    case 'condition':
      return [...node.data.branches.map(({ id, name }) => ({ id, label: name })), ...fixed('else')]
    case 'wait':
      return fixed('reply', 'timeout')
    case 'webhook':
      return fixed('next', 'failed')
    case 'jump':
    case 'handoff':
    case 'end':
      return []
    case 'start':
    case 'send':
    case 'card':
    case 'tag':
    case 'field':
    case 'assign':
      return fixed('next')
  }
}

export const findNode = ({ nodes }: FlowGraph, id: string): FlowNode | undefined => nodes.find((node) => node.id === id)

export const startOf = ({ nodes }: FlowGraph): FlowNodeOf<'start'> | undefined =>
  nodes.find((node): node is FlowNodeOf<'start'> => node.type === 'start')

/** The node behind an exit; undefined while it is not connected. */
export const targetOf = ({ edges }: FlowGraph, from: string, exit: string): string | undefined =>
  edges.find((edge) => edge.from === from && edge.exit === exit)?.to

/** A way from one node to another. `isReply`: only a customer's message leads along it. `isPause`: time passes or the customer acts on it. */
export type FlowWay = { exit: string; to: string; isReply: boolean; isPause: boolean }

/** All ways out of a node that lead somewhere, those of a jump included. */
export function waysFrom(graph: FlowGraph, node: FlowNode): FlowWay[] {
  if (node.type === 'jump')
    return node.data.nodeId ? [{ exit: 'next', to: node.data.nodeId, isReply: false, isPause: false }] : []
  return exitsOf(node).flatMap(({ id: exit }) => {
    const to = targetOf(graph, node.id, exit)
    return to === undefined ? [] : [{ exit, to, isReply: isReply(node, exit), isPause: isPause(node, exit) }]
  })
}

const isReply = (node: FlowNode, exit: string) =>
  node.type === 'menu' || node.type === 'ai' || ((node.type === 'ask' || node.type === 'wait') && exit !== 'timeout')

const isPause = (node: FlowNode, exit: string) => {
  if (isReply(node, exit)) return true
  if (node.type === 'wait') return node.data.minutes > 0
  return node.type === 'ask' && node.data.timeoutMinutes > 0
}
