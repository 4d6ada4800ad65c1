import { cx, tooltipHandlers } from '@ruwu/ui'
import { ChevronDown, ChevronsUpDown, ChevronUp } from 'lucide-react'
import type { ReactNode } from 'react'
import type { SortBy } from '@ruwu/contract'
import styles from './sort-header.module.css'

type SortHeaderProps<Field extends string> = {
  field: Field
  /** The order of the rows, chosen or the table's own. */
  sort: SortBy<Field> | undefined
  onSort: (field: Field) => void
  /** How the figures below are counted, on hover and focus. */
  definition?: string | undefined
  className?: string | undefined
  children: ReactNode
}

const ICONS = { asc: ChevronUp, desc: ChevronDown }

/** A header that orders the rows of a plain table. */
export function SortHeader<Field extends string>(props: SortHeaderProps<Field>) {
  const { field, sort, onSort, definition, className, children } = props
  const order = sort?.field === field ? sort.order : undefined
  const Icon = order ? ICONS[order] : ChevronsUpDown
  return (
    <th scope="col" className={className} aria-sort={order && (order === 'asc' ? 'ascending' : 'descending')}>
      <button
        type="button"
        className={cx(styles.sort, order && styles.sorted)}
        {...tooltipHandlers(definition, 'top', { onClick: () => onSort(field) })}
      >
        {children}
        <Icon size={12} aria-hidden="true" />
      </button>
    </th>
  )
}
