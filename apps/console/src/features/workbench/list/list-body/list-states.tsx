import { SCOPE, type CustomerCounts, type CustomerFilter, type Scope } from '@ruwu/contract'
import { SCOPE_LABELS } from '@ruwu/domain'
import { Bar, Button, Disc, Empty, Skeleton, buttonClass } from '@ruwu/ui'
import { Users } from 'lucide-react'
import { Link } from 'react-router'
import { clearFilters } from '../../../../list/keyword-input.tsx'
import { NoRows } from '../../../../list/no-rows.tsx'
import { texts as NO_ROWS_TEXTS } from '../../../../list/texts.ts'
import { useCan } from '../../../permission/index.ts'
import { texts } from '../../texts.ts'
import styles from './list-states.module.css'

const ROWS = 9

export const ListSkeleton = () => (
  <Skeleton>
    {Array.from({ length: ROWS }, (_, row) => (
      <div key={row} className={styles.row}>
        <Disc size={40} />
        <div className={styles.lines}>
          <Bar width="40%" />
          <Bar width="80%" />
          <Bar width="60%" />
        </div>
      </div>
    ))}
  </Skeleton>
)

type NoCustomersProps = {
  filter: CustomerFilter
  counts: CustomerCounts | undefined
  /** Undefined when no filter is set. */
  onClear: (() => void) | undefined
  onScope: (scope: Scope) => void
}

/** Empty states: another scope has customers, no match, or no customers at all, when an account must be bound first. */
export function NoCustomers({ filter, counts, onClear, onScope }: NoCustomersProps) {
  const canBind = useCan('channelAccount:bindManage')
  const elsewhere = counts && otherScope(filter.scope, counts)
  if (elsewhere) {
    const [scope, count] = elsewhere
    const label = SCOPE_LABELS[scope]
    return (
      <Empty
        icon={Users}
        text={onClear ? NO_ROWS_TEXTS.noMatch : textOf(filter)}
        action={
          <div className={styles.onward}>
            <p>{onClear ? texts.foundIn(count, label) : texts.waitingIn(count, label)}</p>
            <Button variant="primary" onClick={() => onScope(scope)}>
              {texts.goToScope(label)}
            </Button>
            {onClear && <Button onClick={() => clearFilters(onClear)}>{texts.clear}</Button>}
          </div>
        }
      />
    )
  }
  if (!onClear && counts && counts.allCount === 0) {
    return (
      <Empty
        icon={Users}
        text={texts.none}
        action={
          canBind && (
            <Link className={buttonClass({ variant: 'primary' })} to="/channel-auth">
              {texts.bind}
            </Link>
          )
        }
      />
    )
  }
  return <NoRows onClear={onClear} icon={Users} text={textOf(filter)} />
}

/** Scopes in which the same filter has rows: 未分配 first. */
export function otherScope(here: Scope, counts: CustomerCounts): readonly [Scope, number] | undefined {
  const found = [
    [SCOPE.unassigned, counts.unassignedCount],
    [SCOPE.mine, counts.myCount],
    [SCOPE.colleagues, counts.colleagueCount],
  ] as const
  return found.find(([scope, count]) => scope !== here && here !== SCOPE.all && count > 0)
}

function textOf({ scope, postponed }: CustomerFilter): string {
  if (postponed) return texts.nonePostponed
  if (scope === SCOPE.colleagues) return texts.noneOfColleagues
  if (scope === SCOPE.unassigned) return texts.noneUnassigned
  return scope === SCOPE.mine ? texts.noneMine : texts.none
}
