import type { CustomerMessage } from '@ruwu/contract'
import { IconButton, cx } from '@ruwu/ui'
import { BookOpen, ThumbsDown, ThumbsUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { Deferred } from '../../../../rendering/deferred.tsx'
import { onDemand } from '../../../../rendering/on-demand.tsx'
import { useLogContext } from '../message-log/log-context.ts'
import type { Rating } from '../message.mutations.ts'
import { texts } from '../texts.ts'
import styles from './ai-foot.module.css'

const AnswerBasis = onDemand(async () => (await import('../../../ai-run/index.ts')).AnswerBasis)
const BadAnswer = onDemand(async () => (await import('./bad-answer.tsx')).BadAnswer)

/** 查看依据 and rating of an AI answer. */
export function AiFoot({ message }: { message: CustomerMessage }) {
  const { customer, canReply, openBasis, rate: rateMessage } = useLogContext()
  const [isAsking, setIsAsking] = useState(false)
  const [isOpen, setIsOpen] = useState(false)
  const anchor = useRef<HTMLSpanElement>(null)
  const rating = message.feedback?.rating ?? 'none'
  const { basisCount, basisScore } = message.content.extra ?? {}

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
        <AnswerBasis customerId={customer.customerId} messageId={message.id} onMore={() => openBasis(message.id)} />
      )}
      <footer className={styles.foot}>
        <Deferred>
          <button type="button" className={styles.why} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            <BookOpen size={13} aria-hidden="true" />
            {texts.basis}
            {basisCount && (
              <small>
                {texts.basisCount(basisCount)}
                {basisScore && <span className={styles.best}> · {basisScore}</span>}
              </small>
            )}
          </button>
          {canReply && (
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
              <span ref={anchor} className={cx(isAsking && styles.anchor)}>
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
          )}
        </Deferred>
      </footer>
    </>
  )
}
