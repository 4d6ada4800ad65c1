import { type CustomerDetail, type CustomerId, type MessageId } from '@ruwu/contract'
import { Empty, ErrorBlock, IconButton } from '@ruwu/ui'
import { ChevronLeft, MessageSquareText, UserRoundX } from 'lucide-react'
import { useDeferredValue } from 'react'
import { messageOf } from '../../../../api/errors.ts'
import { showError } from '../../../../api/show-error.ts'
import { useCustomer } from '../../customer/customer.queries.ts'
import { useCan } from '../../../role/index.ts'
import { Composer } from '../../composer/index.ts'
import { ThreadHeader } from '../../header/thread-header.tsx'
import { LogContext } from '../message-log/log-context.ts'
import { MessageLog } from '../message-log/message-log.tsx'
import { useLogPlace } from '../message-log/use-log-context.tsx'
import { ReceptionBanner } from './reception-banner.tsx'
import { ThreadSearch } from '../search/thread-search.tsx'
import { useSearch } from '../search/use-search.ts'
import { texts } from '../texts.ts'
import styles from './thread-pane.module.css'
import { ThreadSkeleton } from './thread-skeleton.tsx'
import { threadStore } from '../thread-store.ts'
import { useNewLine } from '../use-new-line.ts'
import { useThread } from '../use-thread.ts'

type ThreadPaneProps = {
  customerId: CustomerId | undefined
  /** The message to start at. */
  messageId?: MessageId | undefined
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

function OneCustomer({ customerId, ...rest }: OneCustomerProps) {
  const { data, error, isOutOfSight, refetch } = useCustomer(customerId)
  if (data && !isOutOfSight) return <Conversation customer={data} {...rest} />
  return (
    <>
      {rest.onBack && <BackBar onBack={rest.onBack} />}
      {isOutOfSight ? (
        <Empty icon={UserRoundX} text={data?.agentName ? texts.passedOn(data.agentName) : texts.unknown} />
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

type ConversationProps = Omit<ThreadPaneProps, 'customerId'> & { customer: CustomerDetail }

const nobody = () => {}

function Conversation({ customer, messageId, onAtEnd = nobody, onBack, onOpenPanel }: ConversationProps) {
  const { customerId } = customer
  const { thread, error, refetch } = useThread(customerId, messageId)
  const search = useSearch(customerId)
  const canReply = useCan('im:replyCustomer')
  const { place, layers } = useLogPlace(customer, search.criteria?.keyword ?? '', canReply)
  useNewLine(customer, thread !== undefined)
  // Low priority: header and composer follow the messages.
  const around = useDeferredValue(customer)
  return (
    <LogContext value={place}>
      <ThreadHeader
        customer={around}
        meId={place.meId}
        agents={place.agents}
        onSearch={search.open}
        onBack={onBack}
        onOpenPanel={onOpenPanel}
      />
      {search.criteria && (
        <ThreadSearch
          customerId={customerId}
          criteria={search.criteria}
          onChange={search.change}
          onShow={search.show}
          onClose={search.close}
        />
      )}
      {thread ? (
        <MessageLog
          thread={thread}
          onAtEnd={onAtEnd}
          onNewest={() => void threadStore.load(customerId).catch(showError)}
        />
      ) : error ? (
        <div className={styles.failed}>
          <ErrorBlock message={messageOf(error)} onRetry={refetch} />
        </div>
      ) : (
        <ThreadSkeleton />
      )}
      <ReceptionBanner customer={around} />
      {canReply && <Composer customer={around} />}
      {layers}
    </LogContext>
  )
}
