import type { Material } from '@ruwu/contract'

/** Of those who got the card, who did what it is for: submitted a form, or copied a contact. −1 when nobody got it. */
export function rateOf({ type, sent, clicked, submitted }: Pick<Material, 'type' | 'sent' | 'clicked' | 'submitted'>) {
  if (sent === 0) return -1
  return (type === 'contact' ? clicked : submitted) / sent
}
