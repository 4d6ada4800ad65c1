import type { LeadPushCard as Card } from '@ruwu/contract'
import { PUSH_TYPE_LABELS } from '@ruwu/domain'
import { Webhook } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { showError } from '../../../api/show-error.ts'
import { OnceShownDialog } from '../../../form/once-shown-dialog.tsx'
import { type TargetSecret, useSaveLeadPush } from '../automation.mutations.ts'
import { draftOf, inputOf } from '../lead-push-draft.ts'
import { texts } from '../texts.ts'
import { LeadPushSheet } from './lead-push-sheet.tsx'
import { Figure, MoreCard } from './more-card.tsx'

const DRAWER = 'leadPush'

/** 线索推送: switch, counters and settings. */
export function LeadPushCard({ card }: { card: Card }) {
  const [secrets, setSecrets] = useState<TargetSecret[]>([])
  const [, setSearch] = useSearchParams()
  const save = useSaveLeadPush(setSecrets)
  const { targets } = card
  const [shown, ...others] = secrets
  const shownAt = targets.find(({ id }) => id === shown?.id)
  const turn = (enabled: boolean) =>
    // It cannot be on without a target: the drawer is where to add one.
    enabled && targets.length === 0
      ? setSearch({ drawer: DRAWER })
      : save.mutate(inputOf({ ...draftOf(card), enabled }, card.version), { onError: showError })
  return (
    <>
      <MoreCard
        icon={Webhook}
        title={texts.leadPush}
        hint={texts.leadPushHint}
        toggle={{ isOn: card.enabled, isSaving: save.isPending, turn }}
        summary={
          targets.length === 0
            ? texts.noTargets
            : texts.pushesTo([...new Set(targets.map(({ type }) => PUSH_TYPE_LABELS[type]))])
        }
        figures={
          <>
            <Figure name={texts.pushedInWeek} value={card.pushedInWeek} unit={texts.leads} />
            {card.failedInWeek > 0 && <Figure name={texts.failedInWeek} value={card.failedInWeek} unit={texts.leads} />}
          </>
        }
        action={texts.setting}
        drawer={DRAWER}
      >
        {(close) => <LeadPushSheet card={card} onSecrets={setSecrets} onClose={close} />}
      </MoreCard>
      {shown && (
        <OnceShownDialog
          key={shown.id}
          title={texts.targetSecretTitle(shownAt ? new URL(shownAt.url).host : '')}
          hint={texts.targetSecretHint}
          label={texts.targetSecret}
          value={shown.secret}
          onClose={() => setSecrets(others)}
        />
      )}
    </>
  )
}
