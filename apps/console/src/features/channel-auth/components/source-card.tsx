import type { Source } from '@ruwu/contract'
import { SOURCE_LABELS } from '@ruwu/domain'
import { Button, buttonClass } from '@ruwu/ui'
import { useEffect, useEffectEvent } from 'react'
import { Link } from 'react-router'
import { loginPathFrom } from '../../../routing/sign-in-path.ts'
import { SourceIcon } from '../../../rendering/source-icon.tsx'
import { texts } from '../texts.ts'
import { useAuthorisation } from '../use-authorisation.ts'
import { AuthorisationProgress } from './authorisation-progress.tsx'
import styles from './source-card.module.css'
import { SourceGuide } from './source-guide.tsx'

type SourceCardProps = { source: Source; isSignedIn: boolean; onDone: (text: string) => void }

/** One platform: its requirements and the link to its authorisation page. */
export function SourceCard({ source, isSignedIn, onDone }: SourceCardProps) {
  const { state, start, check, reset } = useAuthorisation(source)
  const boundText = state.step === 'done' ? texts.doneName(state) : undefined
  const done = useEffectEvent(onDone)
  useEffect(() => {
    if (boundText !== undefined) done(boundText)
  }, [boundText])
  const headId = `bind-${source}`
  return (
    <section className={styles.card} aria-labelledby={headId}>
      <h2 id={headId}>
        <SourceIcon source={source} size={26} isNamed={false} />
        {SOURCE_LABELS[source]}
      </h2>
      <SourceGuide source={source} />
      {!isSignedIn ? (
        <Link className={buttonClass({ size: 'xl' })} to={loginPathFrom('/channel-auth')}>
          {texts.signInFirst}
        </Link>
      ) : state.step === 'idle' || state.step === 'done' ? (
        <Button size="xl" busy={state.step === 'idle' && state.isStarting} onClick={start}>
          {texts.authorise}
        </Button>
      ) : (
        <AuthorisationProgress state={state} onRestart={start} onCheck={check} onCancel={reset} />
      )}
    </section>
  )
}
