import { isRegistrationOpen } from '@ruwu/domain'
import { PageLoading } from '@ruwu/ui'
import {
  ChartColumn,
  ContactRound,
  House,
  MessageSquareText,
  Share2,
  SlidersHorizontal,
  Tags,
  Workflow,
} from 'lucide-react'
import type { RouteObject } from 'react-router'
import { runtimeConfig } from './browser/runtime-config.ts'
import { LeaveGuardHost } from './form/leave-guard-host.tsx'
import type { Page } from './routing/page-table.ts'
import { pageOrError } from './shell/lazy-page.tsx'
import { NotFoundPage } from './shell/not-found-page.tsx'
import { RouteError } from './shell/lazy-page.tsx'
import { ShellLoading } from './shell/shell-loading.tsx'
import {
  barePathLoader,
  channelAuthLoader,
  loginLoader,
  oauthLoader,
  shellLoader,
  startLoader,
} from './shell/route-loaders.ts'

/** All pages inside the shell. A new page is one entry here. */
const pages: Page[] = [
  {
    path: '/home',
    title: '首页',
    menu: { label: '首页', short: '首页', icon: House },
    load: async () => (await import('./features/home/home-page.tsx')).HomePage,
  },
  {
    path: '/home/daily',
    title: '日报',
    permission: 'statistics:viewPage',
    load: async () => (await import('./features/home/daily/daily-page.tsx')).DailyPage,
  },
  {
    path: '/chat',
    title: '私信',
    permission: 'im:viewPage',
    menu: { label: '私信', short: '私信', icon: MessageSquareText, badge: 'myUnread' },
    load: async () => (await import('./features/workbench/chat-page.tsx')).ChatPage,
    start: async () => (await import('./features/workbench/start-chat.ts')).startChat,
  },
  {
    path: '/chat/lead',
    title: '线索',
    permission: 'im:viewPage',
    menu: { label: '线索', icon: ContactRound, badge: 'newLeads', below: { path: '/chat', own: '会话' } },
    load: async () => (await import('./features/workbench/lead-list/lead-page.tsx')).LeadPage,
  },
  {
    path: '/channel',
    title: '渠道账号',
    permission: 'channelAccount:viewPage',
    menu: { label: '渠道账号', short: '渠道', icon: Share2, badge: 'channelExpired' },
    load: async () => (await import('./features/channel/channel-page.tsx')).ChannelPage,
  },
  {
    path: '/channel/:type/:id/:source',
    title: '账号概览',
    permission: 'channelAccount:viewPage',
    load: async () => (await import('./features/channel/overview-page.tsx')).OverviewPage,
  },
  {
    path: '/channel/:type/:id/:source/setting',
    title: '账号设置',
    permission: 'channelAccount:viewPage',
    load: async () => (await import('./features/channel/setting-page.tsx')).ChannelSettingPage,
  },
  {
    path: '/channel/:type/:id/:source/ai-agent',
    title: 'AI 智能体',
    permission: 'channelAccount:viewPage',
    load: async () => (await import('./features/ai-agent/ai-agent-page.tsx')).AiAgentPage,
  },
  {
    path: '/channel/:type/:id/:source/send-card-rule',
    title: '发卡规则',
    permission: 'channelAccount:viewPage',
    load: async () => (await import('./features/card-rule/card-rule-page.tsx')).CardRulePage,
  },
  {
    path: '/channel/:type/:id/:source/card-manage',
    title: '卡片管理',
    permission: 'channelAccount:viewPage',
    load: async () => (await import('./features/material/material-page.tsx')).MaterialPage,
  },
  {
    path: '/bi',
    title: '数据统计',
    permission: 'statistics:viewPage',
    menu: { label: '数据统计', short: '数据', icon: ChartColumn },
    load: async () => (await import('./features/statistics/statistics-page.tsx')).StatisticsPage,
  },
  {
    path: '/tag',
    title: '标签管理',
    permission: 'tag:viewPage',
    menu: { label: '标签管理', icon: Tags },
    load: async () => (await import('./features/tag/tag-page.tsx')).TagPage,
  },
  {
    path: '/automation',
    title: '工作流',
    permission: 'automation:viewPage',
    load: async () => (await import('./features/flow/flow-list-page.tsx')).FlowListPage,
  },
  {
    path: '/automation/reception',
    title: '接待方案',
    permission: 'automation:viewPage',
    menu: { label: '自动化', icon: Workflow, section: '/automation' },
    load: async () => (await import('./features/reception-plan/reception-plan-page.tsx')).ReceptionPlanPage,
  },
  {
    path: '/automation/v1',
    title: '规则',
    permission: 'automation:viewPage',
    load: async () => (await import('./features/automation-rule/rule-page.tsx')).RulePage,
  },
  {
    path: '/automation/detail-v1',
    title: '规则详情',
    permission: 'automation:viewPage',
    load: async () => (await import('./features/automation-rule/rule-detail-page.tsx')).RuleDetailPage,
  },
  {
    path: '/automation/index',
    title: '工作流',
    permission: 'automation:viewPage',
    load: async () => (await import('./features/flow/flow-list-page.tsx')).FlowListPage,
  },
  {
    path: '/automation/detail',
    title: '工作流画布',
    permission: 'automation:viewPage',
    load: async () => (await import('./features/flow/flow-page.tsx')).FlowPage,
  },
  {
    path: '/automation/more',
    title: '更多自动化',
    permission: 'automation:viewPage',
    load: async () => (await import('./features/automation/more-page.tsx')).MorePage,
  },
  {
    path: '/point',
    title: '积分中心',
    permission: 'pointManagement:viewPage',
    load: async () => (await import('./features/points/point-page.tsx')).PointPage,
  },
  {
    path: '/point/purchase',
    title: '购买积分',
    permission: 'pointManagement:purchase',
    load: async () => (await import('./features/order/purchase-page.tsx')).PurchasePage,
  },
  {
    path: '/point/order-pay',
    title: '支付订单',
    permission: 'pointManagement:purchase',
    load: async () => (await import('./features/order/order-pay-page.tsx')).OrderPayPage,
  },
  {
    path: '/point/order-list',
    title: '订单',
    permission: 'pointManagement:viewPage',
    load: async () => (await import('./features/order/order-page.tsx')).OrderPage,
  },
  {
    path: '/point/bill-list',
    title: '账单明细',
    permission: 'pointManagement:viewPage',
    load: async () => (await import('./features/points/bill-page.tsx')).BillPage,
  },
  {
    path: '/setting',
    title: '设置',
    menu: { label: '设置', icon: SlidersHorizontal },
    load: async () => (await import('./features/setting/setting-page.tsx')).SettingPage,
  },
  {
    path: '/setting/company',
    title: '企业信息',
    permission: 'enterprise:settingsEdit',
    load: async () => (await import('./features/enterprise/company-page.tsx')).CompanyPage,
  },
  {
    path: '/setting/customer',
    title: '客户设置',
    permission: 'enterprise:settingsEdit',
    load: async () => (await import('./features/customer-setting/customer-setting-page.tsx')).CustomerSettingPage,
  },
  {
    path: '/setting/quick-reply',
    title: '快捷回复',
    load: async () => (await import('./features/quick-reply/quick-reply-page.tsx')).QuickReplyPage,
  },
  {
    path: '/setting/agent',
    title: '客服管理',
    permission: 'agentManagement:viewPage',
    load: async () => (await import('./features/agent/agent-page.tsx')).AgentPage,
  },
  {
    path: '/setting/role',
    title: '角色权限',
    permission: 'agentManagement:viewPage',
    load: async () => (await import('./features/role/role-page.tsx')).RolePage,
  },
]

/** The shell with antd: one chunk, preloaded while the sign-in page is idle. */
const loadShell = () => import('./shell/shell.tsx')

async function loadLogin() {
  const { LoginPage } = await import('./features/auth/login-page.tsx')
  return function Login() {
    return <LoginPage preload={loadShell} />
  }
}

async function loadRegister() {
  if (!isRegistrationOpen(runtimeConfig().registerDisabled)) return NotFoundPage
  const { RegisterPage } = await import('./features/auth/register-page.tsx')
  return function Register() {
    return <RegisterPage preload={loadShell} />
  }
}

async function loadOauthLogin() {
  const [{ OauthLoginPage }, { LoginPage }] = await Promise.all([
    import('./features/oauth/oauth-login-page.tsx'),
    import('./features/auth/login-page.tsx'),
  ])
  return function OauthLogin() {
    return <OauthLoginPage LoginPage={LoginPage} preload={loadShell} />
  }
}

const toRoute = (page: Page): RouteObject => ({
  path: page.path,
  handle: page,
  lazy: { Component: () => pageOrError(page.load) },
  ErrorBoundary: RouteError,
})

export const routes: RouteObject[] = [
  {
    Component: LeaveGuardHost,
    HydrateFallback: PageLoading,
    ErrorBoundary: RouteError,
    children: [
      { path: '/', loader: startLoader(pages), Component: PageLoading },
      {
        path: '/login',
        loader: loginLoader,
        lazy: { Component: () => pageOrError(loadLogin) },
      },
      {
        path: '/register',
        loader: loginLoader,
        lazy: { Component: () => pageOrError(loadRegister) },
      },
      {
        path: '/oauth2/login',
        loader: oauthLoader,
        lazy: { Component: () => pageOrError(loadOauthLogin) },
      },
      {
        path: '/oauth2/confirm',
        loader: oauthLoader,
        lazy: {
          Component: () =>
            pageOrError(async () => (await import('./features/oauth/oauth-confirm-page.tsx')).OauthConfirmPage),
        },
      },
      {
        path: '/demo',
        lazy: { Component: () => pageOrError(async () => (await import('./features/demo/demo-page.tsx')).DemoPage) },
      },
      {
        path: '/channel-auth',
        loader: channelAuthLoader,
        shouldRevalidate: () => false,
        lazy: { Component: () => pageOrError(async () => (await import('./shell/bare-routes.tsx')).ChannelAuthRoute) },
      },
      {
        path: '/identify',
        loader: shellLoader(),
        shouldRevalidate: () => false,
        lazy: { Component: () => pageOrError(async () => (await import('./shell/bare-routes.tsx')).IdentifyRoute) },
      },
      {
        // The shell reads the pages from the route's handle, so that it imports no page.
        handle: { pages },
        HydrateFallback: ShellLoading,
        loader: shellLoader(pages),
        shouldRevalidate: () => false,
        lazy: { Component: () => pageOrError(async () => (await loadShell()).Shell) },
        ErrorBoundary: RouteError,
        children: pages.map(toRoute),
      },
      { path: '*', loader: barePathLoader, Component: NotFoundPage },
    ],
  },
]
