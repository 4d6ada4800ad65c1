import type { CustomerCounts, CustomerId, CustomerItem } from '@ruwu/contract'
import { filterToQuery, emptyList, type CustomerList } from '@ruwu/domain'
import { ErrorBlock, cx } from '@ruwu/ui'
import {
  useCallback,
  useDeferredValue,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  type Ref,
} from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { VirtuosoHandle } from 'react-virtuoso'
import { messageOf } from '../../../../api/errors.ts'
import { useIsPhone } from '../../../../browser/media-query.ts'
import { onDemand } from '../../../../rendering/on-demand.tsx'
import type { AgentView } from '../../customer/customer-keys.ts'
import { useVisibleId } from '../../customer/customer.queries.ts'
import { loadAhead, useLoadNeighbours } from '../../open-customer/load-ahead.ts'
import { fetchUnread, useCustomerList } from '../customer-list.queries.ts'
import { cleared, isNarrowed, withScope } from '../filter/filter-parts.ts'
import { addressOfCustomer, type ShowView } from '../../use-chat-url.ts'
import type { StepState } from '../../use-phone-steps.ts'
import { useHeldOrder } from '../use-held-order.ts'
import { usePostponeDialog } from '../../postpone/use-postpone-dialog.tsx'
import { useRedirectDialog } from '../../redirect/use-redirect-dialog.tsx'
import type { Selection } from '../use-selection.ts'
import { useShownRows } from '../use-shown-rows.ts'
import type { RowActions } from '../customer-row/customer-row.tsx'
import { CustomerRows, NewAbove } from './customer-rows.tsx'
import styles from '../list-pane/list-pane.module.css'
import { ListSkeleton, NoCustomers } from './list-states.tsx'
import { RowMenu, type OpenMenu } from '../row-menu/row-menu.tsx'

const BulkActions = onDemand(async () => (await import('../bulk/bulk-actions.tsx')).BulkActions)

/** For shortcuts and for going on: rows relative to the open one, scrolled into view. */
export type ListHandle = {
  neighbour: (id: CustomerId | undefined, step: 1 | -1) => CustomerId | undefined
  /** The row that follows when this one leaves: below, at the end above. */
  follower: (id: CustomerId) => CustomerId | undefined
  /** The next customer with unread messages: of the loaded rows, after the last one from the top again, then of those not loaded. */
  nextUnread: (id: CustomerId | undefined) => Promise<CustomerId | undefined>
}

type ListBodyProps = {
  view: AgentView
  counts: CustomerCounts | undefined
  openId: CustomerId | undefined
  selection: Selection
  onShow: ShowView
  handle: Ref<ListHandle>
}

const EMPTY = emptyList()
const FROM_LIST: StepState = { isFromList: true }

/** Low priority: updates of the same list are deferred behind the open thread; another list is shown at once. */
function useDeferredList(list: CustomerList, listName: string) {
  const now = useMemo(() => ({ list, listName }), [list, listName])
  const before = useDeferredValue(now)
  return before.listName === listName ? before : now
}

/** The rows, their menu and batch actions. */
export function ListBody({ view, counts, openId, selection, onShow, handle }: ListBodyProps) {
  const [menu, setMenu] = useState<OpenMenu>()
  const scroller = useRef<VirtuosoHandle>(null)
  const { data, error, refetch, isPlaceholderData, isFetching, reach, loadMore } = useCustomerList(view)
  const redirect = useRedirectDialog()
  const postpone = usePostponeDialog()
  const order = useHeldOrder()
  const isPhone = useIsPhone()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const list = data?.list ?? EMPTY
  const hasMore = data !== undefined && data.nextCursor !== null
  const query = filterToQuery(view).toString()
  // Placeholder data belongs to another list.
  const listName = !data ? `no ${query}` : isPlaceholderData ? `before ${query}` : query
  const { ids, held, rowOf } = useShownRows({
    ...useDeferredList(list, listName),
    openId: useVisibleId(openId),
    isHeld: order.isHeld,
    readVisible: order.readVisible,
  })
  useLoadNeighbours(ids, openId)

  useImperativeHandle(handle, () => {
    const indexOf = (id: CustomerId | undefined) => (id === undefined ? -1 : ids.indexOf(id))
    const reveal = (index: number) => {
      const id = index < 0 ? undefined : ids.at(index)
      if (id !== undefined) scroller.current?.scrollIntoView({ index })
      return id
    }
    return {
      neighbour: (id, step) => {
        const at = indexOf(id)
        return reveal(at === -1 ? (step === 1 ? 0 : ids.length - 1) : at + step)
      },
      follower: (id) => {
        const at = indexOf(id)
        return reveal(at + 1) ?? reveal(at - 1)
      },
      nextUnread: async (id) => {
        const at = indexOf(id)
        const isUnread = (index: number) => {
          const row = ids.at(index)
          return row !== undefined && row !== id && (rowOf(row, index)?.item.unread ?? 0) > 0
        }
        const after = Array.from({ length: ids.length }, (_, n) => (at + 1 + n) % ids.length)
        return reveal(after.find(isUnread) ?? -1) ?? (hasMore ? fetchUnread(view, id) : undefined)
      },
    }
  }, [ids, rowOf, view, hasMore])

  // Another filter or order starts at the top.
  const begun = useRef(query)
  useEffect(() => {
    if (isPlaceholderData || begun.current === query) return
    begun.current = query
    scroller.current?.scrollTo({ top: 0 })
  }, [query, isPlaceholderData])

  const { isSelecting, chosen, select, setSelecting } = selection
  // The last row clicked: with Shift the rows between it and the next one follow.
  const anchor = useRef<CustomerId>(undefined)
  const selectRow = useCallback(
    (item: CustomerItem, isSelected: boolean, isRange: boolean) => {
      const from = isRange && anchor.current ? ids.indexOf(anchor.current) : -1
      const to = ids.indexOf(item.customerId)
      anchor.current = item.customerId
      if (from === -1) return select([item], isSelected)
      const [first, last] = from < to ? [from, to] : [to, from]
      const rows = ids.slice(first, last + 1).flatMap((id, n) => rowOf(id, first + n)?.item ?? [])
      return select(rows, isSelected)
    },
    [ids, rowOf, select],
  )
  const actions = useMemo<RowActions>(
    () => ({
      addressOf: (item) => addressOfCustomer(view, item.customerId),
      onLoadAhead: (customerId) => loadAhead(queries, customerId),
      // With the list visible, opening another customer replaces the history entry.
      onOpen: (item) =>
        void navigate(addressOfCustomer(view, item.customerId), { replace: !isPhone, state: FROM_LIST }),
      onMenu: (item, at) => setMenu({ item, ...at }),
      onSelect: selectRow,
    }),
    [view, selectRow, isPhone, navigate, queries],
  )
  const selected = useMemo(() => (isSelecting ? new Set(chosen.keys()) : undefined), [isSelecting, chosen])
  const onClear = isNarrowed(view.filter) ? () => onShow({ filter: cleared(view.filter), sort: view.sort }) : undefined

  const showNew = () => {
    scroller.current?.scrollToIndex(0)
    order.release()
  }

  if (!data) {
    return error ? <ErrorBlock message={messageOf(error)} onRetry={refetch} /> : <ListSkeleton />
  }
  return (
    <>
      <div
        className={cx(styles.body, isFetching && styles.refreshing)}
        aria-busy={isFetching || undefined}
        {...order.pointer}
      >
        <NewAbove count={held} onClick={showNew} />
        {ids.length > 0 ? (
          <CustomerRows
            ids={ids}
            rowOf={rowOf}
            openId={openId}
            selected={selected}
            keyword={view.filter.keyword ?? ''}
            actions={actions}
            reach={reach}
            onEnd={loadMore}
            onVisible={order.onVisible}
            onTop={order.onTop}
            handle={scroller}
          />
        ) : (
          !isPlaceholderData && (
            <NoCustomers
              filter={view.filter}
              counts={counts}
              onClear={onClear}
              onScope={(scope) => onShow({ filter: withScope(view.filter, scope), sort: view.sort })}
            />
          )
        )}
      </div>
      <RowMenu
        open={menu}
        onRedirect={(item) => redirect.open([item])}
        onPostpone={(item) => postpone.open([item])}
        onClose={() => setMenu(undefined)}
      />
      {redirect.dialog}
      {postpone.dialog}
      {isSelecting && (
        <BulkActions
          chosen={chosen}
          loaded={list.items}
          isArchive={view.filter.archive}
          onSelect={select}
          onDone={() => setSelecting(false)}
          onClose={() => setSelecting(false)}
        />
      )}
    </>
  )
}
