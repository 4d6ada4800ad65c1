import { CARD_RULE_CARDS_MAX, type Material, type RelationId } from '@ruwu/contract'
import { CARD_TYPE_LABELS, INPUT_PLACEHOLDER, SELECT_PLACEHOLDER, lengthCounter } from '@ruwu/domain'
import { Input, InputNumber, Select } from 'antd'
import { Field } from '../../../form/field.tsx'
import { useMaterialChoices } from '../../material/index.ts'
import { texts } from '../texts.ts'
import { fieldId, type FieldsProps } from '../use-rule-form.ts'
import { TagChoice } from './tag-choice.tsx'
import styles from './trigger-fields.module.css'

const TEXT_MAX = 200

/** The cards, sent in rotation, and the texts around them. */
export function ActionFields({ relationId, draft, errors, onChange }: FieldsProps & { relationId: RelationId }) {
  const { data: cards, isError, refetch } = useMaterialChoices(relationId)
  return (
    <>
      <Field
        id={fieldId('materialIds')}
        label={texts.cards}
        required
        error={errors.materialIds}
        hint={cards?.length === 0 ? texts.noCards : texts.cardsHint(CARD_RULE_CARDS_MAX)}
      >
        {(control) => (
          <Select
            {...control}
            mode="multiple"
            className={styles.wide}
            maxCount={CARD_RULE_CARDS_MAX}
            placeholder={SELECT_PLACEHOLDER}
            optionFilterProp="label"
            loading={!cards && !isError}
            options={cards?.map(optionOf) ?? []}
            value={cards ? draft.materialIds : []}
            onOpenChange={(isOpen) => isOpen && isError && void refetch()}
            onChange={(materialIds) => onChange({ materialIds })}
          />
        )}
      </Field>
      {(['before', 'after'] as const).map((name) => (
        <Field
          key={name}
          id={fieldId(name)}
          label={texts[name]}
          error={errors[name]}
          hint={lengthCounter(draft[name], TEXT_MAX) ?? texts.wordsOptional}
        >
          {(control) => (
            <Input.TextArea
              {...control}
              autoSize={{ minRows: 2, maxRows: 6 }}
              placeholder={INPUT_PLACEHOLDER}
              value={draft[name]}
              onChange={(event) => onChange({ [name]: event.target.value })}
            />
          )}
        </Field>
      ))}
      <Field id={fieldId('tagIds')} label={texts.tagAfter} error={errors.tagIds} hint={texts.tagAfterHint}>
        {({ id }) => (
          <TagChoice id={id} label={texts.tagAfter} value={draft.tagIds} onChange={(tagIds) => onChange({ tagIds })} />
        )}
      </Field>
      <Field id={fieldId('delaySec')} label={texts.delay} error={errors.delaySec}>
        {(control) => (
          <InputNumber
            {...control}
            min={0}
            max={60}
            precision={0}
            suffix={texts.seconds}
            value={draft.delaySec}
            onChange={(delaySec) => onChange({ delaySec: delaySec ?? 0 })}
          />
        )}
      </Field>
    </>
  )
}

const isSendable = ({ enabled, auditStatus, isRemoved }: Material) => enabled && auditStatus === 'passed' && !isRemoved

const optionOf = (card: Material) => ({
  value: card.id,
  label: `${card.name} · ${CARD_TYPE_LABELS[card.type]}${isSendable(card) ? '' : texts.unusable}`,
})
