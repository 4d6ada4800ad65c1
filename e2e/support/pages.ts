import {
  automationRuleApi,
  type AutomationRuleId,
  automationTemplateApi,
  channelApi,
  customerApi,
  flowApi,
  type FlowId,
  orderApi,
  RuleFields,
} from '@ruwu/contract'
import type { Page } from 'playwright-core'
import { callAs } from './caller.ts'

/** Parts of addresses that only a running product knows. */
export type Places = { account: string; flow: string; rule: string; order: string; customer: string }

/** Every page of the console for a signed-in agent, by the name of its picture. */
export const pagesOf = (places: Places) => ({ ...receptionPages(places), ...settingPages(places) })

/** The pages on which an agent answers another application's request. */
export const applicationPages = (request: string) => ({
  inside: { 'oauth-confirm': `/oauth2/confirm?${request}` },
  outside: { 'oauth-login': `/oauth2/login?${request}` },
})

/** Customers, accounts and figures. */
export const receptionPages = ({ account, customer }: Places): Record<string, string> => ({
  home: '/home',
  daily: '/home/daily',
  chat: `/chat?scope=2&customerId=${customer}`,
  'chat-list': '/chat?scope=1',
  lead: '/chat/lead',
  channel: '/channel',
  'channel-overview': account,
  'channel-setting': `${account}/setting`,
  'ai-agent': `${account}/ai-agent`,
  'ai-goal': `${account}/ai-agent?tab=goal`,
  'ai-knowledge': `${account}/ai-agent?tab=knowledge`,
  'ai-handoff': `${account}/ai-agent?tab=handoff`,
  'ai-advanced': `${account}/ai-agent?tab=advanced`,
  'ai-version': `${account}/ai-agent?tab=version`,
  'ai-effect': `${account}/ai-agent?tab=effect`,
  'card-rule': `${account}/send-card-rule`,
  card: `${account}/card-manage`,
  bi: '/bi',
  'bi-reception': '/bi?tab=reception',
  'bi-ai': '/bi?tab=ai',
  'bi-agent': '/bi?tab=agent',
  'bi-channel': '/bi?tab=channel',
  'bi-tag': '/bi?tab=tag',
  'bi-heatmap': '/bi?tab=heatmap',
  'bi-lead': '/bi?tab=lead',
  'bi-session': '/bi?tab=session',
})

/** Automation, points and settings. */
export const settingPages = ({ flow, rule, order }: Places): Record<string, string> => ({
  automation: '/automation',
  tag: '/tag',
  plan: '/automation/reception',
  rule: '/automation/v1',
  'rule-detail': `/automation/detail-v1?id=${rule}`,
  flow: '/automation/index',
  'flow-detail': `/automation/detail?id=${flow}`,
  more: '/automation/more',
  point: '/point',
  purchase: '/point/purchase',
  'order-pay': `/point/order-pay?orderNo=${order}`,
  'order-list': '/point/order-list',
  'bill-list': '/point/bill-list',
  setting: '/setting',
  company: '/setting/company',
  customer: '/setting/customer',
  'quick-reply': '/setting/quick-reply',
  agent: '/setting/agent',
  role: '/setting/role',
  identify: '/identify',
  'channel-auth': '/channel-auth',
  'not-found': '/no-such-page',
})

/** Pages for visitors without a session. */
export const OUTSIDE = { login: '/login', register: '/register', demo: '/demo' }

/** Adds what the demo's history does not have: rules, workflows and an order that waits for its payment. */
export async function furnish(page: Page, status: 'on' | 'off') {
  const templates = await callAs(page, automationTemplateApi.list, {})
  const wanted = templates.rules.flatMap(({ name, event, conditions, actions, intervalMinutes }) => {
    const rule = RuleFields.safeParse({ name, event, conditions, actions, intervalMinutes, status })
    return rule.success ? [rule.data] : []
  })
  const rules: { id: AutomationRuleId }[] = []
  for (const body of wanted) rules.push(await callAs(page, automationRuleApi.save, { body }))
  const flows: { id: FlowId }[] = []
  for (const { id: templateId, name } of templates.flows.slice(0, 4))
    flows.push(await callAs(page, flowApi.create, { body: { name, templateId } }))
  const { orderNo } = await callAs(page, orderApi.create, { body: { points: 10_000 } })
  const accounts = await callAs(page, channelApi.list, { body: {} })
  const hosting = accounts.find(({ receptionMode }) => receptionMode === 'open') ?? accounts[0]!
  const { items } = await callAs(page, customerApi.list, { body: { scope: 2, hasLead: true } })
  const places: Places = {
    account: `/channel/${hosting.accountType}/${hosting.relationId}/${hosting.source}`,
    flow: flows[0]!.id,
    rule: rules[0]!.id,
    order: orderNo,
    // The longest conversation.
    customer: items.reduce((one, other) => (other.lastSeq > one.lastSeq ? other : one)).customerId,
  }
  const remove = async () => {
    for (const { id } of rules) await callAs(page, automationRuleApi.remove, { query: { id } })
    for (const { id } of flows) await callAs(page, flowApi.remove, { query: { id } })
    await callAs(page, orderApi.cancel, { body: { orderNo } })
  }
  return { places, remove }
}

/** Nothing is loading any more. */
export async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.waitForFunction(() => !document.body.textContent.includes('加载中'))
}
