import { demoApi, type DemoStarted, SCOPE } from '@ruwu/contract'
import { DEMO_LIFE_MS, DEMO_TEXTS, isRegistrationOpen } from '@ruwu/domain'
import { BrandMark, Button, buttonClass, confirm, cx, Empty, ErrorBlock, LoadingText } from '@ruwu/ui'
import { QueryClientProvider, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Hourglass, MonitorOff } from 'lucide-react'
import { useEffect, useLayoutEffect, useState } from 'react'
import { Link } from 'react-router'
import { call, callAs } from '../../api/call.ts'
import { messageOf } from '../../api/errors.ts'
import { createQueryClient } from '../../api/query-client.ts'
import { showError } from '../../api/show-error.ts'
import { runtimeConfig } from '../../browser/runtime-config.ts'
import { useDocumentTitle } from '../../notify/document-title.ts'
import { LoginFrame } from '../auth/index.ts'
import { Phone } from './phone.tsx'
import { texts } from './texts.ts'
import styles from './demo-page.module.css'

/** /demo: the visitor is the customer on the phone and the agent at the console, in an enterprise of their own. */
export function DemoPage() {
  const [queries] = useState(createQueryClient)
  useDocumentTitle(texts.title)
  if (!runtimeConfig().hasDemoPage) return <Off />
  return (
    <QueryClientProvider client={queries}>
      <Visit />
    </QueryClientProvider>
  )
}

const Off = () => (
  <LoginFrame>
    <Empty
      icon={MonitorOff}
      text={DEMO_TEXTS.off}
      action={
        <Link className={buttonClass({ variant: 'primary' })} to="/login">
          {texts.backToLogin}
        </Link>
      }
    />
  </LoginFrame>
)

const KEY = ['demo']

function Visit() {
  const cache = useQueryClient()
  const [endedId, setEndedId] = useState<string>()
  // A query, so that a page that is drawn twice starts one demo.
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: KEY,
    queryFn: () => call(demoApi.start),
    staleTime: Infinity,
    retry: false,
  })
  if (error && !isFetching)
    return (
      <LoginFrame>
        <ErrorBlock message={messageOf(error)} onRetry={refetch} />
      </LoginFrame>
    )
  if (!data || isFetching) return <LoadingText text={texts.starting} />
  if (endedId === data.demoId) return <Ended onRestart={() => void refetch()} />
  return (
    <Stage
      key={data.demoId}
      demo={data}
      onEnd={() => setEndedId(data.demoId)}
      onReset={(next) => cache.setQueryData(KEY, next)}
    />
  )
}

const Ended = ({ onRestart }: { onRestart: () => void }) => (
  <LoginFrame>
    <Empty
      icon={Hourglass}
      text={DEMO_TEXTS.ended}
      action={
        <Button variant="primary" onClick={onRestart}>
          {texts.restart}
        </Button>
      }
    />
  </LoginFrame>
)

type StageProps = { demo: DemoStarted; onEnd: () => void; onReset: (next: DemoStarted) => void }

function Stage({ demo, onEnd, onReset }: StageProps) {
  const [side, setSide] = useState<'customer' | 'agent'>('customer')
  const [callDemo] = useState(() => callAs(() => ({ token: demo.token, entId: demo.entId, agentId: demo.id }), onEnd))
  useEnd(onEnd)
  const reset = useMutation({
    mutationFn: () => callDemo(demoApi.reset, { body: { demoId: demo.demoId } }),
    onSuccess: onReset,
    onError: showError,
  })
  const askReset = async () => {
    if (await confirm({ title: texts.resetTitle, content: texts.resetText, confirmText: texts.reset })) reset.mutate()
  }
  return (
    <div className={styles.page}>
      <header className={styles.bar}>
        <BrandMark size={24} />
        <p>{texts.note}</p>
        <Button size="sm" busy={reset.isPending} onClick={askReset}>
          {texts.reset}
        </Button>
        {isRegistrationOpen(runtimeConfig().registerDisabled) && (
          <Link className={buttonClass({ variant: 'primary', size: 'sm' })} to="/register">
            {texts.register}
          </Link>
        )}
      </header>
      <fieldset className={styles.sides} aria-label={texts.sides}>
        {(['customer', 'agent'] as const).map((each) => (
          <button key={each} type="button" aria-pressed={side === each} onClick={() => setSide(each)}>
            {texts[each]}
          </button>
        ))}
      </fieldset>
      <main className={cx(styles.main, side === 'agent' ? styles.showsAgent : styles.showsCustomer)}>
        <Phone demo={demo} call={callDemo} />
        <Console demo={demo} onEnd={onEnd} />
      </main>
    </div>
  )
}

/** A frame has its own address, width and session, so that this is the console itself. */
function Console({ demo, onEnd }: { demo: DemoStarted; onEnd: () => void }) {
  useLayoutEffect(() => {
    window.ruwuDemo = { session: demo, onEnd }
    return () => {
      delete window.ruwuDemo
    }
  }, [demo, onEnd])
  // oxlint-disable-next-line react/iframe-missing-sandbox -- our own page: it needs scripts, and its origin for the API
  return <iframe className={styles.console} title={texts.console} src={`/chat?scope=${SCOPE.all}`} />
}

/** Counted from the arrival: the visitor's clock may be wrong. */
function useEnd(onEnd: () => void) {
  const [endsAt] = useState(() => Date.now() + DEMO_LIFE_MS)
  useEffect(() => {
    const timer = setTimeout(onEnd, endsAt - Date.now())
    return () => clearTimeout(timer)
  }, [endsAt, onEnd])
}
