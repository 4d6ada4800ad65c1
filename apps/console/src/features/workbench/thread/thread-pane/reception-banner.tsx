import type { Customer } from '@ruwu/contract'
import { SpeakerGlyph, cx } from '@ruwu/ui'
import { texts } from '../texts.ts'
import styles from './thread-pane.module.css'

/** Above the composer: the AI or a workflow is answering; sending takes over. */
export function ReceptionBanner({ customer: { receptionType } }: { customer: Pick<Customer, 'receptionType'> }) {
  if (receptionType === 'manual') return null
  const isAi = receptionType === 'ai_agent'
  return (
    <p className={cx(styles.banner, isAi ? styles.bannerAi : styles.bannerFlow)}>
      <SpeakerGlyph name={isAi ? 'spark' : 'flow'} size={13} />
      {isAi ? texts.aiReceives : texts.flowReceives}
    </p>
  )
}
