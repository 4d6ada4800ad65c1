import { cx } from '@ruwu/ui'
import { useState, type ReactNode } from 'react'
import { texts } from '../texts.ts'
import { AiFoot } from './ai-foot.tsx'
import styles from './bubble.module.css'
import { isIncoming, type Line } from './message-line.ts'
import { MaskedNumber } from './masked-number.tsx'
import type { MessageBody } from './message-body.ts'
import { BodyView } from './body-view.tsx'
import { FailedLine, SideMeta } from './message-status.tsx'
import { NameLine } from './name-line.tsx'
import { QuoteView } from './quote-view.tsx'
import { SpeakerAvatar } from './speaker-avatar.tsx'

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
  const { speaker, status, message } = line
  // Announced (role alert) only when the failure happens, not when an old failure scrolls into view.
  const [statusAtFirst] = useState(status)
  const look = speaker === 'ai' ? styles.ai : speaker === 'flow' ? styles.flow : !isLeft && styles.human
  const meta = <SideMeta line={line} isFirst={isFirst} isPointed={isPointed} />
  const avatar = <span className={styles.avatar}>{isFirst && <SpeakerAvatar line={line} />}</span>
  return (
    <div className={cx(styles.message, isLeft ? styles.in : styles.out, look)}>
      {isLeft && avatar}
      {!isLeft && menu}
      {!isLeft && meta}
      <div className={styles.content}>
        {isFirst && <NameLine line={line} isPointed={isPointed} />}
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
          {speaker === 'ai' && message && <AiFoot message={message} />}
        </div>
        {body.kind === 'text' && body.isMaskedPhone && <MaskedNumber />}
        {status === 'failed' && <FailedLine line={line} isNew={statusAtFirst !== 'failed'} />}
      </div>
      {isLeft && meta}
      {isLeft && menu}
      {!isLeft && avatar}
      {status === 'sending' && <span className="sr-only">{texts.sending}</span>}
    </div>
  )
}
