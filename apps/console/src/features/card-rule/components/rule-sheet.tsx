import type { AccountDetail, CardRule } from '@ruwu/contract'
import { INPUT_PLACEHOLDER, lengthCounter } from '@ruwu/domain'
import { SideSheet } from '@ruwu/ui'
import { Checkbox, Input, InputNumber } from 'antd'
import type { ReactNode } from 'react'
import { DraftButtons } from '../../../form/draft-buttons.tsx'
import { Field, FieldStack } from '../../../form/field.tsx'
import { NAME_MAX } from '../rule-draft.ts'
import { texts } from '../texts.ts'
import { fieldId, useRuleForm, type FieldsProps } from '../use-rule-form.ts'
import { ActionFields } from './action-fields.tsx'
import { ConditionFields } from './condition-fields.tsx'
import { TriggerFields } from './trigger-fields.tsx'
import styles from './rule-sheet.module.css'

type RuleSheetProps = {
  account: AccountDetail
  rule: CardRule | undefined
  origin: CardRule | undefined
  onClose: () => void
}

/** One rule: trigger, conditions, cards and limits. */
export function RuleSheet({ account, rule, origin, onClose }: RuleSheetProps) {
  const { relationId } = account
  const { draft, errors, isDirty, isSaving, change, submit, close } = useRuleForm({ relationId, rule, origin, onClose })
  const fields = { draft, errors, onChange: change }
  return (
    <SideSheet
      title={rule ? texts.editTitle : texts.createTitle}
      width="lg"
      onClose={close}
      footer={<DraftButtons isDirty={isDirty} isSaving={isSaving} onCancel={close} onSave={submit} />}
    >
      <div className={styles.sheet}>
        <FieldStack>
          <Field id={fieldId('name')} label={texts.name} required error={errors.name}>
            {(control) => (
              <Input
                {...control}
                data-autofocus
                placeholder={INPUT_PLACEHOLDER}
                value={draft.name}
                suffix={lengthCounter(draft.name, NAME_MAX) ?? <span />}
                onChange={(event) => change({ name: event.target.value })}
              />
            )}
          </Field>
        </FieldStack>
        <Section title={texts.sectionTrigger}>
          <TriggerFields {...fields} />
        </Section>
        <Section title={texts.sectionConditions} note={texts.allConditions}>
          <ConditionFields {...fields} account={account} />
        </Section>
        <Section title={texts.sectionAction}>
          <ActionFields {...fields} relationId={relationId} />
        </Section>
        <Section title={texts.sectionLimit}>
          <LimitFields {...fields} />
        </Section>
        <div className={styles.ticks}>
          <Checkbox checked={draft.continue} onChange={(event) => change({ continue: event.target.checked })}>
            {texts.continueAfter}
          </Checkbox>
          <Checkbox checked={draft.enabled} onChange={(event) => change({ enabled: event.target.checked })}>
            {texts.isEnabled}
          </Checkbox>
        </div>
      </div>
    </SideSheet>
  )
}

const Section = ({ title, note, children }: { title: string; note?: string; children: ReactNode }) => (
  <section className={styles.section}>
    <h3>
      {title}
      {note && <small>{note}</small>}
    </h3>
    <FieldStack>{children}</FieldStack>
  </section>
)

const numbers = [
  { name: 'maxPerCustomer', label: texts.most, unit: texts.times, least: 1, most: 5 },
  { name: 'intervalHours', label: texts.interval, unit: texts.hours, least: 1, most: 720 },
  { name: 'dailyMax', label: texts.dailyMax, unit: texts.cardsUnit, least: 0, most: 100_000 },
] as const

/** Frequency limits per customer and per rule. */
function LimitFields({ draft, errors, onChange }: FieldsProps) {
  return (
    <>
      <div className={styles.grid}>
        {numbers.map(({ name, label, unit, least, most }) => (
          <Field
            key={name}
            id={fieldId(name)}
            label={label}
            error={errors[name]}
            hint={name === 'dailyMax' ? texts.unlimited : undefined}
          >
            {(control) => (
              <InputNumber
                {...control}
                className={styles.number}
                min={least}
                max={most}
                precision={0}
                suffix={unit}
                value={draft[name]}
                onChange={(value) => onChange({ [name]: value ?? least })}
              />
            )}
          </Field>
        ))}
      </div>
      <Checkbox checked={draft.skipWithLead} onChange={(event) => onChange({ skipWithLead: event.target.checked })}>
        {texts.skipWithLead}
      </Checkbox>
    </>
  )
}
