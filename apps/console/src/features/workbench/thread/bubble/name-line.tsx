import { SenderGlyph, cx } from '@ruwu/ui'
import { useLogContext } from '../message-log/log-context.ts'
import { texts } from '../texts.ts'
import styles from './bubble.module.css'
import type { Line } from './message-line.ts'
import { MessageOrigin } from './message-origin.tsx'
import { clockTimeOf, timeHintOf } from './time-text.ts'

type NameLineProps = {
  line: Line
  /** Hovered or focused: renders the tooltip with the full time. */
  isHovered: boolean
}

/**
 * Sender line above messages of the AI, workflows, colleagues and the platform's app. Customer and own messages have
 * none.
 */
export function NameLine({ line, isHovered: isPointed }: NameLineProps) {
  const { customer } = useLogContext()
  // The default name AI 助手 already contains the word AI.
  const isNamedAi = customer.aiName.startsWith(texts.ai1)
  switch (line.sender) {
    case 'customer':
    case 'me':
    case 'system':
      return null
    case 'ai':
      return (
        <header className={styles.name}>
          <span className={cx(styles.kind, styles.kindAi)}>
            <SenderGlyph name="spark" />
            {isNamedAi ? customer.aiName : texts.ai1}
          </span>
          {customer.aiName && !isNamedAi && <b>{customer.aiName}</b>}
          <ClockTime line={line} isHovered={isPointed} />
        </header>
      )
    case 'flow':
      return (
        <header className={styles.name}>
          <MessageOrigin messageId={line.message?.id} className={cx(styles.kind, styles.kindFlow, styles.origin)}>
            <SenderGlyph name="flow" />
            {texts.auto}
          </MessageOrigin>
          {line.name !== texts.auto && <b>{line.name}</b>}
          <ClockTime line={line} isHovered={isPointed} />
        </header>
      )
    case 'colleague':
    case 'app':
      return (
        <header className={styles.name}>
          <b>{line.name}</b>
          <ClockTime line={line} isHovered={isPointed} />
        </header>
      )
  }
}

function ClockTime({ line, isHovered: isPointed }: NameLineProps) {
  const { timeZone } = useLogContext()
  return (
    <time dateTime={line.createdAt} title={isPointed ? timeHintOf(line, timeZone) : undefined}>
      {clockTimeOf(line.createdAt, timeZone)}
    </time>
  )
}
