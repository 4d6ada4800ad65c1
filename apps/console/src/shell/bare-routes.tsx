import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLoaderData } from 'react-router'
import { IdentifyPage } from '../features/certify/identify-page.tsx'
import { ChannelAuthPage } from '../features/channel-auth/channel-auth-page.tsx'
import { readSession } from '../session/session.ts'
import { RealtimeProvider } from './realtime-provider.tsx'
import type { ShellData } from './route-loaders.ts'

/** /channel-auth: open without sign-in. */
export const ChannelAuthRoute = () => (
  <BareLayout>
    <ChannelAuthPage />
  </BareLayout>
)

export const IdentifyRoute = () => (
  <BareLayout>
    <IdentifyPage />
  </BareLayout>
)

/** Outside the shell, with its own cache; signed-in agents get realtime events as well. */
function BareLayout({ children }: { children: ReactNode }) {
  const { queries, baseline } = useLoaderData<ShellData>()
  return (
    <QueryClientProvider client={queries}>
      {readSession() ? <RealtimeProvider baseline={baseline}>{children}</RealtimeProvider> : children}
    </QueryClientProvider>
  )
}
