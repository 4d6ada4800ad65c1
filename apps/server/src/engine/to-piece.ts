import type { KnowledgePiece } from '@ruwu/contract'

/** What people are shown of a piece that was found. */
export const toPiece = ({ knowledgeId, type, title, piece, score, parts, isUsed }: KnowledgePiece): KnowledgePiece => ({
  knowledgeId,
  type,
  title,
  piece,
  score,
  ...(parts ? { parts } : {}),
  ...(isUsed === undefined ? {} : { isUsed }),
})
