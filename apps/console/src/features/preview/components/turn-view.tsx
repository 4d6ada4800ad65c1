import type { AiDraft, PreviewId, RelationId } from '@ruwu/contract'
import { Avatar, Button, SenderGlyph, cx } from '@ruwu/ui'
import { CircleAlert, RotateCw } from 'lucide-react'
import type { Rating, Turn } from '../preview-turns.ts'
import { texts } from '../texts.ts'
import { AiAvatar } from './ai-avatar.tsx'
import { Evidence } from './evidence.tsx'
import styles from './turn-view.module.css'

export type TurnViewProps = {
  turn: Turn
  config: AiDraft
  relationId: RelationId
  convId: PreviewId | undefined
  canEdit: boolean
  canRetry: boolean
  onRate: (rating: Rating) => void
  onRetry: () => void
}

/** Question on the left, the AI's answer on the right, its evidence below. */
export function TurnView(props: TurnViewProps) {
  const { turn, config, canRetry, onRetry } = props
  const { question, end, decision } = turn
  const answers = turn.texts.filter((text) => text !== '')
  const shown = decision?.kind === 'handoff' && answers.length === 0 ? [config.handoff.text] : answers
  const isThinking = !end && shown.length === 0
  return (
    <>
      <article className={styles.message}>
        <Avatar name={texts.customer} />
        <p className={styles.bubble}>
          <span className="sr-only">{texts.customer}：</span>
          {question}
        </p>
      </article>
      {(shown.length > 0 || isThinking) && (
        <article className={cx(styles.message, styles.out)} aria-busy={!end}>
          <div className={styles.column}>
            <header className={styles.name}>
              <span className={styles.kind}>
                <SenderGlyph name="spark" />
                {texts.ai}
              </span>
              {config.role.name}
            </header>
            {shown.map((text, index) => (
              // The messages of one answer never change order, so the index is the key.
              // oxlint-disable-next-line react/no-array-index-key
              <p key={index} className={styles.bubble}>
                {text}
              </p>
            ))}
            {isThinking && <Thinking turn={turn} />}
          </div>
          <AiAvatar url={config.role.avatar} />
        </article>
      )}
      {end?.kind === 'failed' && (
        <div className={styles.failure} role="alert">
          <CircleAlert size={14} aria-hidden="true" />
          {end.problem}
          <Button size="sm" disabled={!canRetry} onClick={onRetry}>
            <RotateCw size={13} aria-hidden="true" />
            {texts.retry}
          </Button>
        </div>
      )}
      {(turn.pieces.length > 0 || decision || end?.kind === 'done') && <Evidence {...props} />}
    </>
  )
}

const Thinking = ({ turn: { phase, pieces } }: { turn: Turn }) => (
  <p className={cx(styles.bubble, styles.thinking)}>
    <span className={styles.dots} aria-hidden="true">
      <i />
      <i />
      <i />
    </span>
    {phase === 'answering' || pieces.length > 0 ? texts.answering(pieces.length) : texts.thinking}
  </p>
)
