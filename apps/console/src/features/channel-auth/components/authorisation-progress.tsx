import { Button, buttonClass } from '@ruwu/ui'
import { ExternalLink } from 'lucide-react'
import { Link } from 'react-router'
import { needsCertification, remedyOf } from '../remedies.ts'
import type { Authorisation } from '../use-authorisation.ts'
import { texts } from '../texts.ts'
import styles from './authorisation-progress.module.css'

type Running = Extract<Authorisation, { step: 'waiting' | 'late' | 'failed' }>
type AuthorisationProgressProps = { state: Running; onRestart: () => void; onCheck: () => void; onCancel?: () => void }

/** Shown while the platform's window is open, and after a failed authorisation. */
export function AuthorisationProgress({ state, onRestart, onCheck, onCancel }: AuthorisationProgressProps) {
  if (state.step === 'failed') {
    const { error } = state
    return (
      <div className={styles.progress} role="alert">
        <b>{texts.failed}</b>
        <p>{error.message}</p>
        {remedyOf(error).map((step) => (
          <p key={step}>{step}</p>
        ))}
        <div className={styles.actions}>
          {needsCertification(error) ? (
            <Link className={buttonClass({})} to="/identify">
              {texts.certify}
            </Link>
          ) : (
            <Button onClick={onRestart}>{texts.restart}</Button>
          )}
        </div>
      </div>
    )
  }
  if (state.step === 'late') {
    return (
      <div className={styles.progress} role="alert">
        <b>{texts.late}</b>
        <p>{texts.lateHint}</p>
        <div className={styles.actions}>
          <Button busy={state.isChecking} onClick={onCheck}>
            {texts.checkAgain}
          </Button>
          <Button variant="link" onClick={onRestart}>
            {texts.restart}
          </Button>
        </div>
      </div>
    )
  }
  return (
    <output className={styles.progress}>
      <b>
        <span className={styles.dots} aria-hidden="true">
          <i />
          <i />
          <i />
        </span>
        {texts.waiting}
      </b>
      <p>{state.isBlocked ? texts.blocked : texts.waitingHint}</p>
      <div className={styles.actions}>
        <a
          className={buttonClass({ variant: state.isBlocked ? 'default' : 'link' })}
          href={state.url}
          target="_blank"
          rel="noreferrer"
        >
          <ExternalLink size={15} aria-hidden="true" />
          {texts.openPage}
        </a>
        {onCancel && (
          <Button variant="link" onClick={onCancel}>
            {texts.cancel}
          </Button>
        )}
      </div>
    </output>
  )
}
