import { SOURCES } from '@ruwu/contract'
import { BrandMark, Button, PageLoading, Wordmark, buttonClass } from '@ruwu/ui'
import { useState } from 'react'
import { Link, Navigate } from 'react-router'
import { runtimeConfig } from '../../../browser/runtime-config.ts'
import { readSession } from '../../../session/session.ts'
import { logout } from '../../auth/index.ts'
import { useFirstBound } from '../../enterprise/index.ts'
import { useCan, useMyPermissions } from '../../permission/index.ts'
import { skipLanding } from '../landing-redirect.ts'
import { texts } from '../texts.ts'
import styles from './bind-landing.module.css'
import { BoundResult, NotBound } from './landing-results.tsx'
import { SourceCard } from './source-card.tsx'

/** First page of a new enterprise without accounts. */
export function BindLanding() {
  return readSession() ? <Signed /> : <Cards isSignedIn={false} onDone={() => {}} />
}

function Signed() {
  const [boundText, setBoundText] = useState<string>()
  const { data: mPerms, isError } = useMyPermissions()
  const { data: bound } = useFirstBound()
  const canBind = useCan('channelAccount:bindManage')
  if (boundText !== undefined) return <BoundResult text={boundText} onMore={() => setBoundText(undefined)} />
  if (!mPerms && !isError) return <PageLoading />
  if (canBind) return <Cards isSignedIn onDone={setBoundText} />
  // A colleague bound an account meanwhile.
  if (bound) return <Navigate to="/" replace />
  return <NotBound />
}

function Cards({ isSignedIn, onDone }: { isSignedIn: boolean; onDone: (text: string) => void }) {
  return (
    <>
      <header className={styles.hero}>
        <span className={styles.brand}>
          <BrandMark size={36} />
          <Wordmark height={27} />
        </span>
        <h1>{texts.title}</h1>
      </header>
      <div className={styles.cards}>
        {SOURCES.map((source) => (
          <SourceCard key={source} source={source} isSignedIn={isSignedIn} onDone={onDone} />
        ))}
      </div>
      <div className={styles.foot}>
        {isSignedIn && (
          <Link className={buttonClass({ variant: 'link' })} to="/home" onClick={skipLanding}>
            {texts.skip}
          </Link>
        )}
        {runtimeConfig().hasDemoPage && (
          <Link className={buttonClass({ variant: 'link' })} to="/demo">
            {texts.demo}
          </Link>
        )}
        {isSignedIn && (
          <Button variant="link" onClick={logout}>
            {texts.logout}
          </Button>
        )}
      </div>
    </>
  )
}
