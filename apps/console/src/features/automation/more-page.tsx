import type { FollowUpCard as Card } from '@ruwu/contract'
import { formatNumber } from '@ruwu/domain'
import { cardClass, Cards, ErrorBlock, PageHead, SkeletonRows, Button, CardHead, cx, StatusLabel } from '@ruwu/ui'
import { Switch } from 'antd'
import { MessageCircleReply } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { messageOf } from '../../api/errors.ts'
import { showError } from '../../api/show-error.ts'
import { useCan } from '../permission/index.ts'
import { useSaveFollowUp } from './automation.mutations.ts'
import { useMoreAutomation } from './automation.queries.ts'
import { FollowUpSheet } from './components/follow-up-sheet.tsx'
import { draftOf, saveBody, silenceText } from './follow-up-draft.ts'
import { texts } from './texts.ts'
import styles from './more-page.module.css'

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

const DRAWER = 'followUp'

/** 沉默跟进: switch, counters and settings. The open drawer is kept in the URL. */
function FollowUpCard({ card }: { card: Card }) {
  const canEdit = useCan('automation:edit')
  const [search, setSearch] = useSearchParams()
  const save = useSaveFollowUp()
  const turn = (enabled: boolean) => save.mutate(saveBody(card, { ...draftOf(card), enabled }), { onError: showError })
  return (
    <section className={cx(cardClass, styles.card)} aria-label={texts.followUp}>
      <CardHead heading icon={MessageCircleReply} title={texts.followUp} hint={texts.followUpHint}>
        {canEdit ? (
          <Switch aria-label={texts.followUp} checked={card.enabled} loading={save.isPending} onChange={turn} />
        ) : (
          <StatusLabel tone={card.enabled ? 'success' : 'quiet'}>{card.enabled ? texts.on : texts.off}</StatusLabel>
        )}
      </CardHead>
      <p className={styles.plan}>{texts.plan(card.steps.map(({ minutes }) => silenceText(minutes)))}</p>
      <footer className={styles.foot}>
        <Figure name={texts.sentToday} value={card.sentToday} />
        <Figure name={texts.sentInWeek} value={card.sentInWeek} />
        {card.blockedInWeek > 0 && <Figure name={texts.blockedInWeek} value={card.blockedInWeek} />}
        {canEdit && (
          <Button size="sm" onClick={() => setSearch({ drawer: DRAWER })}>
            {texts.setting}
          </Button>
        )}
      </footer>
      {canEdit && search.get('drawer') === DRAWER && (
        <FollowUpSheet card={card} onClose={() => setSearch({}, { replace: true })} />
      )}
    </section>
  )
}

const Figure = ({ name, value }: { name: string; value: number }) => (
  <span className={styles.figure}>
    {name}
    <b>{texts.times(formatNumber(value))}</b>
  </span>
)
