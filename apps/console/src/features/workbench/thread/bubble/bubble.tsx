import type { CustomerMessage } from '@ruwu/contract'
import { formatDateTimeSeconds } from '@ruwu/domain'
import { cx, Button } from '@ruwu/ui'
import { ShieldAlert, Reply, CircleAlert, LoaderCircle, RotateCw } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useLogContext } from '../message-log/log-context.ts'
import { texts } from '../texts.ts'
import { useQuoted } from '../use-thread.ts'
import { AiFoot } from './ai-foot.tsx'
import { BodyView } from './body-view.tsx'
import type { MessageBody } from './message-body.ts'
import { isIncoming, type Line } from './message-line.ts'
import { NameLine } from './name-line.tsx'
import { plainText } from './plain-text.ts'
import { SenderAvatar } from './sender-avatar.tsx'
import { clockTimeOf, timeHintOf } from './time-text.ts'
import styles from './bubble.module.css'

type BubbleProps = {
  line: Line
  body: MessageBody
  /** First of several by the same sender: with avatar and name. */
  isFirst: boolean
  /** Hovered or focused: renders rarely used controls. */
  isPointed: boolean
  /** The menu button. */
  menu: ReactNode
}

/** Content with its own border. */
const FRAMED = new Set<MessageBody['kind']>(['card', 'post', 'link', 'questions', 'image', 'video'])

/** One message: customer on the left, our side on the right. Human messages are filled, automated ones outlined. */
export function Bubble({ line, body, isFirst, isPointed, menu }: BubbleProps) {
  const isLeft = isIncoming(line)
  const { sender, status, message } = line
  // Announced (role alert) only when the failure happens, not when an old failure scrolls into view.
  const [statusAtFirst] = useState(status)
  const look = sender === 'ai' ? styles.ai : sender === 'flow' ? styles.flow : !isLeft && styles.human
  const meta = <SideMeta line={line} isFirst={isFirst} isPointed={isPointed} />
  const avatar = <span className={styles.avatar}>{isFirst && <SenderAvatar line={line} />}</span>
  return (
    <div className={cx(styles.message, !isLeft && styles.out, look)}>
      {isLeft && avatar}
      {!isLeft && menu}
      {!isLeft && meta}
      <div className={styles.content}>
        {isFirst && <NameLine line={line} isHovered={isPointed} />}
        <div
          data-bubble=""
          className={cx(
            FRAMED.has(body.kind) ? styles.framed : styles.bubble,
            status === 'sending' && styles.sending,
            status === 'failed' && styles.failed,
          )}
        >
          {typeof line.content.reply === 'string' && <QuoteView chatId={line.content.reply} />}
          <BodyView line={line} body={body} />
          {sender === 'ai' && message && <AiFoot message={message} />}
        </div>
        {body.kind === 'text' && body.isMaskedPhone && <MaskedNumber />}
        {status === 'sending' && message?.retry && <RetryLine retry={message.retry} />}
        {status === 'failed' && <FailedLine line={line} isNew={statusAtFirst !== 'failed'} />}
      </div>
      {isLeft && meta}
      {isLeft && menu}
      {!isLeft && avatar}
      {status === 'sending' && <span className="sr-only">{texts.sending}</span>}
    </div>
  )
}

/** The platform masked a phone number; a lead card is the way to obtain it. */
function MaskedNumber() {
  const { canReply, offerLeadCard } = useLogContext()
  return (
    <p className={styles.masked}>
      <ShieldAlert size={13} aria-hidden="true" />
      {texts.masked}
      {canReply && (
        <Button variant="link" size="sm" onClick={offerLeadCard}>
          {texts.sendLeadCard}
        </Button>
      )}
    </p>
  )
}

/** The quoted message. Visible to agents only. */
function QuoteView({ chatId }: { chatId: string }) {
  const { customer, goTo } = useLogContext()
  const quoted = useQuoted(customer.customerId, chatId)
  if (!quoted)
    return (
      <p className={styles.quote}>
        <Reply size={12} aria-hidden="true" />
        {texts.quoteGone}
      </p>
    )
  return (
    <button type="button" className={styles.quote} onClick={() => goTo(quoted.seq)}>
      <Reply size={12} aria-hidden="true" />
      <span className="cut">{texts.aloud(quoted.senderName, plainText(quoted.content, customer.source))}</span>
      <i>{texts.quoteForUs}</i>
    </button>
  )
}

type SideMetaProps = { line: Line; isFirst: boolean; isPointed: boolean }

/** Time and delivery status beside the bubble. Details available elsewhere render on hover or focus only. */
function SideMeta({ line, isFirst, isPointed }: SideMetaProps) {
  const { timeZone } = useLogContext()
  const { sender, status, createdAt, isRead } = line
  const isOwn = sender === 'me'
  const hasNameLine = isFirst && !isOwn && sender !== 'customer'
  // The time of a group stands on its first bubble.
  const isTimeShown = !hasNameLine && (isPointed || (isFirst && status === 'sent'))
  const isReadShown = isRead && sender !== 'customer'
  if (status === 'sending') return <LoaderCircle className={styles.spinner} size={14} aria-hidden="true" />
  if (!isTimeShown && !isReadShown) return null
  return (
    <small className={styles.meta} title={isPointed ? timeHintOf(line, timeZone) : undefined}>
      {isTimeShown && <time dateTime={createdAt}>{clockTimeOf(createdAt, timeZone)}</time>}
      {isReadShown && <span>{texts.read}</span>}
    </small>
  )
}

/** The platform is tried again by itself. */
function RetryLine({ retry }: { retry: NonNullable<CustomerMessage['retry']> }) {
  const { timeZone } = useLogContext()
  const time = formatDateTimeSeconds(retry.at, timeZone).slice(-'HH:mm:ss'.length)
  return (
    <output className={styles.retrying}>
      <RotateCw size={13} aria-hidden="true" />
      {texts.retriesAt(retry.msg, time)}
    </output>
  )
}

function FailedLine({ line, isNew }: { line: Line; isNew: boolean }) {
  const { canReply, canResendForOthers, resend } = useLogContext()
  const isMineToSend = line.sender === 'me' || (line.sender === 'colleague' && canResendForOthers)
  return (
    <p className={styles.failure} role={isNew ? 'alert' : undefined}>
      <CircleAlert size={14} aria-hidden="true" />
      {texts.failed(line.reason)}
      {canReply && isMineToSend && (
        <Button className={styles.resend} variant="link" size="sm" onClick={() => resend(line)}>
          <RotateCw size={13} aria-hidden="true" />
          {texts.resend}
        </Button>
      )}
    </p>
  )
}
