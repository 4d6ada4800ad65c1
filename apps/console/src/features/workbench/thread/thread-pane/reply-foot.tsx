import type { CustomerDetail } from '@ruwu/contract'
import { SenderGlyph, cx } from '@ruwu/ui'
import { Composer } from '../../composer/composer.tsx'
import { useRunningFlow } from '../../customer/flow.queries.ts'
import { texts } from '../texts.ts'
import styles from './reply-foot.module.css'

type ReplyFootProps = {
  customer: CustomerDetail
  canReply: boolean
  /** No colleague receives the customer. */
  isFree: boolean
}

/** Who answers the customer, and below it the composer, or why there is none. */
export const ReplyFoot = ({ customer, canReply, isFree }: ReplyFootProps) => (
  <>
    <ReceptionBanner customer={customer} canTakeOver={canReply && isFree} />
    {canReply ? <Composer customer={customer} /> : <p className={styles.readOnly}>{texts.readOnly}</p>}
  </>
)

type ReceptionBannerProps = {
  customer: CustomerDetail
  /** The agent may send, which takes over. */
  canTakeOver: boolean
}

/** Above the composer: the AI or a workflow is answering. */
function ReceptionBanner({
  customer: { customerId, receptionType, receptionEpoch },
  canTakeOver,
}: ReceptionBannerProps) {
  const { data: flow } = useRunningFlow(customerId, receptionEpoch, receptionType === 'workflow')
  if (receptionType === 'manual') return null
  const isAi = receptionType === 'ai_agent'
  return (
    <p className={cx(styles.banner, isAi ? styles.bannerAi : styles.bannerFlow)}>
      <SenderGlyph name={isAi ? 'spark' : 'flow'} size={13} />
      {isAi ? texts.aiReceives : texts.flowReceives(flow?.name ?? '')}
      {canTakeOver && texts.sendingTakesOver}
    </p>
  )
}
