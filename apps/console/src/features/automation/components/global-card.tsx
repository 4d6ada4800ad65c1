import { automationApi, DAILY_MESSAGES, GlobalSetting, type GlobalVersion } from '@ruwu/contract'
import { Button, confirm, StatusLabel } from '@ruwu/ui'
import { InputNumber } from 'antd'
import { OctagonPause, Play, Settings2 } from 'lucide-react'
import { call } from '../../../api/call.ts'
import { Field } from '../../../form/field.tsx'
import { problemsOf } from '../../../form/problems.ts'
import { useDraftForm } from '../../../form/use-draft-form.ts'
import { useEnterprise } from '../../enterprise/index.ts'
import { useCan } from '../../permission/index.ts'
import { usePause, useSaveGlobal } from '../automation.mutations.ts'
import { texts as pausedTexts } from '../paused/texts.ts'
import { texts } from '../texts.ts'
import { CardSheet } from './card-sheet.tsx'
import { MoreCard } from './more-card.tsx'
import { QuietFields } from './quiet-fields.tsx'

const fieldId = (name: string) => `global-${name.replaceAll('.', '-')}`
const draftOf = ({ dailyMax, quiet }: GlobalVersion): GlobalSetting => ({ dailyMax, quiet })

/** 全局设置: limits of all automatic messages, and the emergency switch. */
export function GlobalCard({ card }: { card: GlobalVersion }) {
  const { dailyMax, quiet } = card
  const isPaused = Boolean(useEnterprise().data?.automationPausedAt)
  return (
    <MoreCard
      icon={Settings2}
      title={texts.global}
      hint={texts.globalHint}
      summary={[texts.dailyMaxIs(dailyMax), quiet.enabled ? texts.quietIs(quiet.from, quiet.to) : texts.noQuiet].join(
        '，',
      )}
      figures={
        <>
          <StatusLabel tone={isPaused ? 'warning' : 'success'}>
            {isPaused ? pausedTexts.paused : texts.running}
          </StatusLabel>
          <PauseButton isPaused={isPaused} />
        </>
      }
      action={texts.setting}
      drawer="global"
    >
      {(close) => <GlobalSheet card={card} onClose={close} />}
    </MoreCard>
  )
}

/** Pausing asks first; resuming does not. */
function PauseButton({ isPaused }: { isPaused: boolean }) {
  const pause = usePause()
  const canEdit = useCan('automation:edit')
  if (!canEdit) return null
  async function ask() {
    if (pause.isPending) return
    if (isPaused) return pause.mutate(false)
    const isSure = await confirm({
      title: texts.pauseTitle,
      content: texts.pauseEffect,
      confirmText: texts.pauseConfirm,
    })
    if (isSure) pause.mutate(true)
  }
  const Icon = isPaused ? Play : OctagonPause
  return (
    <Button size="sm" busy={pause.isPending} onClick={ask}>
      <Icon size={14} aria-hidden="true" />
      {isPaused ? texts.resume : texts.pause}
    </Button>
  )
}

export function GlobalSheet({ card, onClose }: { card: GlobalVersion; onClose: () => void }) {
  const save = useSaveGlobal()
  const form = useDraftForm<GlobalVersion, GlobalSetting>({
    kept: card,
    draftOf,
    blank: draftOf(card),
    isSame: (one, other) => JSON.stringify(one) === JSON.stringify(other),
    check: (setting) => problemsOf(GlobalSetting.safeParse(setting)),
    save: (setting, base = card) => save.mutateAsync({ ...setting, version: base.version }),
    isSaving: save.isPending,
    readLatest: async () => (await call(automationApi.more)).global,
    fieldId,
    onClose,
  })
  const { draft, errors, change } = form
  return (
    <CardSheet title={texts.global} form={form}>
      <Field id={fieldId('dailyMax')} label={texts.dailyMax} required error={errors.dailyMax} hint={texts.dailyHint}>
        {(control) => (
          <InputNumber<number>
            {...control}
            status={control.status ?? ''}
            min={DAILY_MESSAGES.min}
            max={DAILY_MESSAGES.max}
            precision={0}
            suffix={texts.messageUnit}
            value={draft.dailyMax}
            onChange={(dailyMax) => change({ dailyMax: dailyMax ?? 0 })}
          />
        )}
      </Field>
      <QuietFields
        quiet={draft.quiet}
        hint={texts.globalQuietHint}
        error={errors['quiet.to']}
        onChange={(quiet) => change({ quiet })}
      />
    </CardSheet>
  )
}
