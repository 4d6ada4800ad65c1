import { Field, FieldGroup } from '../../../../form/field.tsx'
import { AgentSelect } from '../../../agent/index.ts'
import { settingTexts as texts } from '../../setting-texts.ts'
import { fieldId } from '../../use-setting-form.ts'
import { ReceptionSwitch } from '../reception-switch.tsx'
import styles from './reception-section.module.css'
import { SettingSection, type SectionProps } from './setting-section.tsx'

/** The mode switch takes effect at once, as in the list; the agents are saved with the form. */
export function ReceptionSection(props: SectionProps) {
  const { account, draft, errors, canFollow, onChange } = props
  const mode = (
    <FieldGroup label={texts.mode} hint={canFollow ? texts.modeOwn : undefined}>
      <div className={styles.mode}>
        <ReceptionSwitch account={account} />
      </div>
    </FieldGroup>
  )
  return (
    <SettingSection {...props} id="reception" group="reception" before={mode}>
      <Field id={fieldId('agentIds')} label={texts.agents} error={errors.agentIds} hint={texts.agentsHint}>
        {(control) => (
          <AgentSelect
            {...control}
            placeholder={texts.allAgents}
            value={draft.agentIds}
            onChange={(agentIds) => onChange({ agentIds })}
          />
        )}
      </Field>
    </SettingSection>
  )
}
