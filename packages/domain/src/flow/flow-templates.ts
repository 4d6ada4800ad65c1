import { FLOW_TEMPLATES, type FlowGraph, type FlowNode, type FlowTemplateId } from '@ruwu/contract'

/** What the template list shows. */
export const FLOW_TEMPLATE_TEXTS: Record<FlowTemplateId, { name: string; hint: string }> = {
  lead: { name: '留资引导', hint: '先问需求，再请客户留下手机号，留下后转人工跟进' },
  night: { name: '夜间接待', hint: '在接待方案中为夜间时段选用：告知客户，并请客户留言和联系方式' },
  booking: { name: '预约到店', hint: '选择到店时间，留下手机号，完成预约' },
  price: { name: '价格咨询', hint: '客户问价时先了解需求，再由人工报价' },
  wake: { name: '沉默唤醒', hint: '等待客户一段时间，仍未回复时再问一次' },
  comment: { name: '意向评论转私信', hint: '客户从评论进入私信后，先打招呼再了解需求' },
}

type Bare = FlowNode extends infer Each ? (Each extends FlowNode ? Omit<Each, 'id' | 'x' | 'y'> : never) : never
/** A node, its layer from the top, its column, and its ways: exit → id of the next node. */
type Sketch = [id: string, node: Bare, layer: number, column: number, ways?: Record<string, string>]

const STEP = { x: 208, y: 112 }

const draw = (sketches: Sketch[]): FlowGraph => ({
  nodes: sketches.map(([id, node, layer, column]) => ({ ...node, id, x: column * STEP.x, y: layer * STEP.y })),
  edges: sketches.flatMap(([from, , , , ways = {}]) => Object.entries(ways).map(([exit, to]) => ({ from, exit, to }))),
})

const send = (...variants: string[]): Bare => ({ type: 'send', data: { variants, imageUrl: null, materialId: null } })

type AskData = Extract<FlowNode, { type: 'ask' }>['data']
const ask = (text: string, more: Partial<AskData> = {}): Bare => ({
  type: 'ask',
  data: {
    text,
    field: null,
    kind: 'text',
    options: [],
    retryText: '抱歉没有看懂，麻烦您再说一次',
    retries: 1,
    timeoutMinutes: 30,
    ...more,
  },
})

const askPhone = (text: string): Bare =>
  ask(text, { kind: 'phone', retries: 2, retryText: '这个号码好像不完整，麻烦您再确认一下' })

const menu = (title: string, options: Record<string, string>): Bare => ({
  type: 'menu',
  data: { title, options: Object.entries(options).map(([id, text]) => ({ id, text })) },
})

const END: Bare = { type: 'end', data: {} }
const handoff = (text = ''): Bare => ({ type: 'handoff', data: { text } })

const TEMPLATES: Record<FlowTemplateId, Sketch[]> = {
  lead: [
    ['start', { type: 'start', data: { trigger: { type: 'first_message' } } }, 0, 1, { next: 'hello' }],
    ['hello', send('您好，很高兴为您服务', '您好，欢迎咨询'), 1, 1, { next: 'need' }],
    ['need', ask('请问您主要想了解哪方面？'), 2, 1, { next: 'phone', failed: 'person', timeout: 'done' }],
    [
      'phone',
      askPhone('方便留个手机号吗？我们安排专人给您详细介绍'),
      3,
      0,
      { next: 'thanks', failed: 'person', timeout: 'done' },
    ],
    ['thanks', send('已经记下，马上有同事联系您'), 4, 0, { next: 'person' }],
    ['person', handoff(), 5, 0],
    ['done', END, 4, 2],
  ],
  // Begun by the periods of a reception plan: its texts are untrue by day.
  night: [
    ['start', { type: 'start', data: { trigger: { type: 'manual' } } }, 0, 1, { next: 'tell' }],
    ['tell', send('现在是休息时间，您可以先留言，上班后第一时间回复您'), 1, 1, { next: 'need' }],
    ['need', ask('请说一下您的问题，我们先记下来'), 2, 1, { next: 'phone', failed: 'done', timeout: 'done' }],
    ['phone', askPhone('留个手机号，上班后优先联系您'), 3, 0, { next: 'thanks', failed: 'done', timeout: 'done' }],
    ['thanks', send('收到，上班后会尽快联系您'), 4, 0, { next: 'done' }],
    ['done', END, 5, 1],
  ],
  booking: [
    [
      'start',
      { type: 'start', data: { trigger: { type: 'keyword', match: 'contains', words: ['预约', '到店'] } } },
      0,
      1,
      { next: 'time' },
    ],
    [
      'time',
      menu('您想什么时候到店？', { weekday: '工作日', weekend: '周末', later: '还没想好' }),
      1,
      1,
      { weekday: 'phone', weekend: 'phone', later: 'wait', unmatched: 'person' },
    ],
    ['phone', askPhone('请留下手机号，我们为您保留名额'), 2, 0, { next: 'thanks', failed: 'person', timeout: 'done' }],
    ['thanks', send('预约已登记，稍后同事与您确认具体时间'), 3, 0, { next: 'person' }],
    ['wait', { type: 'wait', data: { minutes: 60 } }, 2, 2, { reply: 'time', timeout: 'done' }],
    ['person', handoff(), 4, 0],
    ['done', END, 4, 2],
  ],
  price: [
    [
      'start',
      { type: 'start', data: { trigger: { type: 'keyword', match: 'contains', words: ['价格', '多少钱', '报价'] } } },
      0,
      1,
      { next: 'kind' },
    ],
    [
      'kind',
      menu('请问您想了解哪一类的价格？', { basic: '基础款', advanced: '进阶款', custom: '定制' }),
      1,
      1,
      { basic: 'phone', advanced: 'phone', custom: 'person', unmatched: 'person' },
    ],
    [
      'phone',
      askPhone('报价会根据您的情况有所不同，方便留个手机号发您详细报价吗？'),
      2,
      0,
      { next: 'person', failed: 'person', timeout: 'done' },
    ],
    ['person', handoff('已为您安排同事报价，请稍候'), 3, 0],
    ['done', END, 3, 2],
  ],
  wake: [
    ['start', { type: 'start', data: { trigger: { type: 'manual' } } }, 0, 1, { next: 'wait' }],
    ['wait', { type: 'wait', data: { minutes: 60 } }, 1, 1, { reply: 'person', timeout: 'again' }],
    [
      'again',
      ask('还在了解吗？有任何问题都可以直接问我', { timeoutMinutes: 720 }),
      2,
      1,
      { next: 'person', failed: 'person', timeout: 'done' },
    ],
    ['person', handoff(), 3, 0],
    ['done', END, 3, 2],
  ],
  comment: [
    ['start', { type: 'start', data: { trigger: { type: 'session_start' } } }, 0, 1, { next: 'hello' }],
    ['hello', send('您好，感谢您的关注，这边给您详细介绍'), 1, 1, { next: 'need' }],
    ['need', ask('请问您想先了解哪方面？'), 2, 1, { next: 'phone', failed: 'person', timeout: 'done' }],
    [
      'phone',
      askPhone('方便留个手机号吗？把详细资料发给您'),
      3,
      0,
      { next: 'person', failed: 'person', timeout: 'done' },
    ],
    ['person', handoff(), 4, 0],
    ['done', END, 4, 2],
  ],
}

export const flowTemplate = (id: FlowTemplateId): FlowGraph => draw(TEMPLATES[id])

/** A new flow begins with its start on the canvas. */
export const emptyFlow = (): FlowGraph =>
  draw([['start', { type: 'start', data: { trigger: { type: 'session_start' } } }, 0, 0]])

export const FLOW_TEMPLATE_LIST = FLOW_TEMPLATES.map((id) => ({ id, ...FLOW_TEMPLATE_TEXTS[id] }))
