import type { FollowUpCard as Card } from '@ruwu/contract'
import { formatNumber } from '@ruwu/domain'
import { Button, CardHead, cardClass, cx, StatusLabel } from '@ruwu/ui'
import { Switch } from 'antd'
import { MessageCircleReply } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { showError } from '../../../api/show-error.ts'
import { useCan } from '../../role/index.ts'
import { useSaveFollowUp } from '../automation.mutations.ts'
import { draftOf, saveBody, silenceText } from '../follow-up-draft.ts'
import { texts } from '../texts.ts'
import styles from './follow-up-card.module.css'
import { FollowUpSheet } from './follow-up-sheet.tsx'

const DRAWER = 'followUp'

/** 沉默跟进: switch, counters and settings. The open drawer is kept in the URL. */
export function FollowUpCard({ card }: { card: Card }) {
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
