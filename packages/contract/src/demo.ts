import { z } from 'zod'
import { SignedIn } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { DemoId, Instant } from './ids.ts'
import { Source } from './source.ts'
import { typedText } from './text.ts'

/** Pictures that the visitor's phone holds: nothing can be uploaded. */
export const DEMO_PICTURES = ['floor-plan', 'wardrobe', 'living-room', 'kitchen', 'wall-crack'] as const

export const DEMO_ACTIONS = ['enter', 'text', 'image', 'submitCard', 'copyWechat', 'recall'] as const
export type DemoAction = (typeof DEMO_ACTIONS)[number]

/** A sign-in of the visitor's own enterprise, which ends with it. The token is kept in memory. */
export const DemoStarted = SignedIn.extend({
  demoId: DemoId,
  endsAt: Instant,
  accounts: z.array(z.object({ source: Source, name: z.string() })),
})
export type DemoStarted = z.infer<typeof DemoStarted>

const DemoContent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('image'), url: z.string() }),
  z.object({
    type: z.literal('card'),
    title: z.string(),
    coverUrl: z.string(),
    /** Lead form: its fields, and whether they were submitted. */
    labels: z.array(z.string()),
    isFilled: z.boolean(),
    /** Contact card: what the customer can copy. */
    wechat: z.string().nullable(),
    isCopied: z.boolean(),
  }),
])

export const DemoMessage = z.object({
  /** The simulated platform's own id. */
  id: z.string(),
  isMine: z.boolean(),
  at: Instant,
  isRecalled: z.boolean(),
  content: DemoContent,
})
export type DemoMessage = z.infer<typeof DemoMessage>

/** The conversation as the customer's phone shows it: what the simulated platform holds. */
export const DemoPhone = z.object({
  source: Source,
  accountName: z.string(),
  avatarUrl: z.string(),
  isEntered: z.boolean(),
  canCopyWechat: z.boolean(),
  messages: z.array(DemoMessage),
})
export type DemoPhone = z.infer<typeof DemoPhone>

const DemoFields = z
  .array(z.object({ label: typedText(20, '字段名过长'), value: typedText(50, '最多 50 个字') }))
  .max(10, '字段过多')

const DemoPayload = z.object({
  text: typedText(500, '最多 500 个字').optional(),
  picture: z.enum(DEMO_PICTURES).optional(),
  messageId: typedText(200, '标识过长').optional(),
  fields: DemoFields.optional(),
})
export type DemoPayload = z.infer<typeof DemoPayload>

const Phone = z.object({ demoId: DemoId, source: Source })

export const demoApi = {
  start: endpoint({
    method: 'POST',
    path: '/v1/demo/start',
    access: 'public',
    summary: '开始演示：访客自己的虚构企业，2 小时后删除',
    data: DemoStarted,
    errors: ['refused'],
  }),
  phone: endpoint({
    method: 'POST',
    path: '/v1/demo/phone',
    access: 'login',
    summary: '演示里客户的手机',
    isRead: true,
    body: Phone,
    data: DemoPhone,
    errors: ['notFound', 'refused'],
  }),
  act: endpoint({
    method: 'POST',
    path: '/v1/demo/act',
    access: 'login',
    summary: '演示里客户的动作：进入私信、发消息、发图片、提交留资卡、复制微信号、撤回',
    body: Phone.extend({ action: z.enum(DEMO_ACTIONS), payload: DemoPayload.default({}) }),
    data: DemoPhone,
    errors: ['notFound', 'refused'],
  }),
  reset: endpoint({
    method: 'POST',
    path: '/v1/demo/reset',
    access: 'login',
    summary: '重置演示：结束这一个，重新开始',
    body: z.object({ demoId: DemoId }),
    data: DemoStarted,
    errors: ['notFound', 'refused'],
  }),
}
