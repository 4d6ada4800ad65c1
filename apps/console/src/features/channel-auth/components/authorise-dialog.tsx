import type { Source } from '@ruwu/contract'
import { SOURCE_LABELS } from '@ruwu/domain'
import { Button, buttonClass, Dialog } from '@ruwu/ui'
import { CircleCheck } from 'lucide-react'
import { Link } from 'react-router'
import { texts } from '../texts.ts'
import { useAuthorisation } from '../use-authorisation.ts'
import { AuthorisationProgress } from './authorisation-progress.tsx'
import styles from './authorise-dialog.module.css'
import { SourceGuide } from './source-guide.tsx'

type AuthoriseDialogProps = {
  source: Source
  /** Set when an account is authorised again; without it a new one is bound. */
  name?: string
  onClose: () => void
}

/** Binds another account, or authorises one again, without leaving the list. */
export function AuthoriseDialog({ source, name, onClose }: AuthoriseDialogProps) {
  const { state, start, check, reset } = useAuthorisation(source)
  const title = name ? texts.reauthoriseTitle(name) : texts.bindTitle(SOURCE_LABELS[source])
  if (state.step === 'done') {
    return (
      <Dialog
        title={texts.done}
        onCancel={onClose}
        footer={
          <>
            <Button variant={name ? 'primary' : 'default'} data-autofocus onClick={onClose}>
              {texts.close}
            </Button>
            {!name && (
              <>
                <Button onClick={reset}>{texts.bindMore}</Button>
                {state.isInScope && (
                  <Link
                    className={buttonClass({ variant: 'primary' })}
                    to={`/channel/CORP/${state.relationId}/${source}`}
                    onClick={onClose}
                  >
                    {texts.configure}
                  </Link>
                )}
              </>
            )}
          </>
        }
      >
        <p className={styles.done}>
          <CircleCheck size={16} strokeWidth={2} aria-hidden="true" />
          {texts.doneName(state)}
        </p>
      </Dialog>
    )
  }
  const isRunning = state.step !== 'idle'
  return (
    <Dialog
      title={title}
      wide
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{isRunning ? texts.close : texts.cancel}</Button>
          {!isRunning && (
            <Button variant="primary" data-autofocus busy={state.isStarting} onClick={start}>
              {texts.authorise}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.body}>
        <SourceGuide source={source} withChecks />
        {isRunning && <AuthorisationProgress state={state} onRestart={start} onCheck={check} />}
      </div>
    </Dialog>
  )
}
