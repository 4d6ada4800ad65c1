import {
  type CustomerSetting,
  type CustomerSettingFields,
  type FieldId,
  TRANSFER_REASON_LIMITS,
  UNANSWERED_MINUTES,
} from '@ruwu/contract'
import { takesContact } from '@ruwu/domain'
import { Panel } from '@ruwu/ui'
import { Checkbox, InputNumber, Radio, Select, Switch } from 'antd'
import { Field, FieldGroup, FieldRows } from '../../../form/field.tsx'
import { SaveBar } from '../../../form/save-bar.tsx'
import { useLeaveGuard } from '../../../form/use-leave-guard.ts'
import { usePageForm } from '../../../form/use-page-form.ts'
import { useAllFields, useSaveCustomerSetting } from '../customer-setting.queries.ts'
import { changesBetween, checkDraft, draftOf } from '../rule-draft.ts'
import { texts } from '../texts.ts'
import { StageRows } from './stage-rows.tsx'
import { TextRows } from './text-rows.tsx'
import styles from './rule-form.module.css'

const fieldId = (path: string) => `customer-rule-${path.replaceAll('.', '-')}`

type SectionProps = {
  draft: CustomerSettingFields
  errors: Record<string, string>
  onChange: (part: Partial<CustomerSettingFields>) => void
}

/** Stages, lead rules, ownership, reasons and 未回复时长: one form, saved as a whole. */
export function RuleForm({ setting }: { setting: CustomerSetting }) {
  const { save, readLatest } = useSaveCustomerSetting()
  const form = usePageForm<CustomerSetting, CustomerSettingFields>({
    kept: setting,
    draftOf,
    changesBetween,
    check: checkDraft,
    save: (draft, { version }) => save.mutateAsync({ ...draft, version }),
    isSaving: save.isPending,
    readLatest,
    fieldId,
  })
  // The tabs of the page are forms of their own.
  useLeaveGuard(form.isDirty, ({ pathname, search }) => pathname + search)
  const { draft, errors, change } = form
  return (
    <>
      <Panel title={texts.stages} note={texts.stageCount(draft.stages.length)}>
        <div className={styles.body}>
          <StageRows stages={draft.stages} errors={errors} idOf={fieldId} onChange={(stages) => change({ stages })} />
        </div>
      </Panel>
      <LeadSection draft={draft} errors={errors} onChange={change} />
      <Panel title={texts.owner}>
        <div className={styles.body}>
          <FieldRows>
            {(['maskPhone', 'keepFamiliar'] as const).map((name) => (
              <Field key={name} id={fieldId(name)} label={texts[name]} hint={texts[`${name}Hint`]}>
                {({ id, 'aria-describedby': note }) => (
                  <Switch
                    id={id}
                    aria-describedby={note}
                    checked={draft[name]}
                    onChange={(isOn) => change({ [name]: isOn })}
                  />
                )}
              </Field>
            ))}
          </FieldRows>
        </div>
      </Panel>
      <Panel title={texts.reasons} note={texts.reasonCount(draft.transferReasons.length)}>
        <div className={styles.body}>
          <TextRows
            label={texts.reasonsHint}
            path="transferReasons"
            idOf={fieldId}
            items={draft.transferReasons}
            errors={errors}
            most={TRANSFER_REASON_LIMITS.reasons}
            words={{ item: texts.reason, add: texts.addReason, remove: (n) => texts.remove(texts.reason(n)) }}
            onChange={(transferReasons) => change({ transferReasons })}
          />
        </div>
      </Panel>
      <StatisticsSection draft={draft} errors={errors} onChange={change} />
      {form.isDirty && (
        <SaveBar
          floating
          isDirty
          isSaving={form.isSaving}
          changes={form.changes}
          onCancel={form.reset}
          onSave={() => void form.submit()}
        />
      )}
    </>
  )
}

const StatisticsSection = ({ draft, errors, onChange }: SectionProps) => (
  <Panel title={texts.statistics}>
    <div className={styles.body}>
      <FieldRows>
        <Field
          id={fieldId('unansweredMinutes')}
          label={texts.unansweredMinutes}
          required
          error={errors.unansweredMinutes}
          hint={texts.unansweredHint}
        >
          {(control) => (
            <InputNumber<number>
              {...control}
              status={control.status ?? ''}
              min={UNANSWERED_MINUTES.min}
              max={UNANSWERED_MINUTES.max}
              precision={0}
              suffix={texts.minutes}
              value={draft.unansweredMinutes}
              onChange={(minutes) => onChange({ unansweredMinutes: minutes ?? 0 })}
            />
          )}
        </Field>
      </FieldRows>
    </div>
  </Panel>
)

const dedupeKeys = [
  ['phone', texts.dedupePhone],
  ['wechat', texts.dedupeWechat],
  ['crossAccount', texts.crossAccount],
] as const

function LeadSection({ draft, errors, onChange }: SectionProps) {
  const { data: fields = [] } = useAllFields()
  const { dedupe, writeTo, overwrite, linkStage } = draft
  return (
    <Panel title={texts.leads}>
      <div className={styles.body}>
        <FieldRows>
          <FieldGroup label={texts.dedupe} hint={texts.dedupeHint}>
            {dedupeKeys.map(([key, label]) => (
              <Checkbox
                key={key}
                checked={dedupe[key]}
                onChange={({ target }) => onChange({ dedupe: { ...dedupe, [key]: target.checked } })}
              >
                {label}
              </Checkbox>
            ))}
          </FieldGroup>
          {(['phone', 'wechat'] as const).map((kind) => (
            <Field
              key={kind}
              id={fieldId(`writeTo.${kind}`)}
              label={texts.writeTo[kind]}
              error={errors[`writeTo.${kind}`]}
            >
              {(control) => (
                <Select
                  {...control}
                  className={styles.select}
                  allowClear
                  placeholder={texts.writeNowhere}
                  options={fields
                    .filter((field) => takesContact(kind, field) || field.id === writeTo[kind])
                    .map(({ id, name, enabled }) => ({ value: id, label: enabled ? name : texts.writeToOff(name) }))}
                  value={fields.some(({ id }) => id === writeTo[kind]) ? writeTo[kind] : undefined}
                  onChange={(id?: FieldId | null) => onChange({ writeTo: { ...writeTo, [kind]: id ?? null } })}
                />
              )}
            </Field>
          ))}
          <FieldGroup label={texts.overwrite}>
            <Radio.Group
              aria-label={texts.overwrite}
              options={[
                { value: 'empty', label: texts.overwriteEmpty },
                { value: 'always', label: texts.overwriteAlways },
              ]}
              value={overwrite}
              onChange={({ target }) => onChange({ overwrite: target.value as typeof overwrite })}
            />
          </FieldGroup>
          <Field id={fieldId('linkStage')} label={texts.linkStage} hint={texts.linkStageHint}>
            {({ id, 'aria-describedby': note }) => (
              <Switch
                id={id}
                aria-describedby={note}
                checked={linkStage}
                onChange={(isOn) => onChange({ linkStage: isOn })}
              />
            )}
          </Field>
        </FieldRows>
      </div>
    </Panel>
  )
}
