import { authApi } from '@ruwu/contract'
import { ErrorBoundary, TooltipHost } from '@ruwu/ui'
import '@ruwu/ui/antd.css'
import { themeFor } from '@ruwu/ui/theme.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { ConfigProvider } from 'antd'
import { useEffect } from 'react'
import { Outlet, useLoaderData, useLocation } from 'react-router'
import { call } from '../api/call.ts'
import { useIsPhone } from '../browser/media-query.ts'
import { noOptionsOf } from '../form/no-options.tsx'
import { SaveKeyHost } from '../form/save-key-host.tsx'
import { browserStorage } from '../browser/storage.ts'
import { TAB_ID } from '../browser/tab-id.ts'
import { useAntdLocale } from '../locale/use-antd-locale.ts'
import { report } from '../monitoring/monitoring.ts'
import { useDocumentTitle } from '../notify/document-title.ts'
import { rememberLastPage } from '../routing/last-page.ts'
import { useCurrentPage } from '../routing/page-table.ts'
import { currentAgentId } from '../session/current-agent.ts'
import { readSession } from '../session/session.ts'
import { useColorScheme } from '../theme/color-scheme.ts'
import { Frame } from './frame.tsx'
import { PageGuard } from './page-guard.tsx'
import { RealtimeProvider } from './realtime-provider.tsx'
import type { ShellData } from './route-loaders.ts'

/** Providers and layout around the pages of a signed-in agent. The query cache lives as long as the shell. */
export function Shell() {
  const { queries, baseline } = useLoaderData<ShellData>()
  const locale = useAntdLocale()
  useReportTabClosed()
  const isPhone = useIsPhone()
  const theme = themeFor(useColorScheme(), isPhone)
  return (
    <QueryClientProvider client={queries}>
      <ConfigProvider
        theme={theme}
        locale={locale}
        componentSize={isPhone ? 'large' : 'middle'}
        button={{ autoInsertSpace: false }}
        renderEmpty={noOptionsOf}
        wave={{ disabled: true }}
      >
        <RealtimeProvider baseline={baseline}>
          <Frame>
            <CurrentPage />
          </Frame>
        </RealtimeProvider>
        <TooltipHost />
        <SaveKeyHost />
      </ConfigProvider>
    </QueryClientProvider>
  )
}

function CurrentPage() {
  const page = useCurrentPage()
  const { pathname } = useLocation()
  useDocumentTitle(page?.title)
  useEffect(() => {
    const agentId = currentAgentId()
    if (page?.menu && agentId) rememberLastPage(browserStorage, agentId, page.path)
  }, [page])
  return (
    <ErrorBoundary key={pathname} onError={report}>
      <PageGuard permission={page?.permission}>
        <Outlet />
      </PageGuard>
    </ErrorBoundary>
  )
}

/** Reports that this tab was closed; keepalive lets the request outlive the page. */
function useReportTabClosed() {
  useEffect(() => {
    const report = () => {
      if (readSession()) void call(authApi.keepAlive, { query: { tab: TAB_ID } }, { keepalive: true }).catch(() => {})
    }
    window.addEventListener('pagehide', report)
    return () => window.removeEventListener('pagehide', report)
  }, [])
}
