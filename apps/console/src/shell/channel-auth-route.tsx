import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { useLoaderData } from 'react-router'
import { createQueryClient } from '../api/query-client.ts'
import { ChannelAuthPage } from '../features/channel-auth/channel-auth-page.tsx'
import { readSession } from '../session/session.ts'
import { RealtimeProvider } from './realtime-provider.tsx'
import type { RealtimeData } from './route-loaders.ts'

/** /channel-auth outside the shell: open without sign-in; signed-in agents get realtime events as well. */
export function ChannelAuthRoute() {
  const { baseline } = useLoaderData<RealtimeData>()
  const [queries] = useState(createQueryClient)
  return (
    <QueryClientProvider client={queries}>
      {readSession() ? (
        <RealtimeProvider baseline={baseline}>
          <ChannelAuthPage />
        </RealtimeProvider>
      ) : (
        <ChannelAuthPage />
      )}
    </QueryClientProvider>
  )
}
