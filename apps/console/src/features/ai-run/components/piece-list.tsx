import type { KnowledgePiece } from '@ruwu/contract'
import { KNOWLEDGE_TYPE_LABELS } from '@ruwu/domain'
import { Chip, CutText, ScoreBar } from '@ruwu/ui'
import { texts } from '../texts.ts'
import styles from './piece-list.module.css'

/** The knowledge an answer rests on, best first. */
export function PieceList({ pieces }: { pieces: readonly KnowledgePiece[] }) {
  if (pieces.length === 0) return <p className={styles.none}>{texts.noKnowledge}</p>
  return (
    <ul className={styles.pieces}>
      {pieces.map(({ knowledgeId, title, type, piece, score }) => (
        <li key={`${knowledgeId} ${piece}`} title={piece}>
          <CutText text={title} />
          <Chip>{KNOWLEDGE_TYPE_LABELS[type]}</Chip>
          <ScoreBar className={styles.score} score={score} />
        </li>
      ))}
    </ul>
  )
}
