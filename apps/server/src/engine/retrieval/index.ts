export {
  dropPieces,
  type EntryKey,
  type EntryPieces,
  type Library,
  type NewPiece,
  putPieces,
  putPiecesOfMany,
} from './pieces.repo.ts'
export { sameQuestion } from './same-question.ts'
export { SCORE_HIT, searchKnowledge } from './search.ts'
