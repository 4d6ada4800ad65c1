import { Button } from '@ruwu/ui'
import type { Reach } from '../customer-list.queries.ts'
import { texts } from '../../texts.ts'
import styles from './customer-rows.module.css'

/** Below the last row: the next page is loading or failed. */
export function ListEdge({ reach, onRetry }: { reach: Reach; onRetry: () => void }) {
  switch (reach) {
    case 'idle':
      return null
    case 'loading':
      return <p className={styles.more}>{texts.loadingMore}</p>
    case 'failed':
      return (
        <p className={styles.more} role="alert">
          {texts.moreFailed}
          <Button variant="link" size="sm" onClick={onRetry}>
            {texts.retry}
          </Button>
        </p>
      )
  }
}
