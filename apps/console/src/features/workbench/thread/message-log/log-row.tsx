import { IconButton, cx } from '@ruwu/ui'
import { Ellipsis } from 'lucide-react'
import { memo, type MouseEvent } from 'react'
import { useHoverOrFocus } from '../../../../rendering/use-hover-or-focus.ts'
import { Bubble } from '../bubble/bubble.tsx'
import { lineOfMessage, lineOfPending, type Line } from '../bubble/message-line.ts'
import { bodyOf, type MessageBody } from '../bubble/message-body.ts'
import { Note } from '../bubble/note.tsx'
import { RecalledLine } from '../bubble/system-line.tsx'
import { plainText } from '../bubble/plain-text.ts'
import { menuItemsOf } from '../message-menu/menu-items.ts'
import { SystemLine } from '../bubble/system-line.tsx'
import { texts } from '../texts.ts'
import { useLogContext } from './log-context.ts'
import type { LogItem } from './log-items.ts'
import styles from './log-row.module.css'
import { useMenuKeys } from './use-menu-keys.ts'

type LogRowProps = {
  item: LogItem
  /** The thread's single tab stop (roving tabindex). */
  isActive: boolean
  /** Just jumped to: highlighted for a moment. */
  isFound: boolean
}

export const LogRow = memo(function LogRow({ item, isActive, isFound }: LogRowProps) {
  const { customer, meId, agents } = useLogContext()
  const { row, day, isFirstNew } = item
  const line = row.kind === 'pending' ? lineOfPending(row.pending, meId) : lineOfMessage(row.message, meId, agents)
  const body = bodyOf(line.content, customer.source)
  const isFirst = row.kind === 'line' || row.isFirst
  return (
    <div className={cx(styles.row, !isFirst && styles.joined)}>
      {day && <p className={styles.day}>{day}</p>}
      {isFirstNew && (
        <p className={styles.new}>
          <span>{texts.newMessages}</span>
        </p>
      )}
      <MessageItem line={line} body={body} isFirst={isFirst} isActive={isActive} isFound={isFound} />
    </div>
  )
})

type MessageItemProps = { line: Line; body: MessageBody; isFirst: boolean; isActive: boolean; isFound: boolean }

function MessageItem({ line, body, isFirst, isActive, isFound }: MessageItemProps) {
  const context = useLogContext()
  const { customer } = context
  const hasMenu = () => menuItemsOf(line, body, context, new Date()).length > 0
  const openMenu = (x: number, y: number) => hasMenu() && context.openMenu(line, body, x, y)
  const handlers = useMenuKeys(openMenu)
  const { isHoverOrFocus: isPointed, hoverHandlers: pointing } = useHoverOrFocus()
  const who = line.sender === 'me' ? texts.me : line.name
  const plain = plainText(line.content, customer.source)
  const spoken = [who ? texts.aloud(who, plain) : plain, line.status === 'failed' && texts.failed(line.reason)]
    .filter(Boolean)
    .join('，')
  const openBelow = ({ currentTarget }: MouseEvent) => {
    const { left, bottom } = currentTarget.getBoundingClientRect()
    // Focus returns here when the menu closes.
    if (currentTarget instanceof HTMLElement) currentTarget.focus({ preventScroll: true })
    openMenu(left, bottom)
  }
  return (
    // Arrow keys move between messages.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <article
      className={cx(styles.message, isFound && styles.found)}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={isActive ? 0 : -1}
      data-chat={line.chatId}
      aria-current={isFound || undefined}
      aria-label={spoken}
      {...handlers}
      {...pointing}
    >
      {body.kind === 'system' ? (
        <SystemLine line={line} text={body.text} />
      ) : body.kind === 'recalled' ? (
        <RecalledLine line={line} />
      ) : body.kind === 'note' ? (
        <Note line={line} body={body} />
      ) : line.sender === 'system' ? (
        <SystemLine line={line} text={plain} />
      ) : (
        <Bubble
          line={line}
          body={body}
          isFirst={isFirst}
          isPointed={isPointed}
          menu={isPointed && hasMenu() && <MenuButton onClick={openBelow} />}
        />
      )}
    </article>
  )
}

const MenuButton = ({ onClick }: { onClick: (event: MouseEvent) => void }) => (
  <IconButton
    className={styles.more}
    label={texts.menuOf}
    title={texts.menuOf}
    aria-haspopup="menu"
    // Keeps the text selection in the message.
    onMouseDown={(event) => event.preventDefault()}
    onClick={onClick}
  >
    <Ellipsis size={16} />
  </IconButton>
)
