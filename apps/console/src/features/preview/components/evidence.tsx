import type { KnowledgePiece } from '@ruwu/contract'
import { hitScore, PIECE_TYPE_LABELS, scorePartsText } from '@ruwu/domain'
import { Chip, TruncatedText, ScoreBar, cx } from '@ruwu/ui'
import { BookOpen } from 'lucide-react'
import { texts } from '../texts.ts'
import { DecisionLines } from './decision-lines.tsx'
import styles from './evidence.module.css'
import { TurnFoot } from './turn-foot.tsx'
import type { TurnViewProps } from './turn-view.tsx'

/** Internal data of an answer: knowledge with scores, decision, cost. */
export function Evidence(props: TurnViewProps) {
  const { turn, config, relationId } = props
  const threshold = hitScore(config)
  return (
    <section className={styles.evidence} aria-label={texts.knowledge}>
      <h3>
        <BookOpen size={15} aria-hidden="true" />
        {texts.knowledge}
        <small>
          {turn.end?.kind === 'done' && `${texts.generators[turn.end.generator]} · `}
          {texts.threshold(threshold.toFixed(2))}
        </small>
      </h3>
      {turn.pieces.length > 0 ? (
        <ul>
          {turn.pieces.map((piece) => (
            <Piece key={`${piece.knowledgeId}-${piece.piece}`} piece={piece} threshold={threshold} />
          ))}
        </ul>
      ) : (
        <p className={styles.none}>{texts.noKnowledge}</p>
      )}
      {turn.decision && (
        <DecisionLines decision={turn.decision} findings={turn.findings} config={config} relationId={relationId} />
      )}
      {turn.end?.kind === 'done' && <TurnFoot {...props} end={turn.end} />}
    </section>
  )
}

function Piece({ piece: each, threshold }: { piece: KnowledgePiece; threshold: number }) {
  const { title, type, piece, score, parts } = each
  // Unknown while the answer is still being written.
  const isUsed = each.isUsed ?? score >= threshold
  return (
    <li className={cx(!isUsed && styles.unused)}>
      <span className={styles.title} title={piece}>
        <TruncatedText text={title} />
        <Chip>{PIECE_TYPE_LABELS[type]}</Chip>
        {!isUsed && <span className="sr-only">{score < threshold ? texts.below : texts.unused}</span>}
      </span>
      <ScoreBar score={score} tick={threshold} note={scorePartsText({ parts })} />
    </li>
  )
}
