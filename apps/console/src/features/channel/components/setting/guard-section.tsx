import { GUARD_LEVELS, type GuardLevel, ChannelLimits } from '@ruwu/contract'
import { confirm } from '@ruwu/ui'
import { ConfigProvider, InputNumber, Segmented } from 'antd'
import { Field, FieldGroup } from '../../../../form/field.tsx'
import { useIsAdministrator } from '../../../agent/index.ts'
import type { SettingErrors } from '../../setting-draft.ts'
import { settingTexts as texts } from '../../setting-texts.ts'
import { fieldId } from '../../use-setting-form.ts'
import { SettingSection, type SectionProps } from './setting-section.tsx'
import styles from './guard-section.module.css'

const levelOptions = GUARD_LEVELS.map((value) => ({ value, label: texts.levels[value] }))

/** Checks applied to outgoing messages before they reach the platform. */
export function GuardSection(props: SectionProps) {
  const { draft, errors, onChange } = props
  const isAdmin = useIsAdministrator()
  const follows = props.canFollow && draft.follow.guard

  async function setLevel(field: 'wordLevel' | 'contactLevel', level: GuardLevel) {
    const title = field === 'wordLevel' ? texts.wordOffTitle : texts.contactOffTitle
    if (level !== 'off' || (await confirm({ title, content: texts.offEffect }))) onChange({ [field]: level })
  }

  return (
    <SettingSection {...props} id="guard" group="guard">
      {(['wordLevel', 'contactLevel'] as const).map((field) => (
        <FieldGroup key={field} label={texts[field]} error={errors[field]}>
          <Segmented
            aria-label={texts[field]}
            options={levelOptions}
            value={draft[field]}
            disabled={!props.canEdit || follows}
            onChange={(level) => void setLevel(field, level)}
          />
        </FieldGroup>
      ))}
      <Field id={fieldId('repeatCount')} label={texts.repeatCount} error={errors.repeatCount} hint={texts.repeatHint}>
        {(control) => (
          <InputNumber
            {...control}
            min={2}
            max={10}
            precision={0}
            suffix={texts.times}
            value={draft.repeatCount}
            onChange={(count) => onChange({ repeatCount: count ?? 2 })}
          />
        )}
      </Field>
      <Field
        id={fieldId('reserveForHuman')}
        label={texts.reserveForHuman}
        error={errors.reserveForHuman}
        hint={texts.reserveHint}
      >
        {(control) => (
          <InputNumber
            {...control}
            min={0}
            max={3}
            precision={0}
            suffix={texts.messages}
            value={draft.reserveForHuman}
            onChange={(count) => onChange({ reserveForHuman: count ?? 0 })}
          />
        )}
      </Field>
      <div className={styles.limits}>
        <h3>{texts.limits}</h3>
        <p>{texts.limitsHint}</p>
        <ConfigProvider componentDisabled={!props.canEdit || follows || !isAdmin}>
          <LimitFields limits={draft.limits} errors={errors} onChange={(limits) => onChange({ limits })} />
        </ConfigProvider>
      </div>
    </SettingSection>
  )
}

const units: Record<keyof ChannelLimits, string> = {
  textChars: texts.characters,
  beforeReply: texts.messages,
  replyCount: texts.messages,
  strangersPerDay: texts.people,
  strangersPer10Min: texts.people,
  sameTextBlock: texts.times,
  pacePer10Min: texts.messages,
}

type LimitFieldsProps = { limits: ChannelLimits; errors: SettingErrors; onChange: (limits: ChannelLimits) => void }

/** The platform's quotas. Their bounds come from the contract. */
function LimitFields({ limits, errors, onChange }: LimitFieldsProps) {
  return (
    <div className={styles.grid}>
      {ChannelLimits.keyof().options.map((name) => {
        const { minValue, maxValue } = ChannelLimits.shape[name]
        const least = minValue ?? 0
        return (
          <Field
            key={name}
            id={fieldId(`limits.${name}`)}
            label={texts.limitNames[name]}
            error={errors[`limits.${name}`]}
            hint={texts.limitHints[name]}
          >
            {(control) => (
              <InputNumber
                {...control}
                className={styles.number}
                min={least}
                max={maxValue ?? undefined}
                precision={0}
                suffix={units[name]}
                value={limits[name]}
                onChange={(value) => onChange({ ...limits, [name]: value ?? least })}
              />
            )}
          </Field>
        )
      })}
    </div>
  )
}
