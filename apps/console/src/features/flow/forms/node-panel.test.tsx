import {
  agentApi,
  Agent,
  channelApi,
  customerSettingApi,
  CustomerField,
  type FlowDetail,
  flowApi,
  type FlowGraph,
  type FlowNode,
  type FlowNodeType,
  materialApi,
  Material,
  Tag,
  tagApi,
} from '@ruwu/contract'
import { findNode } from '@ruwu/domain'
import { screen } from '@testing-library/react'
import { type ComponentProps, useCallback, useEffect, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { createFakeServer } from '../../../testing/fake-server.ts'
import { pictureFile } from '../../../testing/picture-file.ts'
import { chooseIn, openLayer, valueIn } from '../../../testing/render.tsx'
import { sample } from '../../../testing/sample.ts'
import { graphWith, sampleFlow } from '../../../testing/sample-flow.ts'
import { newNode } from '../graph/node-kinds.ts'
import { useFlowDraft } from '../use-flow-draft.ts'
import { NodePanel } from './node-panel.tsx'

const tag = sample(Tag, { name: '高意向' })
const card = sample(Material, { name: '预约量房', type: 'lead_form' })
const field = sample(CustomerField, { name: '户型', type: 'text', enabled: true })
const agent = sample(Agent, { name: '林小满', enabled: true })

type PanelProps = { flow: FlowDetail; isReadOnly: boolean; onDraft: (graph: FlowGraph) => void; commands: Commands }
type Commands = ComponentProps<typeof NodePanel>['commands']

/** The panel of the node `phone`, over a real draft. */
function Panel({ flow, isReadOnly, onDraft, commands }: PanelProps) {
  const editor = useFlowDraft(flow, !isReadOnly)
  const { graph } = editor.draft
  const [wantsFocus, setWantsFocus] = useState(true)
  const dropWish = useCallback(() => setWantsFocus(false), [])
  useEffect(() => onDraft(graph), [graph, onDraft])
  return (
    <NodePanel
      node={findNode(graph, 'phone')!}
      editor={editor}
      commands={commands}
      isReadOnly={isReadOnly}
      wantsFocus={wantsFocus}
      onFocused={dropWish}
      onClose={() => {}}
    />
  )
}

async function open(node: FlowNode, { isReadOnly = false } = {}) {
  const server = createFakeServer()
  server.answer(tagApi.list, [tag])
  server.answer(agentApi.list, [agent])
  server.answer(channelApi.simpleList, [])
  server.answer(customerSettingApi.listFields, [field])
  server.answer(materialApi.page, { items: [card], total: 1, page: 1, pageSize: 100 })
  server.answer(flowApi.list, [])
  let graph: FlowGraph
  const commands = { remove: vi.fn(), paste: vi.fn(), locate: vi.fn() }
  const onDraft = (next: FlowGraph) => {
    graph = next
  }
  const flow = sampleFlow({ graph: graphWith(node) })
  const panel = await openLayer(
    () => <Panel flow={flow} isReadOnly={isReadOnly} onDraft={onDraft} commands={commands} />,
    { server },
  )
  return { ...panel, commands, graph: () => graph, data: () => findNode(graph, 'phone')!.data }
}

const blank = (type: FlowNodeType) => newNode(type, { x: 0, y: 0 })

test('a node is renamed, and without a name it has that of its kind', async () => {
  const panel = await open(blank('send'))
  expect(document.activeElement).toBe(screen.getByLabelText('节点名称'))

  await panel.fill('节点名称', '夜间问候')
  expect(screen.getByRole('heading', { name: '夜间问候' })).toBeTruthy()
  await panel.fill('节点名称', '')
  expect(screen.getByRole('heading', { name: '发送' })).toBeTruthy()
})

test('发送: variants take turns, with a preview and a card', async () => {
  const panel = await open(blank('send'))

  await panel.fill('话术 1', '{客户昵称}您好')
  expect(screen.getByText('楠楠您好')).toBeTruthy()
  await panel.user.click(panel.button('添加话术'))
  await panel.fill('话术 2', '欢迎咨询')
  await panel.choose('卡片', '预约量房 · 留资卡')
  expect(panel.data()).toMatchObject({ variants: ['{客户昵称}您好', '欢迎咨询'], materialId: card.id })

  await panel.user.click(panel.button('删除话术 2'))
  expect(panel.data()).toMatchObject({ variants: ['{客户昵称}您好'] })
})

test('发送: what is typed while the picture uploads stays', async () => {
  const panel = await open(blank('send'))
  const { promise: answer, resolve: end } = Promise.withResolvers<object>()
  panel.server.answerRaw('POST', '/api/attachment/upload', () => answer)

  await panel.user.upload(screen.getByLabelText('图片', { selector: 'input' }), pictureFile())
  await panel.fill('话术 1', '您好')
  end({ path: '/file/a.png', publicUrl: '/file/a.png' })

  await expect.poll(panel.data).toMatchObject({ variants: ['您好'], imageUrl: '/file/a.png' })
})

test('a text over its limit is marked at its field', async () => {
  const panel = await open(blank('send'))

  await panel.fill('话术 1', '一'.repeat(501))

  expect(await screen.findByText('最多 500 个字')).toBeTruthy()
})

test('提问: format, field, retries and time limit', async () => {
  const panel = await open(blank('ask'))

  await panel.fill('问题', '您家是什么户型？')
  await panel.choose('回答格式', '单选')
  await panel.fill('选项 1', '三房')
  await panel.fill('选项 2', '两房')
  await panel.choose('写入字段', '户型')
  await panel.fill('最多重试', '2')
  await panel.fill('重试话术', '请选一个')
  await panel.fill('超时', '60')

  expect(panel.data()).toMatchObject({
    text: '您家是什么户型？',
    kind: 'choice',
    options: [{ text: '三房' }, { text: '两房' }],
    field: field.id,
    retries: 2,
    retryText: '请选一个',
    timeoutMinutes: 60,
  })
})

test('菜单: a renamed and moved option keeps its id, and with it its way', async () => {
  const menu = {
    ...blank('menu'),
    data: {
      title: '想了解什么',
      options: [
        { id: 'a', text: '价格' },
        { id: 'b', text: '到店' },
      ],
    },
  }
  const panel = await open(menu as FlowNode)

  await panel.fill('选项 1', '报价')
  await panel.user.click(panel.button('下移 选项 1'))
  await panel.user.click(panel.button('添加选项'))

  expect(panel.data()).toMatchObject({ options: [{ id: 'b', text: '到店' }, { id: 'a', text: '报价' }, { text: '' }] })
})

test('条件: branches with the conditions of rules and AI 意图', async () => {
  const panel = await open(blank('condition'))
  const add = async (kind: string) => {
    await panel.user.click(screen.getAllByRole('button', { name: '添加条件' })[0]!)
    await chooseIn(panel.user, screen.getAllByRole('combobox', { name: '条件' }).at(-1)!, kind)
  }

  await panel.fill('分支 1 名称', '问价格')
  await add('AI 意图')
  await panel.fill('意图', '询问价格')
  await add('归属')
  await panel.user.click(panel.button('添加分支'))

  expect(panel.data()).toMatchObject({
    branches: [
      {
        name: '问价格',
        conditions: {
          op: 'all',
          items: [
            { type: 'intent', text: '询问价格' },
            { type: 'owner', match: 'none' },
          ],
        },
      },
      { name: '分支 2', conditions: { items: [] } },
    ],
  })
  await panel.user.click(panel.button('删除条件「归属」'))
  await panel.user.click(panel.button('删除分支「分支 2」'))
  expect(panel.data()).toMatchObject({ branches: [{ name: '问价格', conditions: { items: [{ type: 'intent' }] } }] })
})

test('打标签 adds and removes tags', async () => {
  const panel = await open(blank('tag'))
  await panel.choose('打上标签', '高意向')

  expect(panel.data()).toEqual({ add: [tag.id], remove: [] })
})

test('改字段 takes a field and a value', async () => {
  const panel = await open(blank('field'))
  await panel.choose('字段', '城市')
  await panel.fill('改为', '上海')

  expect(panel.data()).toEqual({ field: 'city', value: '上海' })
})

test('分配客服 takes the agent who answered before, or a list', async () => {
  const panel = await open(blank('assign'))
  await panel.user.click(screen.getByText('指定客服'))
  await panel.choose('客服', '林小满')

  expect(panel.data()).toEqual({ to: 'listed', agentIds: [agent.id] })
})

test('等待 takes minutes', async () => {
  const panel = await open(blank('wait'))
  await panel.fill('最长等待', '90')

  expect(panel.data()).toEqual({ minutes: 90 })
})

test('AI 回答 takes an instruction and a number of answers', async () => {
  const panel = await open(blank('ai'))
  await panel.fill('指令', '解答材质问题')
  await panel.fill('最多回答', '5')

  expect(panel.data()).toEqual({ instruction: '解答材质问题', maxAnswers: 5 })
})

test('Webhook maps fields of the answer', async () => {
  const panel = await open(blank('webhook'))
  await panel.fill('地址', 'https://example.com/hook')
  await panel.user.click(panel.button('添加字段'))
  await panel.fill('应答字段 1', 'data.level')
  await panel.fill('变量名 1', '等级')
  await panel.choose('写入字段 1', '城市')

  expect(panel.data()).toEqual({
    url: 'https://example.com/hook',
    mapping: [{ path: 'data.level', name: '等级', field: 'city' }],
  })
})

test('the next step is chosen without the mouse, and leads there', async () => {
  const panel = await open(blank('send'))
  await panel.choose('出口「下一步」的下一步', '3 结束 · 结束')

  expect(panel.graph().edges).toContainEqual({ from: 'phone', exit: 'next', to: 'end' })
  await panel.user.click(panel.button('定位到出口「下一步」的下一步'))
  expect(panel.commands.locate).toHaveBeenCalledExactlyOnceWith('end')
})

test('a jump goes to another node but not to the start', async () => {
  const panel = await open(blank('jump'))
  await panel.user.click(screen.getByLabelText('跳转到'))
  const offered = await screen.findAllByText(/·/, { selector: '.ant-select-item-option-content' })

  expect(offered.map((it) => it.textContent)).toEqual(['3 结束 · 结束'])
})

test('copy and delete act on the node', async () => {
  const panel = await open(blank('handoff'))
  await panel.fill('转人工话术', '马上为您转接')
  await panel.user.click(panel.button('复制'))
  await panel.user.click(panel.button('删除'))

  expect(panel.commands.paste).toHaveBeenCalledOnce()
  expect(panel.commands.remove).toHaveBeenCalledOnce()
  expect(panel.data()).toEqual({ text: '马上为您转接' })
})

test('read-only, nothing can be changed or removed', async () => {
  await open(blank('send'), { isReadOnly: true })

  expect(screen.getByLabelText('话术 1')).toHaveProperty('disabled', true)
  expect(valueIn('话术 1')).toBe('')
  expect(screen.queryByRole('button', { name: '删除' })).toBeNull()
})
