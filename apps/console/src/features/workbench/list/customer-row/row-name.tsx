import type { CustomerItem } from '@ruwu/contract'
import { displayName, formatDateTime } from '@ruwu/domain'
import { cx } from '@ruwu/ui'
import { Highlight } from '../../../../rendering/highlight.tsx'
import type { TagMap } from '../../../tag/index.ts'
import styles from './customer-row.module.css'

type RowNameProps = Pick<CustomerItem, 'name' | 'remark'> & {
  /** The search keyword; empty without one. */
  keyword: string
}

/** remark(name) with the keyword highlighted. */
export const RowName = ({ name, remark, keyword }: RowNameProps) => (
  <>
    <span className="cut">
      <Highlight text={remark || name} keyword={keyword} />
    </span>
    {remark && (
      <span className={cx('cut', styles.real)}>
        (<Highlight text={name} keyword={keyword} />)
      </span>
    )}
  </>
)

/** Tooltip of a row: full name, full time, all tags. The link covers the row, so parts of it cannot have their own. */
export function rowTitle(
  { customerId, name, remark, lastMessageAt, tagIds }: CustomerItem,
  tags: TagMap,
  timeZone: string,
): string {
  const tagNames = tagIds.flatMap((id) => tags.get(id)?.name ?? []).join('、')
  const lines = [displayName({ id: customerId, name, remark }), formatDateTime(lastMessageAt, timeZone), tagNames]
  return lines.filter(Boolean).join('\n')
}
