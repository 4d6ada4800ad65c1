import { CARD_RULE_INTENT_MAX, CARD_RULE_WORDS_MAX, KEYWORD_MATCHES, type CardRuleTrigger } from '@ruwu/contract'
import { INPUT_PLACEHOLDER, lengthCounter, POINT_PRICES } from '@ruwu/domain'
import { Input, InputNumber, Radio, Segmented, Select } from 'antd'
import { Field, FieldGroup } from '../../../form/field.tsx'
import { triggerOf, type TriggerType } from '../rule-draft.ts'
import { texts } from '../texts.ts'
import { fieldId, type FieldsProps } from '../use-rule-form.ts'
import styles from './trigger-fields.module.css'

const types: TriggerType[] = [
  'first_enter',
  'ad_enter',
  'keyword',
  'asks_contact',
  'intent',
  'round',
  'silence',
  'manual',
]
const matchOptions = KEYWORD_MATCHES.map((value) => ({ value, label: texts.matches[value] }))

/** Exactly one trigger and its parameters. */
export function TriggerFields({ draft: { trigger }, errors, onChange }: FieldsProps) {
  const set = (trigger: CardRuleTrigger) => onChange({ trigger })
  return (
    <>
      <Radio.Group
        aria-label={texts.trigger}
        className={styles.types}
        value={trigger.type}
        options={types.map((value) => ({ value, label: texts.triggers[value] }))}
        onChange={(event) => set(triggerOf(event.target.value as TriggerType))}
      />
      {trigger.type === 'keyword' && (
        <>
          <FieldGroup label={texts.match}>
            <Segmented
              aria-label={texts.match}
              options={matchOptions}
              value={trigger.match}
              onChange={(match) => set({ ...trigger, match })}
            />
          </FieldGroup>
          <Field
            id={fieldId('trigger.words')}
            label={texts.words}
            required
            error={keywordsError(errors)}
            hint={texts.wordsHint(CARD_RULE_WORDS_MAX)}
          >
            {(control) => (
              <Select
                {...control}
                mode="tags"
                className={styles.wide}
                open={false}
                suffixIcon={null}
                tokenSeparators={trigger.match === 'regex' ? [] : [',', '，', '、', ' ']}
                value={trigger.words}
                onChange={(words: string[]) => set({ ...trigger, words })}
              />
            )}
          </Field>
        </>
      )}
      {trigger.type === 'intent' && (
        <Field
          id={fieldId('trigger.text')}
          label={texts.intent}
          required
          error={errors['trigger.text']}
          hint={lengthCounter(trigger.text, CARD_RULE_INTENT_MAX) ?? texts.intentHint(POINT_PRICES.judgement)}
        >
          {(control) => (
            <Input.TextArea
              {...control}
              autoSize={{ minRows: 2, maxRows: 4 }}
              placeholder={INPUT_PLACEHOLDER}
              value={trigger.text}
              onChange={({ target }) => set({ ...trigger, text: target.value })}
            />
          )}
        </Field>
      )}
      {trigger.type === 'round' && (
        <Field id={fieldId('trigger.n')} label={texts.roundNumber} required error={errors['trigger.n']}>
          {(control) => (
            <InputNumber
              {...control}
              min={1}
              max={20}
              precision={0}
              value={trigger.n}
              onChange={(n) => set({ ...trigger, n: n ?? 1 })}
            />
          )}
        </Field>
      )}
      {trigger.type === 'silence' && (
        <Field id={fieldId('trigger.n')} label={texts.silenceMinutes} required error={errors['trigger.n']}>
          {(control) => (
            <InputNumber
              {...control}
              min={1}
              max={1380}
              precision={0}
              suffix={texts.minutes}
              value={trigger.n}
              onChange={(n) => set({ ...trigger, n: n ?? 1 })}
            />
          )}
        </Field>
      )}
      {trigger.type === 'manual' && <p className={styles.note}>{texts.manualHint}</p>}
    </>
  )
}

/** The error of any keyword is shown below the one field that holds them all. */
const keywordsError = (errors: Record<string, string>) =>
  errors['trigger.words'] ?? Object.entries(errors).find(([path]) => path.startsWith('trigger.words.'))?.[1]
