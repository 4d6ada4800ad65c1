import { agentApi } from './agent.ts'
import { aiAgentApi } from './ai-agent.ts'
import { aiRunApi } from './ai-run.ts'
import { auditApi } from './audit.ts'
import { authApi } from './auth.ts'
import { automationApi } from './automation.ts'
import { bannedWordApi } from './banned-word.ts'
import { automationRuleApi } from './automation-rule.ts'
import { automationTemplateApi } from './automation-template.ts'
import { cardRuleApi } from './card-rule.ts'
import { certifyApi } from './certify.ts'
import { channelApi } from './channel.ts'
import { customerApi } from './customer.ts'
import { customerSettingApi } from './customer-setting.ts'
import { demoApi } from './demo.ts'
import type { Endpoint } from './endpoint.ts'
import { enterpriseApi } from './enterprise.ts'
import { eventApi } from './event-log.ts'
import { exportApi } from './export.ts'
import { flowApi } from './flow.ts'
import { homeDailyApi } from './home-daily.ts'
import { homeApi } from './home.ts'
import { knowledgeApi } from './knowledge.ts'
import { leadApi } from './lead.ts'
import { leadPushApi } from './lead-push.ts'
import { materialApi } from './material.ts'
import { messageApi } from './message.ts'
import { modelSettingApi } from './model-setting.ts'
import { noticeApi } from './notice.ts'
import { notifySettingApi } from './notify-setting.ts'
import { personalDataApi } from './personal-data.ts'
import { oauthApi } from './oauth.ts'
import { orderApi } from './order.ts'
import { pointsApi } from './points.ts'
import { previewApi } from './preview.ts'
import { quickReplyApi } from './quick-reply.ts'
import { receptionPlanApi } from './reception-plan.ts'
import { registerApi } from './register.ts'
import { roleApi } from './role.ts'
import { scheduledMessageApi } from './scheduled-message.ts'
import { searchApi } from './search.ts'
import { statisticsApi } from './statistics.ts'
import { tagApi } from './tag.ts'
import { totpApi } from './totp.ts'
import { webhookApi } from './webhook.ts'

/** The whole core API by noun. A new contract module is added here, so that the tests over all endpoints cover it. */
const api = {
  auth: authApi,
  register: registerApi,
  enterprise: enterpriseApi,
  certify: certifyApi,
  agent: agentApi,
  role: roleApi,
  event: eventApi,
  channel: channelApi,
  material: materialApi,
  cardRule: cardRuleApi,
  message: messageApi,
  scheduledMessage: scheduledMessageApi,
  customer: customerApi,
  personalData: personalDataApi,
  customerSetting: customerSettingApi,
  tag: tagApi,
  lead: leadApi,
  quickReply: quickReplyApi,
  search: searchApi,
  statistics: statisticsApi,
  notice: noticeApi,
  notifySetting: notifySettingApi,
  aiAgent: aiAgentApi,
  knowledge: knowledgeApi,
  aiRun: aiRunApi,
  preview: previewApi,
  modelSetting: modelSettingApi,
  points: pointsApi,
  order: orderApi,
  home: homeApi,
  homeDaily: homeDailyApi,
  automation: automationApi,
  leadPush: leadPushApi,
  receptionPlan: receptionPlanApi,
  bannedWord: bannedWordApi,
  automationRule: automationRuleApi,
  flow: flowApi,
  automationTemplate: automationTemplateApi,
  audit: auditApi,
  export: exportApi,
  totp: totpApi,
  oauth: oauthApi,
  webhook: webhookApi,
  demo: demoApi,
}

export type NamedEndpoint = { name: string; endpoint: Endpoint }

export const allEndpoints = (): NamedEndpoint[] =>
  Object.entries(api).flatMap(([noun, calls]) =>
    Object.entries(calls).map(([verb, endpoint]) => ({ name: `${noun}.${verb}`, endpoint: endpoint as Endpoint })),
  )
