import type { FollowUpCard as Card } from '@ruwu/contract'
import { cardClass, Cards, ErrorBlock, SkeletonRows } from '@ruwu/ui'
import { MessageCircleReply } from 'lucide-react'
import { messageOf } from '../../api/errors.ts'
import { showError } from '../../api/show-error.ts'
import { AutomationHead } from './automation-head.tsx'
import { useSaveFollowUp } from './automation.mutations.ts'
import { useMoreAutomation } from './automation.queries.ts'
import { AutoArchiveCard } from './components/auto-archive-card.tsx'
import { CommentCard } from './components/comment-card.tsx'
import { FollowUpSheet } from './components/follow-up-sheet.tsx'
import { GlobalCard } from './components/global-card.tsx'
import { LeadPushCard } from './components/lead-push-card.tsx'
import { LogCard } from './components/log-card.tsx'
import { Figure, MoreCard } from './components/more-card.tsx'
import { TemplateCard } from './components/template-card.tsx'
import { WordsCard } from './components/words-card.tsx'
import { draftOf, saveBody, silenceText } from './follow-up-draft.ts'
import { texts } from './texts.ts'

/** 更多自动化: one card per automation. */
export function MorePage() {
  const { data: more, error, refetch } = useMoreAutomation()
  return (
    <>
      <AutomationHead tab="/automation/more" />
      <Cards wide>
        {more ? (
          <>
            <FollowUpCard card={more.followUp} />
            <CommentCard card={more.comment} />
            <AutoArchiveCard card={more.autoArchive} />
            <LeadPushCard card={more.leadPush} />
            <WordsCard card={more.words} />
            <GlobalCard card={more.global} />
            <LogCard />
            <TemplateCard />
          </>
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

/** 沉默跟进: switch, counters and settings. */
function FollowUpCard({ card }: { card: Card }) {
  const save = useSaveFollowUp()
  const turn = (enabled: boolean) => save.mutate(saveBody(card, { ...draftOf(card), enabled }), { onError: showError })
  return (
    <MoreCard
      icon={MessageCircleReply}
      title={texts.followUp}
      hint={texts.followUpHint}
      toggle={{ isOn: card.enabled, isSaving: save.isPending, turn }}
      summary={texts.plan(card.steps.map(({ minutes }) => silenceText(minutes)))}
      figures={
        <>
          <Figure name={texts.sentToday} value={card.sentToday} unit={texts.times} />
          <Figure name={texts.sentInWeek} value={card.sentInWeek} unit={texts.times} />
          {card.blockedInWeek > 0 && (
            <Figure name={texts.blockedInWeek} value={card.blockedInWeek} unit={texts.times} />
          )}
        </>
      }
      action={texts.setting}
      drawer="followUp"
    >
      {(close) => <FollowUpSheet card={card} onClose={close} />}
    </MoreCard>
  )
}
