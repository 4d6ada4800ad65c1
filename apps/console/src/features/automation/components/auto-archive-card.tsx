import { AUTO_ARCHIVE_DAYS, automationApi, AutoArchiveSetting, type AutoArchiveVersion } from '@ruwu/contract'
import { InputNumber, Switch } from 'antd'
import { Archive } from 'lucide-react'
import { call } from '../../../api/call.ts'
import { showError } from '../../../api/show-error.ts'
import { Field } from '../../../form/field.tsx'
import { problemsOf } from '../../../form/problems.ts'
import { useDraftForm } from '../../../form/use-draft-form.ts'
import { useSaveAutoArchive } from '../automation.mutations.ts'
import { texts } from '../texts.ts'
import { CardSheet } from './card-sheet.tsx'
import { MoreCard } from './more-card.tsx'

const fieldId = (name: string) => `auto-archive-${name}`
const draftOf = ({ enabled, days }: AutoArchiveVersion): AutoArchiveSetting => ({ enabled, days })

/** 自动归档: switch and number of days. */
export function AutoArchiveCard({ card }: { card: AutoArchiveVersion }) {
  const save = useSaveAutoArchive()
  const turn = (enabled: boolean) => save.mutate({ ...card, enabled }, { onError: showError })
  return (
    <MoreCard
      icon={Archive}
      title={texts.autoArchive}
      hint={texts.autoArchiveHint}
      toggle={{ isOn: card.enabled, isSaving: save.isPending, turn }}
      summary={texts.archivedAfter(card.days)}
      action={texts.setting}
      drawer="autoArchive"
    >
      {(close) => <AutoArchiveSheet card={card} onClose={close} />}
    </MoreCard>
  )
}

export function AutoArchiveSheet({ card, onClose }: { card: AutoArchiveVersion; onClose: () => void }) {
  const save = useSaveAutoArchive()
  const form = useDraftForm<AutoArchiveVersion, AutoArchiveSetting>({
    kept: card,
    draftOf,
    blank: draftOf(card),
    isSame: (one, other) => one.enabled === other.enabled && one.days === other.days,
    check: (setting) => problemsOf(AutoArchiveSetting.safeParse(setting)),
    save: (setting, base = card) => save.mutateAsync({ ...setting, version: base.version }),
    isSaving: save.isPending,
    readLatest: async () => (await call(automationApi.more)).autoArchive,
    fieldId,
    onClose,
  })
  const { draft, errors, change } = form
  return (
    <CardSheet title={texts.autoArchive} form={form}>
      <Field id={fieldId('enabled')} label={texts.enabled}>
        {({ id }) => <Switch id={id} checked={draft.enabled} onChange={(enabled) => change({ enabled })} />}
      </Field>
      <Field id={fieldId('days')} label={texts.days} required error={errors.days} hint={texts.archiveRule}>
        {(control) => (
          <InputNumber<number>
            {...control}
            status={control.status ?? ''}
            min={AUTO_ARCHIVE_DAYS.min}
            max={AUTO_ARCHIVE_DAYS.max}
            precision={0}
            suffix={texts.dayUnit}
            value={draft.days}
            onChange={(days) => change({ days: days ?? 0 })}
          />
        )}
      </Field>
    </CardSheet>
  )
}
