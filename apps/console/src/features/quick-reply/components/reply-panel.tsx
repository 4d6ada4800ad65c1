import type { QuickReply } from '@ruwu/contract'
import { cx, SkeletonRows } from '@ruwu/ui'
import { messageOf } from '../../../api/errors.ts'
import { Choice, choiceId, ChoiceList } from '../../../list/choice-list.tsx'
import { texts } from '../texts.ts'
import type { ReplySearch } from '../use-reply-search.ts'
import styles from './reply-panel.module.css'

type ReplyPanelProps = {
  id: string
  search: ReplySearch
  index: number
  onHover: (index: number) => void
  onPick: (reply: QuickReply, isSentAtOnce: boolean) => void
}

/** Quick replies above the composer, which keeps the focus: its arrow keys move the selection here. */
export function ReplyPanel({ id, search, index, onHover, onPick }: ReplyPanelProps) {
  const { sections, replies, more, error, isSearched } = search
  if (error) return <Message text={messageOf(error)} isError />
  if (!sections)
    return (
      <div className={styles.panel}>
        <SkeletonRows rows={3} disc={false} />
      </div>
    )
  if (replies.length === 0) return <Message text={isSearched ? texts.noHits : texts.none} />
  return (
    <div className={styles.panel}>
      <ChoiceList id={id} className={styles.list} label={texts.panel}>
        {sections.map(({ key, owner, title, replies: own }) => (
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset cannot hold options
          <div key={key} role="group" aria-label={headOf(owner, title)}>
            <p className={styles.group} aria-hidden="true">
              {headOf(owner, title)}
            </p>
            {own.map((reply) => {
              const at = replies.indexOf(reply)
              return (
                <Choice
                  key={reply.id}
                  id={choiceId(id, at)}
                  className={styles.option}
                  isMarked={at === index}
                  onHover={() => onHover(at)}
                  onPick={(withShift) => onPick(reply, withShift)}
                >
                  <b className="cut">{reply.title}</b>
                  {reply.code && <kbd>/{reply.code}</kbd>}
                  <span className="cut">{reply.content}</span>
                  {reply.parts.length > 0 && <small>{texts.parts(reply.parts.length)}</small>}
                </Choice>
              )
            })}
          </div>
        ))}
      </ChoiceList>
      <p className={styles.keys}>{more > 0 ? texts.more(more) : texts.keys}</p>
    </div>
  )
}

const Message = ({ text, isError = false }: { text: string; isError?: boolean }) => (
  <output className={cx(styles.panel, styles.words, isError && styles.error)}>{text}</output>
)

const headOf = (owner: string, title: string | undefined) => (title === undefined ? owner : `${owner} · ${title}`)
