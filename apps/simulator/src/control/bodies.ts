import { z } from 'zod'
import type {
  AuthoriseRequest,
  ClockRequest,
  CustomerActRequest,
  KnobsRequest,
  MerchantActRequest,
  NewCustomer,
  PastTalk,
  ScriptStartRequest,
} from '../views.ts'

const Source = z.enum(['redbook', 'douyin'])
const Id = z.string().min(1).max(200)
const Text = z.string().min(1).max(5_000)
const account = { source: Source, accountId: Id }

const Act = z.discriminatedUnion('do', [
  z.strictObject({
    do: z.literal('enter'),
    via: z.enum(['profile', 'post', 'ad']).optional(),
    postId: Id.optional(),
    adId: Id.optional(),
    planName: Text.optional(),
  }),
  z.strictObject({ do: z.literal('leave') }),
  z.strictObject({ do: z.literal('text'), text: Text }),
  z.strictObject({ do: z.literal('image'), picture: Id.optional(), url: z.string().optional() }),
  z.strictObject({ do: z.literal('video'), clip: Id.optional() }),
  z.strictObject({ do: z.literal('voice'), clip: Id.optional() }),
  z.strictObject({ do: z.literal('emoticon'), name: Id.optional() }),
  z.strictObject({ do: z.literal('share'), postId: Id.optional() }),
  z.strictObject({
    do: z.literal('submit_card'),
    messageId: Id.optional(),
    fields: z.record(z.string(), z.string().max(200)),
  }),
  z.strictObject({ do: z.literal('copy_wechat'), messageId: Id.optional() }),
  z.strictObject({ do: z.literal('tap_question'), messageId: Id.optional(), index: z.number().int().nonnegative() }),
  z.strictObject({ do: z.literal('recall'), messageId: Id.optional() }),
  z.strictObject({ do: z.literal('read') }),
  z.strictObject({ do: z.literal('comment'), postId: Id.optional(), text: Text, parentId: Id.optional() }),
  z.strictObject({ do: z.literal('grant'), isActive: z.boolean() }),
  z.strictObject({ do: z.literal('block'), isBlocked: z.boolean() }),
  z.strictObject({ do: z.literal('mask_phone'), isOn: z.boolean() }),
])

const MerchantAct = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('text'), customerId: Id, text: Text }),
  z.strictObject({ do: z.literal('recall'), customerId: Id, messageId: Id }),
  z.strictObject({ do: z.literal('revoke') }),
  z.strictObject({ do: z.literal('release_elsewhere') }),
  z.strictObject({ do: z.literal('staff_add'), name: z.string().min(1).max(30) }),
  z.strictObject({ do: z.literal('staff_set'), staffId: Id, state: z.enum(['asked', 'authorised', 'revoked']) }),
  z.strictObject({ do: z.literal('auto_reply'), isOn: z.boolean() }),
  z.strictObject({ do: z.literal('ad_spend'), yuan: z.number().nonnegative() }),
  z.strictObject({ do: z.literal('ban'), isOn: z.boolean() }),
])

/** Bodies of /control, each the type that views.ts promises. */
export const bodies = {
  act: z.strictObject({ ...account, customerId: Id, act: Act }) satisfies z.ZodType<CustomerActRequest>,
  merchant: z.strictObject({ ...account, act: MerchantAct }) satisfies z.ZodType<MerchantActRequest>,
  customer: z.strictObject({
    ...account,
    customerId: Id.optional(),
    name: z.string().min(1).max(30).optional(),
    city: z.string().min(1).max(30).optional(),
  }) satisfies z.ZodType<NewCustomer>,
  accountAdd: z.strictObject({ ...account, name: z.string().min(1).max(30), city: z.string().max(30), avatar: Id }),
  accountRemove: z.strictObject({ accountIds: z.array(Id).min(1).max(20) }),
  phone: z.strictObject({ ...account, customerId: Id, name: z.string().min(1).max(30) }),
  authorise: z.strictObject({
    source: Source,
    query: z.record(z.string(), z.string()),
    agreed: z.strictObject({ accountId: Id, scopes: z.array(z.string()) }).optional(),
  }) satisfies z.ZodType<AuthoriseRequest>,
  knobs: z.strictObject({
    account: z.strictObject(account).optional(),
    set: z.record(z.string(), z.union([z.boolean(), z.number(), z.string(), z.null()])),
  }) satisfies z.ZodType<KnobsRequest>,
  clock: z.strictObject({
    mode: z.enum(['real', 'fast', 'manual']),
    factor: z.number().positive().max(10_000).optional(),
  }) satisfies z.ZodType<ClockRequest>,
  advance: z.strictObject({ ms: z.number().int().nonnegative() }),
  scriptStart: z.strictObject({
    ...account,
    scriptId: Id,
    customerId: Id.optional(),
  }) satisfies z.ZodType<ScriptStartRequest>,
  scriptStop: z.strictObject({ runId: Id }),
  reset: z.strictObject({ seed: z.number().int().optional() }),
  seed: z.strictObject({ seed: z.number().int() }),
  /** A delivery of one's own making, signed and encrypted as the platform would. */
  deliver: z.strictObject({
    ...account,
    path: z.string().startsWith('/').optional(),
    name: z.string().default('raw'),
    key: z.string().optional(),
    body: z.union([z.string(), z.record(z.string(), z.unknown())]),
    /** redbook: put under `content`, encrypted. */
    sealed: z.record(z.string(), z.unknown()).optional(),
  }),
  load: z.strictObject({
    rate: z.number().positive().max(2_000),
    seconds: z.number().positive().max(86_400),
    customers: z.number().int().positive().max(1_000_000),
    scripts: z.array(Id).optional(),
  }),
  past: z.strictObject({
    talks: z
      .array(
        z.strictObject({
          ...account,
          customerId: Id,
          conversationId: Id,
          name: z.string().min(1).max(30),
          city: z.string().max(30),
          messages: z.array(
            z.strictObject({ messageId: Id, from: z.enum(['customer', 'merchant']), at: z.number().int(), text: Text }),
          ),
        }) satisfies z.ZodType<PastTalk>,
      )
      .max(1_000),
  }),
  demo: z.strictObject({ days: z.number().int().min(0).max(90).default(30) }),
}
