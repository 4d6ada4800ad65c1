import type { CustomerMessage } from '@ruwu/contract'
import { IconButton, cx } from '@ruwu/ui'
import { BookOpen, ThumbsDown, ThumbsUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { useLog } from '../log/log-context.ts'
import type { Rating } from '../message.mutations.ts'
import { texts } from '../texts.ts'
import styles from './ai-foot.module.css'
import { BadAnswer } from './bad-answer.tsx'
import { basisOf } from './knowledge.ts'

/** What the answer rests on, and what we think of it. */
export function AiFoot({ message }: { message: CustomerMessage }) {
  const { rate: rateMessage } = useLog()
  const [isAsking, setIsAsking] = useState(false)
  const [isOpen, setIsOpen] = useState(false)
  const anchor = useRef<HTMLSpanElement>(null)
  const rating = message.feedback?.rating ?? 'none'
  const basis = basisOf(message.content)

  const rate = (body: Omit<Rating, 'id'>) => rateMessage({ id: message.id, ...body })
  const toggle = (to: 'good' | 'bad') => {
    if (rating === to) rate({ rating: 'none' })
    else if (to === 'good') rate({ rating: 'good' })
    else setIsAsking(true)
  }
  const closeQuestion = () => {
    setIsAsking(false)
    anchor.current?.querySelector('button')?.focus()
  }
  return (
    <>
      {isOpen && (
        <ul className={styles.basis}>
          {basis.map(({ title, score }) => (
            <li key={title}>
              <span className="cut">{title}</span>
              <i aria-hidden="true">
                <i style={{ width: `${Math.min(1, Math.max(0, score)) * 100}%` }} />
              </i>
              <small>{score.toFixed(2)}</small>
            </li>
          ))}
        </ul>
      )}
      <footer className={styles.foot}>
        {basis[0] && (
          <button type="button" className={styles.why} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            <BookOpen size={13} aria-hidden="true" />
            {texts.basis}
            <small>{texts.basisCount(basis.length, basis[0].score.toFixed(2))}</small>
          </button>
        )}
        <span className={styles.rating}>
          <IconButton
            className={cx(rating === 'good' && styles.chosen)}
            label={texts.good}
            title={texts.good}
            aria-pressed={rating === 'good'}
            onClick={() => toggle('good')}
          >
            <ThumbsUp size={14} />
          </IconButton>
          <span ref={anchor} className={styles.anchor}>
            {isAsking && (
              <BadAnswer onClose={closeQuestion} onSubmit={(answer) => rate({ rating: 'bad', ...answer })} />
            )}
            <IconButton
              className={cx(rating === 'bad' && styles.chosen)}
              label={texts.bad}
              title={texts.bad}
              aria-pressed={rating === 'bad'}
              aria-haspopup="dialog"
              onClick={() => toggle('bad')}
            >
              <ThumbsDown size={14} />
            </IconButton>
          </span>
        </span>
      </footer>
    </>
  )
}
