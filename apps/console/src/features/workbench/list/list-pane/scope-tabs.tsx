import { SCOPE, type CustomerCounts, type Scope } from '@ruwu/contract'
import { ASSIGNMENT_LABELS } from '@ruwu/domain'
import { Link, useSearchParams } from 'react-router'
import { readPlace, writePlace } from '../../chat-url.ts'
import { scopeCounts, withScope } from '../filter/filter-parts.ts'
import { texts } from '../../texts.ts'
import styles from './scope-tabs.module.css'

const labels: Record<Scope, string> = {
  [SCOPE.mine]: ASSIGNMENT_LABELS.mine,
  [SCOPE.colleagues]: ASSIGNMENT_LABELS.colleague,
  [SCOPE.unassigned]: ASSIGNMENT_LABELS.unknown,
}

/** 我的, 同事, 未分配 with counts. */
export function ScopeTabs({ scope, counts }: { scope: Scope; counts: CustomerCounts | undefined }) {
  const [search] = useSearchParams()
  const place = readPlace(search)
  return (
    <nav aria-label={texts.scopes}>
      <ul className={styles.tabs}>
        {scopeCounts(counts).map(([it, count]) => (
          <li key={it}>
            <Link
              to={{ search: writePlace({ ...place, filter: withScope(place.filter, it) }).toString() }}
              aria-current={it === scope || undefined}
            >
              {labels[it]} <em>{count}</em>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
