import { ERRORS } from '@ruwu/contract'
import { Button } from '@ruwu/ui'
import { ResultError, messageOf } from '../../../api/errors.ts'
import { texts } from '../texts.ts'
import styles from './run-loading.module.css'

type RunLoadingProps = { error?: Error | null; onRetry?: () => unknown }

/** Loading and error state of the record. */
export function RunLoading({ error, onRetry }: RunLoadingProps) {
  if (!error) return <output className={styles.line}>{texts.loading}</output>
  if (error instanceof ResultError && error.code === ERRORS.notFound.code)
    return <p className={styles.line}>{texts.missing}</p>
  return (
    <p className={styles.line} role="alert">
      {messageOf(error)}
      <Button variant="link" size="sm" onClick={onRetry}>
        {texts.retry}
      </Button>
    </p>
  )
}
