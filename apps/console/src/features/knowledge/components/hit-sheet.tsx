import { QUESTION_CHARS_MAX, type KnowledgePiece, type RelationId } from '@ruwu/contract'
import { LIBRARY_LABELS, PIECE_TYPE_LABELS, scorePartsText } from '@ruwu/domain'
import { Button, Chip, ScoreBar, SideSheet, cx } from '@ruwu/ui'
import { Input } from 'antd'
import { useState } from 'react'
import { Field, FieldStack } from '../../../form/field.tsx'
import { useHitTest } from '../knowledge.queries.ts'
import { texts } from '../texts.ts'
import styles from './hit-sheet.module.css'

type HitSheetProps = {
  relationId: RelationId
  /** Minimum score for use. */
  threshold: number | undefined
  onClose: () => void
}

/** 命中测试: shows what retrieval finds for a customer's text. */
export function HitSheet({ relationId, threshold, onClose }: HitSheetProps) {
  const [question, setQuestion] = useState('')
  const test = useHitTest(relationId)
  const canRun = question.trim() !== ''
  const run = () => canRun && !test.isPending && test.mutate(question)
  return (
    <SideSheet title={texts.hitTitle} width="lg" onClose={onClose}>
      <FieldStack>
        <Field id="hit-question" label={texts.hitQuestion} hint={texts.hitIntro}>
          {(control) => (
            <div className={styles.ask}>
              <Input
                {...control}
                data-autofocus
                maxLength={QUESTION_CHARS_MAX}
                placeholder={texts.hitPlaceholder}
                value={question}
                onChange={({ target }) => setQuestion(target.value)}
                onPressEnter={({ nativeEvent }) => !nativeEvent.isComposing && run()}
              />
              <Button variant="primary" busy={test.isPending} disabled={!canRun} onClick={run}>
                {texts.hitRun}
              </Button>
            </div>
          )}
        </Field>
        <div aria-live="polite">{test.data && <Pieces pieces={test.data} threshold={threshold} />}</div>
      </FieldStack>
    </SideSheet>
  )
}

type PiecesProps = { pieces: KnowledgePiece[]; threshold: number | undefined }

function Pieces({ pieces, threshold }: PiecesProps) {
  if (pieces.length === 0) return <p className={styles.none}>{texts.hitNone}</p>
  return (
    <section className={styles.pieces} aria-label={texts.hitResults}>
      <header>
        <h3>{texts.hitResults}</h3>
        {threshold !== undefined && <small>{texts.threshold(threshold.toFixed(2))}</small>}
      </header>
      <ol>
        {pieces.map(({ knowledgeId, type, title, piece, score, parts, isShared }) => {
          const isBelow = threshold !== undefined && score < threshold
          return (
            <li key={`${knowledgeId} ${piece}`} className={cx(isBelow && styles.below)}>
              <div>
                <b className="cut">{title}</b>
                <Chip>{PIECE_TYPE_LABELS[type]}</Chip>
                {isShared && <Chip>{LIBRARY_LABELS.shared}</Chip>}
                {isBelow && <small>{texts.unused}</small>}
                <ScoreBar className={styles.score} score={score} tick={threshold} />
              </div>
              <p>{piece}</p>
              {parts && <small>{scorePartsText({ parts })}</small>}
            </li>
          )
        })}
      </ol>
    </section>
  )
}
