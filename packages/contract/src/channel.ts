import { z } from 'zod'
import {
  AccountDetail,
  AccountType,
  AdStatus,
  ChannelEventKind,
  ChannelHistoryItem,
  CorpAccount,
  OpenStatus,
  ReceptionMode,
  SimpleAccount,
} from './channel-account.ts'
import { ChannelSetting, ChannelSettingFields } from './channel-setting.ts'
import { endpoint } from './endpoint.ts'
import { Ok } from './envelope.ts'
import { AgentId, Instant, RelationId } from './ids.ts'
import { cursorFields, cursorPageOf } from './paging.ts'
import { Source } from './source.ts'
import { typedText } from './text.ts'

/** 账号设置, AI 智能体, 发卡规则, 知识库. */
export const COPY_PARTS = ['setting', 'aiAgent', 'cardRule', 'knowledge'] as const

const ReqPage = z
  .string()
  .max(500, '返回地址过长')
  .regex(/^\/(?![/\\])[\x20-\x7e]*$/, '返回地址不正确')
  .default('/channel')

const PreCode = z.string().regex(/^[\w-]{20,80}$/, '授权标识不正确')

const openUrl = (source: Source) =>
  endpoint({
    method: 'GET',
    path: `/v1/channel/auth/${source}/open-url`,
    access: 'channelAccount:bindManage',
    summary: '发起授权',
    query: z.object({ reqPage: ReqPage }),
    data: z.object({ url: z.string(), preCode: z.string(), expiresAt: Instant }),
    errors: ['refused'],
  })

/** Whether the account is in the caller's 渠道账号范围; an account outside of it is bound, but not listed for the caller. */
const IsInScope = z.boolean()

const open = (source: Source) =>
  endpoint({
    method: 'POST',
    path: `/v1/channel/auth/${source}/open`,
    access: 'channelAccount:bindManage',
    summary: '完成授权',
    audit: ['channel.bind'],
    body: z.object({ preCode: PreCode }),
    data: z.object({ relationId: RelationId, name: z.string(), reqPage: z.string(), isInScope: IsInScope }),
    errors: ['notFound', 'refused', 'platformRefused'],
  })

const remove = (source: Source) =>
  endpoint({
    method: 'DELETE',
    path: `/v1/channel/account/${source}/del`,
    access: 'channelAccount:bindManage',
    summary: '解绑账号',
    audit: ['channel.unbind'],
    query: z.object({ relationId: RelationId }),
    data: Ok,
    errors: ['notFound', 'refused'],
  })

export const channelApi = {
  openUrlRedbook: openUrl('redbook'),
  openUrlDouyin: openUrl('douyin'),
  openRedbook: open('redbook'),
  openDouyin: open('douyin'),
  removeRedbook: remove('redbook'),
  removeDouyin: remove('douyin'),
  lastOpenSuccess: endpoint({
    method: 'GET',
    path: '/v1/channel/account/last-open-success',
    access: 'login',
    summary: '最近一次绑定成功的账号',
    /** With the code of an attempt, the call is refused once that attempt has failed. */
    query: z.object({ source: Source, preCode: PreCode.optional() }),
    data: z.object({ relationId: RelationId, name: z.string(), openedAt: Instant, isInScope: IsInScope }).nullable(),
    errors: ['notFound', 'refused', 'platformRefused'],
  }),
  list: endpoint({
    method: 'POST',
    path: '/v1/channel/account/list',
    isRead: true,
    access: 'channelAccount:viewPage',
    summary: '渠道账号，主账号带子账号',
    body: z.object({
      source: Source.optional(),
      /** `abnormal`: 即将过期 or 已失效. Without it everything but 已解绑. */
      openStatus: z.union([OpenStatus, z.literal('abnormal')]).optional(),
      adStatus: AdStatus.optional(),
      receptionMode: ReceptionMode.optional(),
      keyword: typedText(50, '关键词最多 50 个字').optional(),
    }),
    data: z.array(CorpAccount),
  }),
  simpleList: endpoint({
    method: 'POST',
    path: '/v1/channel/account/simple-list',
    isRead: true,
    access: 'login',
    summary: '渠道账号，用于选择',
    body: z.object({ source: Source.optional(), relationId: RelationId.optional() }),
    data: z.array(SimpleAccount),
  }),
  detail: endpoint({
    method: 'GET',
    path: '/v1/channel/account/detail',
    access: 'channelAccount:viewPage',
    summary: '渠道账号概览',
    query: z.object({ relationId: RelationId, accountType: AccountType }),
    data: AccountDetail,
    errors: ['notFound'],
  }),
  eventList: endpoint({
    method: 'POST',
    path: '/v1/channel/account/event-list',
    isRead: true,
    access: 'channelAccount:viewPage',
    summary: '渠道账号的经过',
    body: z.object({ relationId: RelationId, kind: ChannelEventKind.optional(), ...cursorFields(20) }),
    data: cursorPageOf(ChannelHistoryItem),
    errors: ['notFound'],
  }),
  /** How many customers a switch would affect, for the confirmation. */
  switchEffect: endpoint({
    method: 'GET',
    path: '/v1/channel/account/reception-effect',
    access: 'channelAccount:settingsEdit',
    summary: '切换接待模式会影响多少客户',
    query: z.object({ relationId: RelationId, receptionMode: ReceptionMode }),
    data: z.object({ own: z.int32(), kos: z.int32(), kosAccounts: z.int32() }),
    errors: ['notFound'],
  }),
  updateReceptionType: endpoint({
    method: 'POST',
    path: '/v1/channel/account/update-reception-type',
    access: 'channelAccount:settingsEdit',
    summary: '切换接待模式',
    audit: ['channel.receptionMode'],
    body: z.object({
      relationId: RelationId,
      accountType: AccountType,
      receptionMode: ReceptionMode,
      /** Whether a main account's switch also applies to its sub-accounts. */
      withKos: z.boolean().default(true),
    }),
    data: z.object({ affected: z.int32() }),
    errors: ['notFound', 'refused'],
  }),
  syncKos: endpoint({
    method: 'POST',
    path: '/v1/channel/account/sync-kos',
    access: 'channelAccount:settingsEdit',
    summary: '同步子账号',
    body: z.object({ relationId: RelationId }),
    data: z.object({ added: z.int32(), removed: z.int32() }),
    errors: ['notFound', 'refused', 'platformRefused'],
  }),
  copyConfig: endpoint({
    method: 'POST',
    path: '/v1/channel/account/copy-config',
    access: 'channelAccount:settingsEdit',
    summary: '复制配置到其它账号',
    audit: ['channel.copyConfig'],
    body: z.object({
      fromRelationId: RelationId,
      toRelationIds: z.array(RelationId).min(1, '请选择账号').max(200, '最多选择 200 个账号'),
      parts: z.array(z.enum(COPY_PARTS)).min(1, '请选择要复制的内容'),
      /** Changes nothing and reports the outcome. */
      dryRun: z.boolean().default(false),
    }),
    data: z.object({
      success: z.int32(),
      failed: z.array(z.object({ id: RelationId, name: z.string(), msg: z.string() })),
      /** What an account cannot take over, or takes over only in part. */
      lacks: z.array(z.object({ id: RelationId, name: z.string(), texts: z.array(z.string()) })),
    }),
    errors: ['notFound'],
  }),
  setting: endpoint({
    method: 'GET',
    path: '/v1/channel/account/setting',
    access: 'channelAccount:viewPage',
    summary: '账号设置',
    query: z.object({ relationId: RelationId }),
    data: ChannelSetting,
    errors: ['notFound'],
  }),
  updateSetting: endpoint({
    method: 'PUT',
    path: '/v1/channel/account/setting',
    access: 'channelAccount:settingsEdit',
    summary: '保存账号设置',
    audit: ['channel.setting'],
    body: ChannelSettingFields.extend({ relationId: RelationId, version: z.int32() }),
    /** What the guard finds in an own 欢迎语; it is saved nevertheless. */
    data: ChannelSetting.extend({ warnings: z.array(z.string()) }),
    errors: ['notFound', 'stale', 'refused'],
  }),
}

const ChannelEventBase = z.object({ at: Instant, operatorId: AgentId.nullable(), relationId: RelationId })

export const ChannelEvent = z.discriminatedUnion('type', [
  /** An account was bound, unbound or changed: clients refetch account lists. */
  ChannelEventBase.extend({ type: z.literal('channel_account_change') }),
  ChannelEventBase.extend({
    type: z.literal('channel_change_enable_ai'),
    source: Source,
    subSourceId: RelationId,
    enable: z.boolean(),
  }),
])
export type ChannelEvent = z.infer<typeof ChannelEvent>
