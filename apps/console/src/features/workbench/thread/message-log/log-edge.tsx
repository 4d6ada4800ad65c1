import type { CustomerId } from '@ruwu/contract'
import { PERSONAL_DATA_TEXTS } from '@ruwu/domain'
import { Button } from '@ruwu/ui'
import { LoaderCircle } from 'lucide-react'
import { texts } from '../texts.ts'
import { threadStore } from '../thread-store.ts'
import type { Reach } from '../held-threads.ts'
import styles from './message-log.module.css'

export type Edges = {
  customerId: CustomerId
  older: Reach
  newer: Reach
  hasMoreAfter: boolean
  isStartPurged: boolean
}

/** Above the oldest loaded message. Constant height, to avoid a scroll jump. */
export const OlderEdge = ({ context: { customerId, older, isStartPurged } }: { context: Edges }) =>
  isStartPurged ? (
    <p className={styles.edge}>{PERSONAL_DATA_TEXTS.purged}</p>
  ) : (
    <Edge reach={older} failure={texts.olderFailed} onRetry={() => void threadStore.loadOlder(customerId)} />
  )

/** Below the newest loaded message, when newer ones exist. */
export const NewerEdge = ({ context: { customerId, newer, hasMoreAfter } }: { context: Edges }) =>
  hasMoreAfter ? (
    <Edge reach={newer} failure={texts.newerFailed} onRetry={() => void threadStore.loadNewer(customerId)} />
  ) : (
    <div className={styles.foot} />
  )

function Edge({ reach, failure, onRetry }: { reach: Reach; failure: string; onRetry: () => void }) {
  return (
    <div className={styles.edge}>
      {reach === 'loading' && (
        <>
          <LoaderCircle className={styles.spinner} size={16} aria-hidden="true" />
          <span className="sr-only">{texts.loading}</span>
        </>
      )}
      {reach === 'failed' && (
        <>
          {failure}
          <Button variant="link" size="sm" onClick={onRetry}>
            {texts.retry}
          </Button>
        </>
      )}
    </div>
  )
}
