import { CARD_TYPE_LABELS, type CardState } from '@ruwu/domain'
import { cx } from '@ruwu/ui'
import { Check, CreditCard, Link2, MousePointerClick, Newspaper, Send, type LucideIcon } from 'lucide-react'
import { Highlight } from '../../../../rendering/highlight.tsx'
import { useStoredFile } from '../../../../stored-file/use-stored-file.ts'
import { texts } from '../texts.ts'
import type { MessageBody } from './message-body.ts'
import { openAfterQuestion } from './message-text.tsx'
import { hrefOf } from './split-links.ts'
import styles from './card-body.module.css'

/** `keyword` of the search in the thread. */
type BodyProps<K extends MessageBody['kind']> = { body: Extract<MessageBody, { kind: K }>; keyword: string }

/** An empty form field. */
const EMPTY_VALUE = '--'

const stateIcons: Record<CardState, LucideIcon> = {
  sent: Send,
  clicked: MousePointerClick,
  copied: Check,
  submitted: Check,
}

/** A platform card: type, and the customer's progress with it. */
export function CardBody({ body: { title, cover, cardType, state, fields }, keyword }: BodyProps<'card'>) {
  const Icon = state && stateIcons[state]
  const kind = cardType ? CARD_TYPE_LABELS[cardType] : texts.card
  return (
    <div className={styles.card}>
      <Art url={cover} icon={CreditCard} />
      <div className={styles.words}>
        <CardText title={title} kind={kind} keyword={keyword} />
        {Icon && (
          <span className={cx(styles.state, state !== 'sent' && styles.done)}>
            <Icon size={13} aria-hidden="true" />
            {texts.cardStates[state]}
          </span>
        )}
      </div>
      {fields.length > 0 && (
        <dl className={styles.fields}>
          {fields.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <Highlight text={value || EMPTY_VALUE} keyword={keyword} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}

/** A shared note or video of the platform. */
export function PostBody({ body: { title, cover }, keyword }: BodyProps<'post'>) {
  return (
    <div className={styles.card}>
      <Art url={cover} icon={Newspaper} />
      <div className={styles.words}>
        <CardText title={title} kind={texts.post} keyword={keyword} />
      </div>
    </div>
  )
}

export function LinkBody({ body: { title, address, cover }, keyword }: BodyProps<'link'>) {
  const href = hrefOf(address)
  return (
    <div className={styles.card}>
      <Art url={cover} icon={Link2} />
      <div className={styles.words}>
        <b>
          <Highlight text={title || texts.link} keyword={keyword} />
        </b>
        {href ? (
          <button type="button" className={styles.address} onClick={() => void openAfterQuestion(href)}>
            {address}
          </button>
        ) : (
          <small>{address}</small>
        )}
      </div>
    </div>
  )
}

export function QuestionsBody({ body: { title, questions }, keyword }: BodyProps<'questions'>) {
  return (
    <div className={styles.questions}>
      <b>
        <Highlight text={title || texts.questions} keyword={keyword} />
      </b>
      <ul>
        {questions.map((question) => (
          <li key={question}>{question}</li>
        ))}
      </ul>
    </div>
  )
}

function CardText({ title, kind, keyword }: { title: string; kind: string; keyword: string }) {
  const { head, foot } = cardText(title, kind)
  return (
    <>
      <b>
        <Highlight text={head} keyword={keyword} />
      </b>
      {foot && <small>{foot}</small>}
    </>
  )
}

function Art({ url, icon: Icon }: { url: string; icon: LucideIcon }) {
  const file = useStoredFile(url)
  return (
    <span className={styles.art}>
      {typeof file === 'object' ? (
        <img src={file.src} alt="" referrerPolicy="no-referrer" draggable={false} />
      ) : (
        <Icon size={24} strokeWidth={1.25} aria-hidden="true" />
      )}
    </span>
  )
}

/** The two lines of a card; without a title the type takes the first one. */
export const cardText = (title: string, kind: string) =>
  title ? { head: title, foot: kind } : { head: kind, foot: '' }
