import { Button } from '@ruwu/ui'
import { CircleAlert, LoaderCircle, RotateCw } from 'lucide-react'
import { useLog } from '../message-log/log-context.ts'
import { texts } from '../texts.ts'
import styles from './bubble.module.css'
import type { Line } from './message-line.ts'
import { clockTimeOf, timeHintOf } from './message-time.ts'

type SideMetaProps = { line: Line; isFirst: boolean; isPointed: boolean }

/** Time and delivery status beside the bubble. Details available elsewhere render on hover or focus only. */
export function SideMeta({ line, isFirst, isPointed }: SideMetaProps) {
  const { timeZone } = useLog()
  const { speaker, status, createdAt, isRead } = line
  const isOwn = speaker === 'me'
  const hasNameLine = isFirst && !isOwn && speaker !== 'customer'
  const isTimeShown = (isPointed && !hasNameLine) || (isOwn && isFirst && status === 'sent')
  const isReadShown = isRead && speaker !== 'customer'
  if (status === 'sending') return <LoaderCircle className={styles.spinner} size={14} aria-hidden="true" />
  if (!isTimeShown && !isReadShown) return null
  return (
    <small className={styles.meta} title={isPointed ? timeHintOf(line, timeZone) : undefined}>
      {isTimeShown && <time dateTime={createdAt}>{clockTimeOf(createdAt, timeZone)}</time>}
      {isReadShown && <span>{texts.read}</span>}
    </small>
  )
}

export function FailedLine({ line, isNew }: { line: Line; isNew: boolean }) {
  const { canReply, canResendForOthers, resend } = useLog()
  const isMineToSend = line.speaker === 'me' || (line.speaker === 'colleague' && canResendForOthers)
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
