import { oauthApi } from '@ruwu/contract'
import { Button, PageLoading } from '@ruwu/ui'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useState, type ComponentType } from 'react'
import { useSearchParams } from 'react-router'
import { call } from '../../api/call.ts'
import { messageOf } from '../../api/errors.ts'
import { createQueryClient } from '../../api/query-client.ts'
import { LoginFrame } from '../auth/index.ts'
import { readOauthRequest } from './oauth-request.ts'
import { texts } from './texts.ts'
import styles from './oauth.module.css'

type Preload = () => Promise<unknown>

type OauthLoginPageProps = {
  /** The sign-in page, which has a chunk of its own. */
  LoginPage: ComponentType<{ preload: Preload; purpose: string }>
  preload: Preload
}

/** Sign-in on behalf of an application, which is named; the consent page follows. */
export function OauthLoginPage(props: OauthLoginPageProps) {
  const [queries] = useState(createQueryClient)
  return (
    <QueryClientProvider client={queries}>
      <NamedLogin {...props} />
    </QueryClientProvider>
  )
}

function NamedLogin({ LoginPage, preload }: OauthLoginPageProps) {
  const [search] = useSearchParams()
  const { clientId, redirectUri } = readOauthRequest(search)
  const { data, error, refetch } = useQuery({
    queryKey: ['oauth', 'app', clientId, redirectUri],
    queryFn: () => call(oauthApi.app, { body: { clientId, redirectUri } }),
  })
  if (data) return <LoginPage preload={preload} purpose={texts.purpose(data.appName)} />
  return (
    <LoginFrame>{error ? <RequestProblem message={messageOf(error)} onRetry={refetch} /> : <PageLoading />}</LoginFrame>
  )
}

/** The browser stays here: an application that is not known, or its address, cannot be told. */
export function RequestProblem({ message, onRetry }: { message: string; onRetry: () => unknown }) {
  return (
    <section className={styles.card} role="alert">
      <h1>{message}</h1>
      <Button onClick={() => void onRetry()}>{texts.retry}</Button>
    </section>
  )
}
