import type { CustomerField, CustomerId } from '@ruwu/contract'
import type { LongList } from '@ruwu/domain'
import { ArrowUp } from 'lucide-react'
import { memo, useEffect, useMemo, useRef, type ComponentProps, type Ref, useCallback, type FocusEvent } from 'react'
import { Virtuoso, type Components, type ListRange, type VirtuosoHandle } from 'react-virtuoso'
import { useMinute } from '../../../../browser/clock.ts'
import { useIsPhone } from '../../../../browser/media-query.ts'
import { SCROLL_SEEK } from '../../../../rendering/scroll-seek.ts'
import { useListFields } from '../../../customer-setting/index.ts'
import { useTimeZone } from '../../../enterprise/index.ts'
import { useDueCustomers } from '../../../notice/index.ts'
import { useTagMap, type TagMap } from '../../../tag/index.ts'
import { texts } from '../../texts.ts'
import type { Reach } from '../customer-list.queries.ts'
import { CustomerRow, type RowActions } from '../customer-row/customer-row.tsx'
import { useFrameBudget } from '../frame-budget.ts'
import type { ShownRow } from '../use-shown-rows.ts'
import { ListEdge } from './list-edge.tsx'
import styles from './customer-rows.module.css'

const ROW_PX = 72
const PHONE_ROW_PX = 82
/** Half a row: less scrolling than this still counts as the top. */
const TOP_PX = 36
/** Overscan: rows rendered outside the viewport, so that one wheel step shows no gap; more of them slow down jumps. */
const BEYOND_PX = 2 * ROW_PX
/** The next page is fetched this many rows before the last one. */
const AHEAD = 25

type CustomerRowsProps = {
  ids: LongList<CustomerId>
  /** The row of a customer at an index. */
  rowOf: (id: CustomerId, place: number) => ShownRow | undefined
  openId: CustomerId | undefined
  /** Undefined outside selection mode. */
  selected: ReadonlySet<CustomerId> | undefined
  keyword: string
  actions: RowActions
  reach: Reach
  onEnd: () => void
  onVisible: (ids: readonly CustomerId[]) => void
  onTop: (isAtTop: boolean) => void
  handle?: Ref<VirtuosoHandle>
}

type Context = Omit<CustomerRowsProps, 'onVisible' | 'onTop' | 'handle'> & {
  tags: TagMap
  fields: readonly CustomerField[]
  now: number
  timeZone: string
  due: ReadonlySet<CustomerId>
}

const components: Components<unknown, Context> = {
  // Virtuoso's types allow a div only; the list needs list semantics.
  List: ({ ref, style, children }) => (
    <ul ref={ref as unknown as Ref<HTMLUListElement>} style={style}>
      {children}
    </ul>
  ),
  Item: ({ item: _item, context: _context, ...rest }) => <li {...rest} />,
  ScrollSeekPlaceholder: () => <li className={styles.gap} />,
  Footer: ({ context }) => context && <ListEdge reach={context.reach} onRetry={context.onEnd} />,
}

/** The virtualised list. */
export const CustomerRows = memo(function CustomerRows(props: CustomerRowsProps) {
  const { ids, rowOf, openId, selected, keyword, actions, reach, onEnd, onVisible, onTop, handle } = props
  const isPhone = useIsPhone()
  const tags = useTagMap()
  const fields = useListFields()
  const now = useMinute()
  const timeZone = useTimeZone()
  const due = useDueCustomers()
  const context = useMemo<Context>(
    () => ({ ids, rowOf, openId, selected, keyword, actions, reach, onEnd, tags, fields, now, timeZone, due }),
    [ids, rowOf, openId, selected, keyword, actions, reach, onEnd, tags, fields, now, timeZone, due],
  )
  const { keepFocus, ...focus } = useListFocus()
  // Virtuoso reports no range change when the same indexes show other customers.
  useEffect(() => void keepFocus())
  const askedAt = useRef(0)
  const onRange = ({ startIndex, endIndex }: ListRange) => {
    onVisible(ids.slice(startIndex, endIndex + 1))
    if (endIndex + AHEAD < ids.length) return
    // Once per length; after a failure only reaching the last row asks again.
    if (askedAt.current === ids.length && endIndex < ids.length - 1) return
    askedAt.current = ids.length
    onEnd()
  }
  return (
    <Virtuoso<unknown, Context>
      ref={handle}
      className={styles.rows}
      totalCount={ids.length}
      context={context}
      components={components}
      fixedItemHeight={isPhone ? PHONE_ROW_PX : ROW_PX}
      increaseViewportBy={BEYOND_PX}
      atTopThreshold={TOP_PX}
      computeItemKey={keyOf}
      itemContent={drawRow}
      endReached={onEnd}
      atTopStateChange={onTop}
      rangeChanged={onRange}
      itemsRendered={keepFocus}
      scrollSeekConfiguration={SCROLL_SEEK}
      {...focus}
    />
  )
})

// Virtuoso may ask for an index beyond a list that just became shorter.
const keyOf = (place: number, _: unknown, { ids }: Context) => ids.at(place) ?? place

function drawRow(place: number, _: unknown, { ids, rowOf, openId, selected, ...rest }: Context) {
  const id = ids.at(place)
  const row = id && rowOf(id, place)
  if (!row) return <div className={styles.gap} />
  const { keyword, tags, fields, now, timeZone, due, actions } = rest
  return (
    <BudgetedRow
      item={row.item}
      isOpen={id === openId}
      isBelowOpen={openId !== undefined && ids.at(place - 1) === openId}
      isLeaving={row.isLeaving}
      isDue={due.has(id)}
      isSelected={selected?.has(id)}
      keyword={keyword}
      tags={tags}
      fields={fields}
      now={now}
      timeZone={timeZone}
      actions={actions}
    />
  )
}

/** Rows arriving in bulk (a jump) mount over several frames; all at once they would block scrolling. */
const BudgetedRow = (props: ComponentProps<typeof CustomerRow>) =>
  useFrameBudget() ? <CustomerRow {...props} /> : <div className={styles.gap} />

/** Rows were added above the viewport. */
export function NewAbove({ count, onClick }: { count: number; onClick: () => void }) {
  return (
    <output className={styles.newAbove}>
      {count > 0 && (
        <button type="button" onClick={onClick}>
          <ArrowUp size={14} aria-hidden="true" />
          {texts.newAbove(count)}
        </button>
      )}
    </output>
  )
}

/**
 * When virtualisation unmounts the focused row, focus moves to the list, so that Home, End and arrow keys keep working.
 */
function useListFocus() {
  const list = useRef<HTMLElement>(null)
  const focused = useRef<Element>(null)

  const scrollerRef = useCallback((element: HTMLElement | Window | null) => {
    list.current = element instanceof HTMLElement ? element : null
  }, [])
  const onFocus = useCallback(({ target }: FocusEvent) => {
    focused.current = target
  }, [])
  const onBlur = useCallback(({ target }: FocusEvent) => {
    // Browsers differ in firing blur for an element being removed: only a row still connected was left on purpose.
    queueMicrotask(() => {
      if (target.isConnected) focused.current = null
    })
  }, [])
  /** Call when other rows have been rendered. */
  const keepFocus = useCallback(
    () =>
      requestAnimationFrame(() => {
        const isLost = focused.current?.isConnected === false && document.activeElement === document.body
        if (isLost) list.current?.focus({ preventScroll: true })
      }),
    [],
  )
  return { scrollerRef, onFocus, onBlur, keepFocus }
}
