import type { Material } from '@ruwu/contract'

/** Conversion rate: form submissions or contact copies per card sent. −1 when none was sent. */
export function rateOf({ type, sent, clicked, submitted }: Pick<Material, 'type' | 'sent' | 'clicked' | 'submitted'>) {
  if (sent === 0) return -1
  return (type === 'contact' ? clicked : submitted) / sent
}
