import type { KnowledgePiece } from '@ruwu/contract'
import { LIBRARY_LABELS, PIECE_TYPE_LABELS, scorePartsText } from '@ruwu/domain'
import { Chip, TruncatedText, ScoreBar, cx } from '@ruwu/ui'
import { texts } from '../texts.ts'
import styles from './piece-list.module.css'

type PieceListProps = {
  pieces: readonly KnowledgePiece[]
  /** Minimum score for use, where known. */
  hitFrom: number | null
}

/** Retrieved knowledge by score; unused entries are greyed. */
export function PieceList({ pieces, hitFrom }: PieceListProps) {
  if (pieces.length === 0) return <p className={styles.none}>{texts.noKnowledge}</p>
  return (
    <ul className={styles.pieces}>
      {pieces.map(({ knowledgeId, title, type, piece, score, parts, isShared, isUsed }) => {
        const isBelow = hitFrom !== null && score < hitFrom
        const isUnused = isUsed === undefined ? isBelow : !isUsed
        return (
          <li key={`${knowledgeId} ${piece}`} className={cx(isUnused && styles.unused)} title={piece}>
            <TruncatedText text={title} />
            <Chip>{PIECE_TYPE_LABELS[type]}</Chip>
            {isShared && <Chip>{LIBRARY_LABELS.shared}</Chip>}
            {isUnused && <span className="sr-only">{isBelow ? texts.belowLine : texts.unused}</span>}
            <ScoreBar
              className={styles.score}
              score={score}
              tick={hitFrom ?? undefined}
              note={scorePartsText({ parts })}
            />
          </li>
        )
      })}
    </ul>
  )
}
