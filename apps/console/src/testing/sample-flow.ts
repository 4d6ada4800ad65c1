import { FlowDetail, type FlowGraph, type FlowNode } from '@ruwu/contract'
import { sample } from './sample.ts'

const start: FlowNode = { id: 'start', type: 'start', x: 0, y: 0, data: { trigger: { type: 'session_start' } } }
export const ask: FlowNode = {
  id: 'phone',
  type: 'ask',
  name: '收集手机号',
  x: 0,
  y: 112,
  data: {
    text: '方便留个手机号吗？',
    field: null,
    kind: 'phone',
    options: [],
    retryText: '',
    retries: 0,
    timeoutMinutes: 30,
  },
}
const end: FlowNode = { id: 'end', type: 'end', x: 0, y: 224, data: {} }

/** A flow that can be published. */
export const graph: FlowGraph = {
  nodes: [start, ask, end],
  edges: [
    { from: 'start', exit: 'next', to: 'phone' },
    { from: 'phone', exit: 'next', to: 'end' },
    { from: 'phone', exit: 'failed', to: 'end' },
    { from: 'phone', exit: 'timeout', to: 'end' },
  ],
}

/** The same with a question that is asked as `node`. */
export const graphWith = (node: FlowNode): FlowGraph => ({
  ...graph,
  nodes: [start, { ...node, id: 'phone', x: 0, y: 112 }, end],
})

export const sampleFlow = (part: Partial<FlowDetail> = {}): FlowDetail =>
  sample(FlowDetail, { name: '夜间留资', graph, version: 7, status: 'draft', publishedVersion: null, ...part })
