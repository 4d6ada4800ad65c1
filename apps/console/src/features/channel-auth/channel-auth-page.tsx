import { Source } from '@ruwu/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useLoaderData, useSearchParams } from 'react-router'
import { readSession } from '../../session/session.ts'
import { useDocumentTitle } from '../../shell/document-title.ts'
import { createQueryClient } from '../../shell/query-client.ts'
import { RealtimeProvider } from '../../shell/realtime-provider.tsx'
import { LoginFrame } from '../auth/index.ts'
import type { ChannelAuthData } from './channel-auth-loader.ts'
import { BindLanding } from './components/bind-landing.tsx'
import { ReturnFromPlatform } from './components/return-from-platform.tsx'
import { texts } from './texts.ts'

/** Start of the account binding, and the platform's OAuth redirect target. */
export function ChannelAuthPage() {
  const [search] = useSearchParams()
  const source = Source.safeParse(search.get('source'))
  const preCode = search.get('preCode')
  useDocumentTitle(texts.pageTitle)
  return (
    <Providers>
      <LoginFrame>
        {preCode === null ? (
          <BindLanding />
        ) : (
          <ReturnFromPlatform source={source.success ? source.data : undefined} preCode={preCode} />
        )}
      </LoginFrame>
    </Providers>
  )
}

function Providers({ children }: { children: ReactNode }) {
  const { baseline } = useLoaderData<ChannelAuthData>()
  const [queries] = useState(createQueryClient)
  const content = readSession() ? <RealtimeProvider baseline={baseline}>{children}</RealtimeProvider> : children
  return <QueryClientProvider client={queries}>{content}</QueryClientProvider>
}
