import { channelApi, type Source } from '@ruwu/contract'
import { Button, LoadingText, buttonClass, toast } from '@ruwu/ui'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert, Lock } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { call } from '../../../api/call.ts'
import { messageOf } from '../../../api/errors.ts'
import { showError } from '../../../api/show-error.ts'
import { readSession } from '../../../session/session.ts'
import { loginPathFrom, safeRedirect } from '../../../routing/sign-in-path.ts'
import { needsCertification, remedyOf } from '../remedies.ts'
import { accountsPath, openUrls } from '../use-authorisation.ts'
import { texts } from '../texts.ts'
import styles from './result-card.module.css'

const opens = { redbook: channelApi.openRedbook, douyin: channelApi.openDouyin }

type ReturnFromPlatformProps = { source: Source | undefined; preCode: string }

/** OAuth redirect target: completes the binding, then returns to the page it was started from. */
export function ReturnFromPlatform({ source, preCode }: ReturnFromPlatformProps) {
  if (!source) {
    return (
      <Result title={texts.badAddress}>
        <Link className={buttonClass({ size: 'xl' })} to="/channel-auth">
          {texts.restart}
        </Link>
      </Result>
    )
  }
  return readSession() ? (
    <Opening source={source} preCode={preCode} />
  ) : (
    <SignInFirst source={source} preCode={preCode} />
  )
}

function SignInFirst({ source, preCode }: { source: Source; preCode: string }) {
  const here = `/channel-auth?${new URLSearchParams({ source, preCode }).toString()}`
  return (
    <section className={styles.card}>
      <Lock size={44} strokeWidth={1.25} aria-hidden="true" />
      <h1 className={styles.sentence}>{texts.mustSignIn}</h1>
      <div className={styles.actions}>
        <Link className={buttonClass({ variant: 'primary', size: 'xl' })} to={loginPathFrom(here)}>
          {texts.signIn}
        </Link>
      </div>
    </section>
  )
}

function Opening({ source, preCode }: { source: Source; preCode: string }) {
  const navigate = useNavigate()
  // The endpoint is idempotent (a repeated call answers the same account), so a query may call it.
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['channel-auth', source, preCode],
    queryFn: () => call(opens[source], { body: { preCode } }),
    staleTime: Infinity,
    retry: false,
  })
  useEffect(() => {
    if (!data) return
    toast.success(texts.doneName(data))
    // A popup closes itself and its opener goes on; otherwise this window does.
    if (window.opener) window.close()
    void navigate(safeRedirect(data.reqPage) ?? '/', { replace: true })
  }, [data, navigate])

  if (!error) return <LoadingText text={texts.opening} />
  const remedy = remedyOf(error)
  return (
    <Result title={texts.failed} text={messageOf(error)} remedy={remedy}>
      {needsCertification(error) ? (
        <Link className={buttonClass({ variant: 'primary', size: 'xl' })} to="/identify">
          {texts.certify}
        </Link>
      ) : (
        <RestartButton source={source} />
      )}
      {remedy.length === 0 && !needsCertification(error) && (
        <Button size="xl" busy={isFetching} onClick={() => refetch()}>
          {texts.retry}
        </Button>
      )}
      <Link className={buttonClass({ variant: 'ghost', size: 'xl' })} to="/channel">
        {texts.backToWork}
      </Link>
    </Result>
  )
}

/** Restarts the authorisation in this window. */
function RestartButton({ source }: { source: Source }) {
  const [isStarting, setIsStarting] = useState(false)
  const restart = async () => {
    setIsStarting(true)
    try {
      window.location.assign((await call(openUrls[source], { query: { reqPage: accountsPath(source) } })).url)
    } catch (error) {
      setIsStarting(false)
      showError(error)
    }
  }
  return (
    <Button variant="primary" size="xl" busy={isStarting} onClick={restart}>
      {texts.restart}
    </Button>
  )
}

type ResultProps = { title: string; text?: string; remedy?: readonly string[]; children: ReactNode }

function Result({ title, text, remedy, children }: ResultProps) {
  return (
    <section className={styles.card} role="alert">
      <CircleAlert className={styles.bad} size={44} strokeWidth={1.25} aria-hidden="true" />
      <div>
        <h1>{title}</h1>
        {text && <p>{text}</p>}
      </div>
      {remedy && remedy.length > 0 && (
        <div className={styles.remedy}>
          <h2>{texts.remedyTitle}</h2>
          <ol>
            {remedy.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </div>
      )}
      <div className={styles.actions}>{children}</div>
    </section>
  )
}
