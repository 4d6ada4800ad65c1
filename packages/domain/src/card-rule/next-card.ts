import type { MaterialId } from '@ruwu/contract'

/** Several cards are sent in turn: the one whose turn it is after so many sent, or the next after it that can be sent. */
export function nextCard(
  cards: readonly MaterialId[],
  sent: number,
  isUsable: (card: MaterialId) => boolean,
): MaterialId | undefined {
  const turn = cards.length === 0 ? 0 : sent % cards.length
  return [...cards.slice(turn), ...cards.slice(0, turn)].find(isUsable)
}
