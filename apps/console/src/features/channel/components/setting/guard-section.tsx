import { GUARD_LEVELS, type GuardLevel } from '@ruwu/contract'
import { confirm } from '@ruwu/ui'
import { ConfigProvider, InputNumber, Segmented } from 'antd'
import { Field, FieldGroup } from '../../../../form/field.tsx'
import { useIsAdministrator } from '../../../agent/index.ts'
import { settingTexts as texts } from '../../setting-texts.ts'
import { fieldId } from '../../use-setting-form.ts'
import styles from './guard-section.module.css'
import { LimitFields } from './limit-fields.tsx'
import { SettingSection, type SectionProps } from './setting-section.tsx'

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
