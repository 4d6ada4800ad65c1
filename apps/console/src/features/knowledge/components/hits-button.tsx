import type { Knowledge } from '@ruwu/contract'
import { formatNumber } from '@ruwu/domain'
import { useSearchParams } from 'react-router'
import { withUsage } from '../knowledge-url.ts'
import { texts } from '../texts.ts'
import styles from './hits-button.module.css'

/** Number of answers that used the entry; opens the list of them. */
export function HitsButton({ entry: { id, title, hits } }: { entry: Pick<Knowledge, 'id' | 'title' | 'hits'> }) {
  const [, setSearch] = useSearchParams()
  return (
    <button
      type="button"
      className={hits === 0 ? styles.quiet : styles.hits}
      aria-label={texts.openUsage(title, formatNumber(hits))}
      onClick={() => setSearch((old) => withUsage(old, id))}
    >
      {formatNumber(hits)}
    </button>
  )
}
