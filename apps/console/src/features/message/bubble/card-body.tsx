import { CARD_TYPE_LABELS, type CardState } from '@ruwu/domain'
import { cx } from '@ruwu/ui'
import { Check, CreditCard, Link2, MousePointerClick, Newspaper, Send, type LucideIcon } from 'lucide-react'
import { useStoredFile } from '../media/use-stored-file.ts'
import { texts } from '../texts.ts'
import styles from './card-body.module.css'
import type { MessageBody } from './message-body.ts'
import { openAfterQuestion } from './message-text.tsx'
import { hrefOf } from './split-links.ts'

type Body<K extends MessageBody['kind']> = Extract<MessageBody, { kind: K }>

const stateIcons: Record<CardState, LucideIcon> = {
  sent: Send,
  clicked: MousePointerClick,
  copied: Check,
  submitted: Check,
}

/** A card of the platform: what kind it is, and how far the customer has gone with it. */
export function CardBody({ body: { title, cover, cardType, state, fields } }: { body: Body<'card'> }) {
  const Icon = state && stateIcons[state]
  const kind = cardType ? CARD_TYPE_LABELS[cardType] : texts.card
  return (
    <div className={styles.card}>
      <Art url={cover} icon={CreditCard} />
      <div className={styles.words}>
        <b>{title || kind}</b>
        <small>{kind}</small>
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
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}

/** A note or video of the platform that somebody shared. */
export function PostBody({ body: { title, cover } }: { body: Body<'post'> }) {
  return (
    <div className={styles.card}>
      <Art url={cover} icon={Newspaper} />
      <div className={styles.words}>
        <b>{title || texts.post}</b>
        <small>{texts.post}</small>
      </div>
    </div>
  )
}

export function LinkBody({ body: { title, address, cover } }: { body: Body<'link'> }) {
  const href = hrefOf(address)
  return (
    <div className={styles.card}>
      <Art url={cover} icon={Link2} />
      <div className={styles.words}>
        <b>{title || texts.link}</b>
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

export function QuestionsBody({ body: { title, questions } }: { body: Body<'questions'> }) {
  return (
    <div className={styles.questions}>
      <b>{title || texts.questions}</b>
      <ul>
        {questions.map((question) => (
          <li key={question}>{question}</li>
        ))}
      </ul>
    </div>
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
