import { RECEPTION_TYPES, type AccountDetail, type CardRuleCondition } from '@ruwu/contract'
import { SELECT_PLACEHOLDER } from '@ruwu/domain'
import { Button, IconButton } from '@ruwu/ui'
import { Checkbox, Dropdown, Segmented, Select } from 'antd'
import { Plus, X } from 'lucide-react'
import { TimeSpan } from '../../../form/time-span.tsx'
import { conditionOf, type ConditionType } from '../rule-draft.ts'
import { texts } from '../texts.ts'
import { fieldId, type FieldsProps } from '../use-rule-form.ts'
import styles from './condition-fields.module.css'
import { TagChoice } from './tag-choice.tsx'

const types: ConditionType[] = ['time', 'kos', 'has_lead', 'tag', 'no_tag', 'reception']
const receptionOptions = RECEPTION_TYPES.map((value) => ({ value, label: texts.receptions[value] }))
const leadOptions = [
  { value: 'false', label: texts.leadValues.false },
  { value: 'true', label: texts.leadValues.true },
]

/** Conditions are joined by AND; each kind at most once. */
export function ConditionFields({
  account,
  draft: { conditions },
  errors,
  onChange,
}: FieldsProps & { account: AccountDetail }) {
  const set = (conditions: CardRuleCondition[]) => onChange({ conditions })
  const kos = account.accountType === 'CORP' ? account.kosAccount : []
  const isOffered = (type: ConditionType) =>
    !conditions.some((it) => it.type === type) && (type !== 'kos' || kos.length > 0)
  const offered = types.filter(isOffered)
  return (
    <>
      {conditions.length > 0 && (
        <ul className={styles.rows}>
          {conditions.map((condition, index) => (
            <li key={condition.type}>
              <span className={styles.label}>{texts.conditionTypes[condition.type]}</span>
              <div className={styles.control}>
                <ConditionControl
                  condition={condition}
                  index={index}
                  kos={kos.map(({ relationId, name }) => ({ value: relationId, label: name }))}
                  onChange={(next) => set(conditions.with(index, next))}
                />
                <ConditionError errors={errors} index={index} />
              </div>
              <IconButton
                label={texts.removeCondition(texts.conditionTypes[condition.type])}
                onClick={() => set(conditions.toSpliced(index, 1))}
              >
                <X size={15} aria-hidden="true" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {offered.length > 0 && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: offered.map((key) => ({ key, label: texts.conditionTypes[key] })),
            onClick: ({ key }) => set([...conditions, ...offered.filter((it) => it === key).map(conditionOf)]),
          }}
        >
          <Button size="sm" className={styles.add}>
            <Plus size={14} aria-hidden="true" />
            {texts.addCondition}
          </Button>
        </Dropdown>
      )}
    </>
  )
}

function ConditionError({ errors, index }: { errors: Record<string, string>; index: number }) {
  const error = Object.entries(errors).find(([path]) => path.startsWith(`conditions.${index}.`))?.[1]
  return error ? (
    <p className={styles.error} role="alert">
      {error}
    </p>
  ) : null
}

type ConditionControlProps = {
  condition: CardRuleCondition
  index: number
  kos: { value: string; label: string }[]
  onChange: (condition: CardRuleCondition) => void
}

function ConditionControl({ condition, index, kos, onChange }: ConditionControlProps) {
  switch (condition.type) {
    case 'time':
      return (
        <TimeSpan from={condition.from} to={condition.to} onChange={(span) => onChange({ type: 'time', ...span })} />
      )
    case 'kos':
      return (
        <Select
          id={fieldId(`conditions.${index}.relationIds`)}
          aria-label={texts.chooseKos}
          mode="multiple"
          className={styles.wide}
          placeholder={SELECT_PLACEHOLDER}
          optionFilterProp="label"
          options={kos}
          value={condition.relationIds}
          onChange={(relationIds) => onChange({ type: 'kos', relationIds })}
        />
      )
    case 'has_lead':
      return (
        <Segmented
          aria-label={texts.conditionTypes.has_lead}
          options={leadOptions}
          value={String(condition.value)}
          onChange={(value) => onChange({ type: 'has_lead', value: value === 'true' })}
        />
      )
    case 'tag':
    case 'no_tag':
      return (
        <TagChoice
          id={fieldId(`conditions.${index}.tagIds`)}
          label={texts.conditionTypes[condition.type]}
          value={condition.tagIds}
          onChange={(tagIds) => onChange({ type: condition.type, tagIds })}
        />
      )
    case 'reception':
      return (
        <Checkbox.Group
          options={receptionOptions}
          value={condition.types}
          onChange={(types) =>
            onChange({ type: 'reception', types: RECEPTION_TYPES.filter((it) => types.includes(it)) })
          }
        />
      )
  }
}
