import { SCOPE, type CustomerCounts, type CustomerFilter } from '@ruwu/contract'
import { Bar, Disc, Empty, Skeleton, buttonClass } from '@ruwu/ui'
import { Users } from 'lucide-react'
import { Link } from 'react-router'
import { NoRows } from '../../../../list/no-rows.tsx'
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
}

/** Empty states: no match, empty scope, or no customers at all, when an account must be bound first. */
export function NoCustomers({ filter, counts, onClear }: NoCustomersProps) {
  const canBind = useCan('channelAccount:bindManage')
  const isNobody = counts && counts.myCount <= 0 && counts.colleagueCount <= 0 && counts.unassignedCount <= 0
  if (!onClear && isNobody) {
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

function textOf({ scope }: CustomerFilter): string {
  if (scope === SCOPE.colleagues) return texts.noneOfColleagues
  return scope === SCOPE.unassigned ? texts.noneUnassigned : texts.none
}
