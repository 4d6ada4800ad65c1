import { cardClass, Cards, ErrorBlock, PageHead, SkeletonRows } from '@ruwu/ui'
import { messageOf } from '../../api/errors.ts'
import { useMoreAutomation } from './automation.queries.ts'
import { FollowUpCard } from './components/follow-up-card.tsx'
import { texts } from './texts.ts'

/** 更多自动化: one card per automation. */
export function MorePage() {
  const { data: more, error, refetch } = useMoreAutomation()
  return (
    <>
      <PageHead title={texts.title} />
      <Cards wide>
        {more ? (
          <FollowUpCard card={more.followUp} />
        ) : error ? (
          <div className={cardClass}>
            <ErrorBlock message={messageOf(error)} onRetry={refetch} />
          </div>
        ) : (
          <SkeletonRows rows={3} disc={false} />
        )}
      </Cards>
    </>
  )
}
