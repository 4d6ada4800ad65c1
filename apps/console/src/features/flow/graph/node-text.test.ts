import type { FlowGraph, FlowNode } from '@ruwu/contract'
import { flowNodeTitle } from '@ruwu/domain'
import { expect, test } from 'vitest'
import { newNode } from './node-kinds.ts'
import { minutesText, summaryOf } from './node-text.ts'

const names = {
  card: (id: string) => (id === 'card' ? '预约量房' : undefined),
  tag: (id: string) => (id === 'tag' ? '高意向' : undefined),
  field: (id: string) => (id === 'field' ? '户型' : undefined),
}
const empty: FlowGraph = { nodes: [], edges: [] }
const node = (type: FlowNode['type'], data: object = {}): FlowNode => {
  const blank = newNode(type, { x: 0, y: 0 })
  return { ...blank, data: { ...blank.data, ...data } } as FlowNode
}

test.each([
  ['start', { trigger: { type: 'keyword', match: 'contains', words: ['价格', '报价'] } }, '价格、报价'],
  ['start', {}, ''],
  ['send', { variants: ['您好'] }, '您好'],
  ['send', { variants: ['您好', '欢迎'], materialId: 'card' }, '2 条话术轮流 · 预约量房'],
  ['send', { variants: [''], imageUrl: '/a.png' }, '图片'],
  ['ask', { field: 'city' }, '写入「城市」'],
  ['ask', { field: 'field' }, '写入「户型」'],
  ['ask', { text: '怎么联系您？', kind: 'phone' }, '怎么联系您？ · 手机号'],
  ['menu', {}, '2 个选项'],
  ['menu', { title: '想要哪一本？' }, '想要哪一本？'],
  ['condition', {}, '1 个分支'],
  ['ai', { maxAnswers: 3 }, '最多 3 次'],
  ['ai', { instruction: '介绍沙发' }, '介绍沙发'],
  ['card', { materialId: 'card' }, '预约量房'],
  ['tag', { add: ['tag'], remove: ['gone'] }, '高意向、去除已删除'],
  ['field', { field: 'city', value: '上海' }, '「城市」改为 上海'],
  ['field', { field: 'city', value: '' }, '清空「城市」'],
  ['assign', {}, '原客服'],
  ['assign', { to: 'listed', agentIds: ['a', 'b'] }, '2 位客服'],
  ['wait', { minutes: 90 }, '最长 1 小时 30 分钟'],
  ['wait', { minutes: 0 }, '不等待'],
  ['webhook', { url: 'https://example.com/hook' }, 'example.com'],
  ['webhook', { url: '不是地址' }, ''],
  ['jump', { nodeId: 'gone' }, ''],
  ['handoff', {}, '按接待方案分配'],
  ['end', {}, '按接待方案恢复接待'],
] as const)('%s %j: %s', (type, data, summary) => {
  expect(summaryOf(node(type, data), empty, names)).toBe(summary)
})

test('a node is called by its own name, a start by its trigger, others by their kind', () => {
  expect(flowNodeTitle({ ...node('send'), name: '夜间问候' })).toBe('夜间问候')
  expect(flowNodeTitle(node('start'))).toBe('会话开始')
  expect(flowNodeTitle(node('ask'))).toBe('提问')
})

test('a jump names its target', () => {
  const target: FlowNode = { ...node('send'), id: 'target', name: '夜间问候' }

  expect(summaryOf(node('jump', { nodeId: 'target' }), { nodes: [target], edges: [] }, names)).toBe('夜间问候')
})

test.each([
  [5, '5 分钟'],
  [60, '1 小时'],
  [1500, '1 天 1 小时'],
])('%i minutes are %s', (minutes, text) => {
  expect(minutesText(minutes)).toBe(text)
})
