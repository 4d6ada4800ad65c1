import type { CustomerMessage } from '@ruwu/contract'
import { isStartPurged, maskContacts, PERSONAL_DATA_TEXTS, type ThreadState } from '@ruwu/domain'
import { Button, Empty } from '@ruwu/ui'
import { ArrowDown, MessageSquare } from 'lucide-react'
import { useEffect, useRef, useState, type RefObject, type UIEvent } from 'react'
import { Virtuoso, type VirtuosoHandle } from 'react-virtuoso'
import { selectedElements } from '../../../../browser/selected-elements.ts'
import { SCROLL_SEEK } from '../../../../rendering/scroll-seek.ts'
import type { Thread } from '../held-threads.ts'
import { reportMessageCopied } from '../message.mutations.ts'
import { texts } from '../texts.ts'
import { threadStore } from '../thread-store.ts'
import { useFirstUnread } from './first-unread.tsx'
import { useLogContext } from './log-context.ts'
import { NewerEdge, OlderEdge, type Edges } from './log-edge.tsx'
import { placeOf, type LogItem } from './log-items.ts'
import { LogRow } from './log-row.tsx'
import { newMessageText } from './new-message-text.ts'
import { useLogItems } from './use-log-items.ts'
import { useLogKeys } from './use-log-keys.ts'
import { useScrollOnOwnMessage, useHighlight, useUnseen } from './use-log-scroll.ts'
import styles from './message-log.module.css'

type MessageLogProps = {
  thread: Thread
  /** There are messages, or were. */
  hasTalked: boolean
  /** Called when the newest message enters or leaves the viewport. */
  onAtEnd: (isAtEnd: boolean) => void
  /** Returns to the newest message when it is not loaded. */
  onNewest: () => void
}

/** Overscan, so that quick scrolling shows content. */
const BEYOND_PX = { top: 600, bottom: 300 }

/** Virtuoso context of the rows. */
type Place = Edges & { activeKey: string; highlightedSeq: number | undefined }

const RowPlaceholder = ({ height }: { height: number }) => <div style={{ height }} />
const parts = { Header: OlderEdge, Footer: NewerEdge, ScrollSeekPlaceholder: RowPlaceholder }
const keyOf = (_: number, item: LogItem) => item.key
const drawItem = (_: number, item: LogItem, { activeKey, highlightedSeq }: Place) => (
  <LogRow item={item} isActive={item.key === activeKey} isFound={item.seq === highlightedSeq} />
)

/** The virtualised message list. */
export function MessageLog({ thread, hasTalked, onAtEnd, onNewest }: MessageLogProps) {
  const { customer, meId, timeZone } = useLogContext()
  const { customerId } = customer
  const { state, windowId, older, newer, found } = thread
  const { items, first } = useLogItems(state, windowId, timeZone, meId)
  const list = useRef<VirtuosoHandle>(null)
  const [isAtBottom, setIsAtBottom] = useState(found === undefined)
  const isAtEnd = isAtBottom && !state.hasMoreAfter
  const { box, activeKey, scroller, handlers } = useLogKeys(items, list)
  const highlightedSeq = useHighlight(found)
  const staying = useStayAtEnd(list, box, state.hasMoreAfter || found !== undefined)
  const unseen = useUnseen(state, isAtEnd)
  const unread = useFirstUnread(customerId, state, items, first)
  const isPurged = state.messages.length === 0 && !state.hasMoreBefore && hasTalked
  const toEnd = () => (state.hasMoreAfter ? onNewest() : list.current?.scrollToIndex({ index: 'LAST', align: 'end' }))
  useScrollOnOwnMessage(state.pending.length, toEnd)

  useEffect(() => onAtEnd(isAtEnd), [isAtEnd, onAtEnd])
  // The jump target is read when `found` changes; messages arriving meanwhile must not trigger the effect.
  const itemsNow = useRef(items)
  useEffect(() => {
    itemsNow.current = items
  })
  useEffect(() => {
    if (found) list.current?.scrollToIndex({ index: placeOf(itemsNow.current, found.seq), align: 'center' })
  }, [found])

  return (
    <div
      ref={box}
      className={styles.log}
      role="log"
      data-conversation
      aria-live="polite"
      aria-label={texts.log}
      onCopy={({ currentTarget }) => reportSelectionCopied(currentTarget, state.messages)}
      {...handlers}
    >
      {items.length === 0 ? (
        <div className={styles.empty}>
          <Empty icon={MessageSquare} text={isPurged ? PERSONAL_DATA_TEXTS.purged : texts.noMessages} />
        </div>
      ) : (
        // Only the announcer is a live region; scrolling must not announce rows.
        <div className={styles.list} aria-live="off">
          <Virtuoso<LogItem, Place>
            key={windowId}
            ref={list}
            {...scroller}
            data={items}
            firstItemIndex={first}
            initialTopMostItemIndex={
              found ? { index: placeOf(items, found.seq), align: 'center' } : { index: 'LAST', align: 'end' }
            }
            alignToBottom
            computeItemKey={keyOf}
            itemContent={drawItem}
            context={{
              customerId,
              older,
              newer,
              hasMoreAfter: state.hasMoreAfter,
              isStartPurged: isStartPurged(state),
              activeKey,
              highlightedSeq,
            }}
            components={parts}
            scrollSeekConfiguration={SCROLL_SEEK}
            increaseViewportBy={BEYOND_PX}
            atBottomThreshold={NEAR_END_PX}
            atBottomStateChange={setIsAtBottom}
            rangeChanged={unread.onRange}
            {...staying}
            followOutput={(isNow) => isNow && !state.hasMoreAfter && 'auto'}
            startReached={() => void threadStore.loadOlder(customerId)}
            endReached={() => state.hasMoreAfter && void threadStore.loadNewer(customerId)}
          />
        </div>
      )}
      {unread.button}
      {!isAtEnd && items.length > 0 && (
        <Button className={styles.newest} size="sm" onClick={toEnd}>
          <ArrowDown size={14} aria-hidden="true" />
          {texts.toNewest(unseen)}
        </Button>
      )}
      <Announcer state={state} />
    </div>
  )
}

/** Live region announcing new messages as 「{发送者}：{文字}」. */
function Announcer({ state }: { state: ThreadState }) {
  const { customer, meId } = useLogContext()
  const newest = (state.newer.at(-1) ?? state.messages.at(-1))?.seq ?? 0
  const [announced, setAnnounced] = useState({ seq: newest, text: '' })
  // Only newer sequence numbers: a jump back to older messages announces nothing.
  if (newest > announced.seq)
    setAnnounced({ seq: newest, text: newMessageText(state, announced.seq, meId, customer.source) })
  return (
    <p className="sr-only" key={announced.seq}>
      {announced.text}
    </p>
  )
}

/** Audit: copying selected text with an unmasked contact is recorded like copying by menu. */
function reportSelectionCopied(log: HTMLElement, messages: readonly CustomerMessage[]): void {
  const selected = window.getSelection()?.toString() ?? ''
  if (maskContacts(selected) === selected) return
  const chatIds = new Set(selectedElements(log, 'article[data-chat]').map(({ dataset }) => dataset.chat))
  for (const { id, chatId } of messages) if (chatIds.has(chatId)) reportMessageCopied(id)
}

/** Within this distance the list counts as at its end. */
const NEAR_END_PX = 60

/** Loading images push the newest message down, a banner makes the log smaller: a list at its end stays there until the agent scrolls up. */
function useStayAtEnd(
  list: RefObject<VirtuosoHandle | null>,
  box: RefObject<HTMLElement | null>,
  hasMoreAfter: boolean,
) {
  const isStaying = useRef(true)
  const lastTop = useRef(0)
  useEffect(() => {
    if (!box.current || hasMoreAfter) return undefined
    const observer = new ResizeObserver(() => {
      if (isStaying.current) list.current?.scrollTo({ top: Number.MAX_SAFE_INTEGER })
    })
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [list, box, hasMoreAfter])
  return {
    onScroll: ({ currentTarget: { scrollTop, scrollHeight, clientHeight } }: UIEvent<HTMLElement>) => {
      // Content growing below never moves the scroll position up; only the agent does.
      if (scrollTop < lastTop.current) isStaying.current = false
      if (scrollHeight - clientHeight - scrollTop <= NEAR_END_PX) isStaying.current = true
      lastTop.current = scrollTop
    },
    totalListHeightChanged: () => {
      if (isStaying.current && !hasMoreAfter) list.current?.scrollTo({ top: Number.MAX_SAFE_INTEGER })
    },
  }
}
