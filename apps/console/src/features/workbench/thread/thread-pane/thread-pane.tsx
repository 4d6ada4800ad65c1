import type { CustomerDetail, CustomerId, MessageId } from '@ruwu/contract'
import { PERSONAL_DATA_TEXTS } from '@ruwu/domain'
import { Empty, ErrorBlock, IconButton, cx, Bar, Disc, Skeleton } from '@ruwu/ui'
import { ChevronLeft, MessageSquareText, UserRoundX } from 'lucide-react'
import { type ReactNode, useDeferredValue, useEffect, useRef } from 'react'
import { messageOf } from '../../../../api/errors.ts'
import { showError } from '../../../../api/show-error.ts'
import { onDemand, usePreload } from '../../../../rendering/on-demand.tsx'
import { useCan } from '../../../permission/index.ts'
import { KeptText } from '../../composer/kept-text.tsx'
import { useCustomer } from '../../customer/customer.queries.ts'
import { ThreadHeader } from '../../header/thread-header.tsx'
import { useModelHelp } from '../../model-help.queries.ts'
import { LogContext } from '../message-log/log-context.ts'
import { MessageLog } from '../message-log/message-log.tsx'
import { useLogContextValue } from '../message-log/use-log-context.tsx'
import { ScheduledMessages } from '../scheduled/scheduled-messages.tsx'
import { useSearch } from '../search/use-search.ts'
import { useStripPlace } from '../summary/use-strip-place.ts'
import { texts } from '../texts.ts'
import { threadStore } from '../thread-store.ts'
import { useThread } from '../use-thread.ts'
import { ReplyFoot } from './reply-foot.tsx'
import styles from './thread-pane.module.css'

const SummaryStrip = onDemand(async () => (await import('../summary/summary-strip.tsx')).SummaryStrip)
const ThreadSearch = onDemand(async () => (await import('../search/thread-search.tsx')).ThreadSearch, {
  holdsKeys: true,
})

type ThreadPaneProps = {
  customerId: CustomerId | undefined
  /** The message to start at, by its id or its number in the thread. */
  messageId?: MessageId | undefined
  seq?: number | undefined
  /** Called when the newest message enters or leaves the viewport. */
  onAtEnd?: ((isAtEnd: boolean) => void) | undefined
  onBack?: (() => void) | undefined
  onOpenPanel?: (() => void) | undefined
}

/** The thread of one customer: header, messages and composer. */
export function ThreadPane({ customerId, ...rest }: ThreadPaneProps) {
  return (
    <section className={styles.pane} aria-label={texts.pane}>
      {customerId ? (
        <OneCustomer key={customerId} customerId={customerId} {...rest} />
      ) : (
        <Empty icon={MessageSquareText} text={texts.noSelection} />
      )}
    </section>
  )
}

type OneCustomerProps = Omit<ThreadPaneProps, 'customerId'> & { customerId: CustomerId }

function OneCustomer({ customerId, messageId, seq, ...rest }: OneCustomerProps) {
  const { data, error, isErased, isOutOfSight, refetch } = useCustomer(customerId)
  // Here, so that the messages are asked for together with the customer.
  const opened = useThread(customerId, messageId, seq)
  if (data && !isOutOfSight) return <Conversation customer={data} opened={opened} {...rest} />
  return (
    <>
      {rest.onBack && <BackBar onBack={rest.onBack} />}
      {isErased ? (
        <Empty icon={UserRoundX} text={PERSONAL_DATA_TEXTS.erased} />
      ) : isOutOfSight ? (
        <>
          <Empty icon={UserRoundX} text={data?.agentName ? texts.passedOn(data.agentName) : texts.unknown} />
          <KeptText customerId={customerId} takenBy={data?.agentName ?? undefined} />
        </>
      ) : error ? (
        <ErrorBlock message={messageOf(error)} onRetry={refetch} />
      ) : (
        <ThreadSkeleton withHead={!rest.onBack} />
      )}
    </>
  )
}

/** On a phone the back button is shown also in error states. */
const BackBar = ({ onBack }: { onBack: () => void }) => (
  <header className={styles.back}>
    <IconButton label={texts.back} title={texts.back} onClick={onBack}>
      <ChevronLeft size={20} />
    </IconButton>
  </header>
)

type ConversationProps = Pick<ThreadPaneProps, 'onAtEnd' | 'onBack' | 'onOpenPanel'> & {
  customer: CustomerDetail
  opened: ReturnType<typeof useThread>
}

const noop = () => {}

function Conversation({ customer, opened, onAtEnd = noop, onBack, onOpenPanel }: ConversationProps) {
  const { customerId } = customer
  const { thread, error, reopen } = opened
  const search = useSearch(customerId)
  const canReply = useCan('im:replyCustomer')
  const { place, layers } = useLogContextValue(customer, search.criteria?.keyword ?? '', canReply)
  useNewLine(customer, thread !== undefined)
  usePreload(ThreadSearch)
  const help = useModelHelp(customer)
  const strip = useStripPlace(customerId, thread)
  // Low priority: header and composer follow the messages, also the first ones.
  const around = useDeferredValue<CustomerDetail | null>(customer, null)
  return (
    <LogContext value={place}>
      {around ? (
        <ThreadHeader
          customer={around}
          meId={place.meId}
          agents={place.agents}
          onSearch={search.open}
          onBack={onBack}
          onOpenPanel={onOpenPanel}
        />
      ) : (
        <div className={styles.headGap} />
      )}
      {search.criteria && (
        <ThreadSearch
          customerId={customerId}
          criteria={search.criteria}
          onChange={search.change}
          onShow={search.show}
          onClose={search.close}
        />
      )}
      {help && strip.isShown && (
        <SummaryStrip customer={customer} thread={thread} points={help.points} onClose={strip.close} />
      )}
      {thread ? (
        <MessageLog
          thread={thread}
          hasTalked={customer.lastSeq > 0}
          onAtEnd={onAtEnd}
          onNewest={() => void threadStore.load(customerId).catch(showError)}
        />
      ) : error ? (
        <div className={styles.failed}>
          <ErrorBlock message={messageOf(error)} onRetry={reopen} />
        </div>
      ) : (
        <ThreadSkeleton />
      )}
      <Foot>
        {around && (
          <>
            <ScheduledMessages customer={around} meId={place.meId} />
            <ReplyFoot customer={around} canReply={canReply} isFree={place.canResendForOthers} />
          </>
        )}
      </Foot>
      {layers}
    </LogContext>
  )
}

/** As high as the last one was until it is drawn, so that the messages do not jump. */
let footPx: number | undefined

function Foot({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const isDrawn = children !== null
  useEffect(() => {
    if (!box.current || !isDrawn) return undefined
    const observer = new ResizeObserver(([entry]) => {
      footPx = entry?.borderBoxSize[0]?.blockSize
    })
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [isDrawn])
  return (
    <div
      ref={box}
      className={cx(styles.foot, !isDrawn && styles.footGap)}
      style={isDrawn ? undefined : { height: footPx }}
    >
      {children}
    </div>
  )
}

/**
 * Places 以下为新消息 before messages unread when the thread was opened, and before those that arrive while the window is
 * unfocused.
 */
function useNewLine({ customerId, unread, readSeq, lastSeq }: CustomerDetail, isLoaded: boolean) {
  const newest = useRef(lastSeq)
  useEffect(() => {
    newest.current = lastSeq
  })
  const atOpening = useRef(unread > 0 ? readSeq : null)
  useEffect(() => {
    if (isLoaded) threadStore.setNewSince(customerId, atOpening.current)
  }, [customerId, isLoaded])

  useEffect(() => {
    const onBlur = () => threadStore.setNewSince(customerId, newest.current)
    const onFocus = () => {
      const { newSince, messages = [] } = threadStore.find(customerId)?.state ?? {}
      // Nothing arrived meanwhile: the line is removed.
      if ((messages.at(-1)?.seq ?? 0) <= (newSince ?? 0)) threadStore.setNewSince(customerId, null)
    }
    window.addEventListener('blur', onBlur)
    window.addEventListener('focus', onFocus)
    return () => {
      window.removeEventListener('blur', onBlur)
      window.removeEventListener('focus', onFocus)
    }
  }, [customerId])
}

const bubbles = [
  { isRight: false, width: '42%', height: 38 },
  { isRight: false, width: '28%', height: 38 },
  { isRight: true, width: '52%', height: 60 },
  { isRight: false, width: '34%', height: 38 },
  { isRight: true, width: '38%', height: 38 },
  { isRight: true, width: '46%', height: 60 },
]

function ThreadSkeleton({ withHead = false }: { withHead?: boolean }) {
  return (
    <div className={styles.waiting}>
      <Skeleton>
        {withHead && (
          <div className={styles.waitingHead}>
            <Bar width={160} height={16} />
            <Bar width={220} height={12} />
          </div>
        )}
        <div className={styles.waitingLog}>
          {bubbles.map(({ isRight, width, height }, index) => (
            // The rows are constant, so the index is the key.
            // oxlint-disable-next-line react/no-array-index-key
            <div key={index} className={cx(styles.waitingRow, isRight && styles.right)}>
              <Disc size={32} />
              <Bar width={width} height={height} />
            </div>
          ))}
        </div>
      </Skeleton>
    </div>
  )
}
