import { USED_UP_REPLY_MAX } from '@ruwu/contract'
import { lengthCounter } from '@ruwu/domain'
import { ErrorBlock, SideSheet, SkeletonRows } from '@ruwu/ui'
import { Input, InputNumber, Switch } from 'antd'
import { messageOf } from '../../../api/errors.ts'
import { DraftButtons } from '../../../form/draft-buttons.tsx'
import { Field, FieldGroup, FieldStack } from '../../../form/field.tsx'
import { AgentSelect } from '../../agent/index.ts'
import { usePointsSetting } from '../points.queries.ts'
import { texts } from '../texts.ts'
import { usePointsSettingForm, type PointsSetting } from '../use-points-setting-form.ts'
import styles from './points-setting-sheet.module.css'

/** 积分设置. */
export function PointsSettingSheet({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = usePointsSetting()
  if (data) return <SettingForm setting={data} onClose={onClose} />
  return (
    <SideSheet title={texts.setting} onClose={onClose}>
      {error ? <ErrorBlock message={messageOf(error)} onRetry={refetch} /> : <SkeletonRows rows={4} disc={false} />}
    </SideSheet>
  )
}

function SettingForm({ setting, onClose }: { setting: PointsSetting; onClose: () => void }) {
  const { draft, errors, isDirty, isSaving, change, submit, close } = usePointsSettingForm(setting, onClose)
  const { usedUpReply } = draft
  return (
    <SideSheet
      title={texts.setting}
      onClose={() => void close()}
      footer={<DraftButtons isDirty={isDirty} isSaving={isSaving} onCancel={close} onSave={submit} />}
    >
      <FieldStack>
        <Field id="points-notify" label={texts.notifyAgents} error={errors['notifyAgentIds']}>
          {(control) => (
            <AgentSelect
              {...control}
              placeholder={texts.notifyAgentsHint}
              value={draft.notifyAgentIds}
              onChange={(notifyAgentIds) => change({ notifyAgentIds })}
            />
          )}
        </Field>
        <Field id="points-cap" label={texts.dailyCap} error={errors['dailyCap']} hint={texts.dailyCapHint}>
          {(control) => (
            <InputNumber<number>
              {...control}
              className={styles.number}
              min={0}
              precision={0}
              value={draft.dailyCap}
              onChange={(dailyCap) => change({ dailyCap: dailyCap ?? 0 })}
            />
          )}
        </Field>
        <FieldGroup
          label={texts.usedUpReply}
          error={errors['usedUpReply.text']}
          hint={lengthCounter(usedUpReply.text, USED_UP_REPLY_MAX) ?? texts.usedUpReplyHint}
        >
          <Switch
            aria-label={texts.usedUpReply}
            className={styles.switch}
            checked={usedUpReply.enabled}
            onChange={(enabled) => change({ usedUpReply: { ...usedUpReply, enabled } })}
          />
          {usedUpReply.enabled && (
            <Input.TextArea
              aria-label={texts.usedUpReply}
              rows={3}
              maxLength={USED_UP_REPLY_MAX}
              status={errors['usedUpReply.text'] ? 'error' : ''}
              value={usedUpReply.text}
              onChange={(event) => change({ usedUpReply: { ...usedUpReply, text: event.target.value } })}
            />
          )}
        </FieldGroup>
        <FieldGroup label={texts.thresholds}>
          <p className={styles.fixed}>{texts.thresholdsText}</p>
        </FieldGroup>
      </FieldStack>
    </SideSheet>
  )
}
