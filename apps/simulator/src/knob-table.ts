import type { KnobInput, KnobValue } from './views.ts'

export const KNOB_GROUPS = {
  token: '令牌',
  send: '发送',
  echo: '回显',
  hook: '推送',
  account: '账号',
  other: '其它',
} as const

export type KnobDefinition = { group: keyof typeof KNOB_GROUPS; label: string; explanation: string; input: KnobInput }

const SWITCH: KnobInput = { kind: 'switch' }
const PROBABILITY: KnobInput = { kind: 'probability' }
const seconds = (min: number): KnobInput => ({ kind: 'number', unit: '秒', min, step: 1 })
const milliseconds: KnobInput = { kind: 'number', unit: '毫秒', min: 0, step: 100 }

/** Every knob there is. All are off at first. */
export const KNOBS = {
  'token.ttl': {
    group: 'token',
    label: '访问令牌寿命',
    explanation: '之后发放的访问令牌只活这么久，用来看自动续期',
    input: seconds(1),
  },
  'refresh.ttl': {
    group: 'token',
    label: '刷新令牌寿命',
    explanation: '之后发放的刷新令牌只活这么久，过后只能重新授权',
    input: seconds(1),
  },
  'client.ttl': {
    group: 'token',
    label: '应用令牌寿命',
    explanation: '抖音应用令牌（上传图片用）的寿命',
    input: seconds(1),
  },
  'token.revoke': {
    group: 'token',
    label: '令牌失效一次',
    explanation: '下一次调用回答令牌无效（2190002 / 990002），随后自动关闭',
    input: SWITCH,
  },
  'call.error': {
    group: 'other',
    label: '任意接口报错',
    explanation: '写作 错误码 或 错误码:次数，接下来的任意调用回答该错误码',
    input: { kind: 'text', placeholder: '2190016:1' },
  },
  'send.error': {
    group: 'send',
    label: '发送报错',
    explanation: '写作 错误码 或 错误码:次数，接下来的发送回答该错误码；不写次数则一直如此',
    input: { kind: 'text', placeholder: '28003070:2' },
  },
  'send.rateLimit': {
    group: 'send',
    label: '发送限速',
    explanation: '每秒超过这么多条就回答发送过快（28003018 / 990040）',
    input: { kind: 'number', unit: '条/秒', min: 1, step: 1 },
  },
  'send.slow': {
    group: 'send',
    label: '慢回答',
    explanation: '发送的回答推迟这么久；6000 让人不耐烦，12000 超过我方等待上限',
    input: milliseconds,
  },
  'send.loseAnswer': {
    group: 'send',
    label: '丢失回答',
    explanation: '消息已收下并送达客户，但连接被切断，我方收不到结果',
    input: SWITCH,
  },
  'send.http500': {
    group: 'send',
    label: 'HTTP 500',
    explanation: '发送直接回答 500 和一段不是 JSON 的文字，消息不收',
    input: SWITCH,
  },
  'echo.delay': {
    group: 'echo',
    label: '回显推迟',
    explanation: '收下的消息过这么久才回显',
    input: milliseconds,
  },
  'echo.drop': { group: 'echo', label: '不回显', explanation: '收下的消息永远不回显', input: SWITCH },
  'echo.beforeAnswer': {
    group: 'echo',
    label: '回显抢先',
    explanation: '回显先于发送的回答到达我方',
    input: SWITCH,
  },
  'hook.duplicate': {
    group: 'hook',
    label: '重复推送',
    explanation: '按此概率把同一条推送（同一个键）送两次',
    input: PROBABILITY,
  },
  'hook.reorder': {
    group: 'hook',
    label: '乱序推送',
    explanation: '按此概率与同一会话的下一条推送对调',
    input: PROBABILITY,
  },
  'hook.drop': { group: 'hook', label: '丢失推送', explanation: '按此概率永不送达', input: PROBABILITY },
  'hook.badSignature': {
    group: 'hook',
    label: '签名错误',
    explanation: '推送带错误的签名，我方必须拒绝',
    input: SWITCH,
  },
  'hook.badCipher': {
    group: 'hook',
    label: '密文损坏',
    explanation: '小红书推送的密文无法解开，我方必须拒绝',
    input: SWITCH,
  },
  'hook.contentAs': {
    group: 'hook',
    label: 'content 的写法',
    explanation: '抖音推送里的 content 写成对象、字符串，或两种混用',
    input: {
      kind: 'choice',
      choices: [
        { value: 'object', label: '对象' },
        { value: 'string', label: '字符串' },
        { value: 'mixed', label: '混用' },
      ],
    },
  },
  'hook.down': {
    group: 'hook',
    label: '推送中断',
    explanation: '从现在起扣住所有推送这么久，然后一次放出',
    input: seconds(1),
  },
  'policy.autoReply': {
    group: 'account',
    label: '工作台自动回复',
    explanation: '抖音工作台正在自动回复，接口发送被拒（28003095）',
    input: SWITCH,
  },
  'ads.spend': {
    group: 'account',
    label: '近 30 天消耗',
    explanation: '小红书近 30 天广告消耗；0 表示私信工具暂停（990052）',
    input: { kind: 'number', unit: '元', min: 0, step: 1 },
  },
  'media.expire': {
    group: 'other',
    label: '媒体地址过期',
    explanation: '客户图片与视频的下载地址回答 403',
    input: SWITCH,
  },
  'fields.extra': {
    group: 'other',
    label: '多余字段',
    explanation: '回答与推送里夹带未知字段，并偶尔夹带未知事件',
    input: SWITCH,
  },
} as const satisfies Record<string, KnobDefinition>

export type KnobName = keyof typeof KNOBS

export const isKnobName = (name: string): name is KnobName => Object.hasOwn(KNOBS, name)

/** Why a value can't be set, as a sentence, or undefined. */
export function knobComplaint(name: KnobName, value: KnobValue): string | undefined {
  const { input, label }: KnobDefinition = KNOBS[name]
  if (input.kind === 'switch') return typeof value === 'boolean' ? undefined : `${label} 只能是开或关`
  if (input.kind === 'choice') {
    return input.choices.some((choice) => choice.value === value)
      ? undefined
      : `${label} 只能是 ${input.choices.map((choice) => choice.value).join('、')}`
  }
  if (input.kind === 'text') {
    return typeof value === 'string' && /^\d+(:[1-9]\d*)?$/.test(value)
      ? undefined
      : `${label} 需要写作 错误码 或 错误码:次数`
  }
  if (typeof value !== 'number' || !Number.isFinite(value)) return `${label} 需要数字`
  const max = input.kind === 'probability' ? 1 : Infinity
  const min = input.kind === 'probability' ? 0 : input.min
  return value >= min && value <= max ? undefined : `${label} 超出范围`
}
