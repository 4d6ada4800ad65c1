import { AI_LIMITS, AI_RETURNS, type AiDraft } from '@ruwu/contract'
import { AI_RETURN_LABELS, INPUT_PLACEHOLDER, lengthCounter } from '@ruwu/domain'
import { Input, InputNumber, Select, Switch } from 'antd'
import { useId, type ReactNode } from 'react'
import { Field, FieldRows } from '../../../form/field.tsx'
import { errorAt } from '../agent-draft.ts'
import { texts } from '../texts.ts'
import { fieldId } from '../use-agent-form.ts'
import type { PartProps } from './config-panel.tsx'
import { KeywordSelect } from './draft-fields.tsx'
import { LineList } from './line-list.tsx'
import styles from './handoff-tab.module.css'

const returnOptions = AI_RETURNS.map((value) => ({ value, label: AI_RETURN_LABELS[value] }))

type Handoff = AiDraft['handoff']
type TriggerName = 'keywords' | 'misses' | 'negative' | 'maxRounds' | 'rules' | 'hasLead'

/** Handoff conditions, the message sent to the customer on handoff, and when the AI returns. */
export function HandoffTab({ form: { draft, errors, change } }: PartProps) {
  const { handoff } = draft
  const set = (fields: Partial<Handoff>) => change('handoff', fields)
  const row = (name: TriggerName) => ({
    label: texts.trigger[name],
    enabled: handoff[name].enabled,
    error: errorAt(errors, `handoff.${name}`),
    onToggle: (enabled: boolean) => set({ [name]: { ...handoff[name], enabled } }),
  })
  const countOf = (name: 'misses' | 'maxRounds', limits: { min: number; max: number }) => (
    <InputNumber
      id={fieldId(`handoff.${name}.n`)}
      aria-label={texts.trigger[name]}
      size="small"
      {...limits}
      precision={0}
      value={handoff[name].n}
      onChange={(n) => set({ [name]: { ...handoff[name], n: n ?? 1 } })}
    />
  )
  return (
    <>
      <section className={styles.triggers} aria-labelledby="ai-triggers">
        <h2 id="ai-triggers">{texts.triggers}</h2>
        <p>{texts.triggersHint}</p>
        <ul>
          <TriggerRow {...row('keywords')} note={texts.triggerNotes.keywords}>
            <KeywordSelect
              id={fieldId('handoff.keywords.words')}
              aria-label={texts.words}
              keywords={handoff.keywords.words}
              onChange={(words) => set({ keywords: { ...handoff.keywords, words } })}
            />
          </TriggerRow>
          <TriggerRow
            {...row('misses')}
            note={
              !handoff.misses.enabled ? (
                texts.missesOff
              ) : (
                <>
                  {texts.missesBefore}
                  {countOf('misses', AI_LIMITS.misses)}
                  {texts.missesAfter}
                </>
              )
            }
          />
          <TriggerRow {...row('negative')} note={texts.triggerNotes.negative} />
          <TriggerRow
            {...row('maxRounds')}
            note={
              <>
                {texts.roundsBefore}
                {countOf('maxRounds', AI_LIMITS.rounds)}
                {texts.roundsAfter}
              </>
            }
          />
          <TriggerRow {...row('rules')} note={texts.triggerNotes.rules} error={undefined}>
            <LineList
              path="handoff.rules.sentences"
              label={texts.sentences}
              lines={handoff.rules.sentences}
              errors={errors}
              charsMax={AI_LIMITS.rules.chars}
              linesMax={AI_LIMITS.rules.sentences}
              placeholder={texts.sentencesPlaceholder}
              onChange={(sentences) => set({ rules: { ...handoff.rules, sentences } })}
            />
          </TriggerRow>
          <TriggerRow {...row('hasLead')} note={texts.triggerNotes.hasLead} />
          <TriggerRow label={texts.trigger.error} enabled note={texts.alwaysOn} />
          <TriggerRow label={texts.trigger.points} enabled note={texts.alwaysOn} />
        </ul>
      </section>
      <FieldRows>
        <Field
          id={fieldId('handoff.text')}
          label={texts.handoffText}
          error={errors['handoff.text']}
          hint={lengthCounter(handoff.text, AI_LIMITS.handoffText) ?? texts.handoffTextHint}
        >
          {(control) => (
            <Input.TextArea
              {...control}
              autoSize={{ minRows: 2, maxRows: 4 }}
              placeholder={INPUT_PLACEHOLDER}
              value={handoff.text}
              onChange={(event) => set({ text: event.target.value })}
            />
          )}
        </Field>
        <Field id={fieldId('handoff.returnAfter')} label={texts.returnAfter} hint={texts.returnHint}>
          {(control) => (
            <Select
              {...control}
              className={styles.return}
              options={returnOptions}
              value={handoff.returnAfter}
              onChange={(returnAfter) => set({ returnAfter })}
            />
          )}
        </Field>
      </FieldRows>
    </>
  )
}

type TriggerRowProps = {
  label: string
  enabled: boolean
  /** The condition as text, with its numeric inputs. */
  note: ReactNode
  error?: string | undefined
  /** Undefined: the condition cannot be switched off. */
  onToggle?: (enabled: boolean) => void
  /** Extra fields, shown while enabled. */
  children?: ReactNode
}

/** One handoff condition. */
function TriggerRow({ label, enabled, note, error, onToggle, children }: TriggerRowProps) {
  const labelId = useId()
  return (
    <li className={styles.row}>
      <Switch
        size="small"
        aria-labelledby={labelId}
        checked={enabled}
        {...(!onToggle && { disabled: true })}
        onChange={(checked) => onToggle?.(checked)}
      />
      <b id={labelId}>{label}</b>
      <div className={styles.note}>{note}</div>
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
      {enabled && children && <div className={styles.more}>{children}</div>}
    </li>
  )
}
