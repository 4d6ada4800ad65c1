import { oauthApi } from '@ruwu/contract'
import { Avatar, Button, PageLoading, toast } from '@ruwu/ui'
import { QueryClientProvider, useMutation, useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { call } from '../../api/call.ts'
import { messageOf } from '../../api/errors.ts'
import { createQueryClient } from '../../api/query-client.ts'
import { useDocumentTitle } from '../../notify/document-title.ts'
import { readSession } from '../../session/session.ts'
import { useMe } from '../agent/index.ts'
import { LoginFrame, logout } from '../auth/index.ts'
import { RequestProblem } from './oauth-login-page.tsx'
import { readOauthRequest } from './oauth-request.ts'
import { texts } from './texts.ts'
import styles from './oauth.module.css'

/** /oauth2/confirm outside the shell: the agent allows or refuses what an application asks for. */
export function OauthConfirmPage() {
  const [queries] = useState(createQueryClient)
  useDocumentTitle(texts.confirmTitle)
  return (
    <QueryClientProvider client={queries}>
      <LoginFrame>
        <Consent />
      </LoginFrame>
    </QueryClientProvider>
  )
}

const leaveFor = (url: string) => window.location.assign(url)

export function Consent({ leave = leaveFor }: { leave?: (url: string) => void }) {
  const [search] = useSearchParams()
  const body = readOauthRequest(search)
  const { data, error, refetch } = useQuery({
    queryKey: ['oauth', 'empower', body],
    queryFn: () => call(oauthApi.empower, { body }),
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
  })
  const answer = useMutation({
    mutationFn: (agree: boolean) => call(oauthApi.confirm, { body: { empowerId: data!.empowerId, agree } }),
    onSuccess: ({ redirectUrl }) => leave(redirectUrl),
    onError: (failure) => toast.error(messageOf(failure)),
  })

  if (error) return <RequestProblem message={messageOf(error)} onRetry={refetch} />
  if (!data) return <PageLoading />
  if (answer.isSuccess) return <p className={styles.leaving}>{texts.leaving}</p>
  return (
    <section className={styles.card} aria-labelledby="oauth-app">
      <header className={styles.app}>
        <Avatar name={data.appName} src={data.appLogo} size={56} shape="square" />
        <h1 id="oauth-app">{data.appName}</h1>
        <p>{texts.asks}</p>
      </header>
      <h2>{texts.willGet}</h2>
      <ul className={styles.scopes}>
        {data.scopes.map(({ code, label }) => (
          <li key={code}>
            <Check size={16} strokeWidth={2} aria-hidden="true" />
            {label}
          </li>
        ))}
      </ul>
      <Account />
      <footer className={styles.answers}>
        <Button size="xl" busy={answer.isPending && !answer.variables} onClick={() => answer.mutate(false)}>
          {texts.refuse}
        </Button>
        <Button
          size="xl"
          variant="primary"
          busy={answer.isPending && answer.variables}
          onClick={() => answer.mutate(true)}
        >
          {texts.allow}
        </Button>
      </footer>
    </section>
  )
}

function Account() {
  const me = useMe()
  return (
    <div className={styles.account}>
      <Avatar name={me?.name ?? ''} src={me?.avatar} size={36} />
      <p>
        <small>{texts.account}</small>
        <b>{[readSession()?.entName, me?.name].filter(Boolean).join(' · ')}</b>
      </p>
      <Button variant="link" onClick={logout}>
        {texts.switchAccount}
      </Button>
    </div>
  )
}
