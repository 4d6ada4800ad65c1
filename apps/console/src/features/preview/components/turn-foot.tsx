import { ANSWER_CHARS_MAX, QUESTION_CHARS_MAX, previewApi } from '@ruwu/contract'
import { formatNumber } from '@ruwu/domain'
import { Button, IconButton, cx, toast } from '@ruwu/ui'
import { ThumbsDown, ThumbsUp } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { AnswerDialog, type QuestionAndAnswer } from '../../ai-run/index.ts'
import type { TurnEnd } from '../preview-turns.ts'
import { texts } from '../texts.ts'
import styles from './turn-foot.module.css'
import type { TurnViewProps } from './turn-view.tsx'

type TurnFootProps = TurnViewProps & { end: Extract<TurnEnd, { kind: 'done' }> }

const SECOND_MS = 1000
/** Minimum shown, so that no answer takes 0 s. */
const LEAST_MS = 10

const cut = (text: string, most: number) => Array.from(text.trim()).slice(0, most).join('')

/** Duration, and the agent's rating. */
export function TurnFoot({ turn, end, convId, canEdit, onRate }: TurnFootProps) {
  const [isKeeping, setIsKeeping] = useState(false)
  const { rating, turnId } = turn
  const seconds = formatNumber(Math.max(end.durationMs, LEAST_MS) / SECOND_MS)
  const keep = async (entry: QuestionAndAnswer) => {
    if (!convId || !turnId) return
    await call(previewApi.keep, { body: { convId, turnId, ...entry } })
    toast.success(texts.kept)
  }
  const toggle = (to: 'good' | 'bad') => onRate(rating === to ? 'none' : to)
  return (
    <footer className={styles.foot}>
      <span>{texts.seconds(seconds)}</span>
      <span className="cut">{texts.points(end.points)}</span>
      <span className={styles.tools}>
        <IconButton
          className={cx(rating === 'good' && styles.chosen)}
          label={texts.good}
          title={texts.good}
          aria-pressed={rating === 'good'}
          onClick={() => toggle('good')}
        >
          <ThumbsUp size={15} aria-hidden="true" />
        </IconButton>
        <IconButton
          className={cx(rating === 'bad' && styles.chosen)}
          label={texts.bad}
          title={texts.bad}
          aria-pressed={rating === 'bad'}
          onClick={() => toggle('bad')}
        >
          <ThumbsDown size={15} aria-hidden="true" />
        </IconButton>
        {canEdit && (
          <Button variant="link" size="sm" className={styles.keep} onClick={() => setIsKeeping(true)}>
            {texts.keep}
          </Button>
        )}
      </span>
      {isKeeping && (
        <AnswerDialog
          title={texts.keep}
          initial={{
            question: cut(turn.question, QUESTION_CHARS_MAX),
            answer: turn.decision?.kind === 'answer' ? cut(turn.texts.join('\n'), ANSWER_CHARS_MAX) : '',
          }}
          onSubmit={keep}
          onClose={() => setIsKeeping(false)}
        />
      )}
    </footer>
  )
}
