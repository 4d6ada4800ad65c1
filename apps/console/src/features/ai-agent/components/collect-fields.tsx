import { AI_FIELD_KEYS, AI_LIMITS, type AiCollectField } from '@ruwu/contract'
import { aiFieldLabel } from '@ruwu/domain'
import { Button, IconButton } from '@ruwu/ui'
import { Dropdown, Segmented } from 'antd'
import { Plus, X } from 'lucide-react'
import { useRestoreFocus } from '../../../form/use-kept-focus.ts'
import { MoveButtons } from '../../../list/move-buttons.tsx'
import { moved } from '../../../list/reorder.ts'
import { useCustomerFields } from '../../customer-setting/index.ts'
import { texts } from '../texts.ts'
import { fieldId } from '../use-agent-form.ts'
import styles from './collect-fields.module.css'

const kindOptions = [
  { value: true, label: texts.fieldKinds.must },
  { value: false, label: texts.fieldKinds.optional },
]

type CollectFieldsProps = { fields: AiCollectField[]; onChange: (fields: AiCollectField[]) => void }

/** The customer fields the AI asks for, in order. */
export function CollectFields({ fields, onChange }: CollectFieldsProps) {
  const { data: own = [] } = useCustomerFields()
  useRestoreFocus(String(fields.length), fieldId('goal.fields'))
  const names = Object.fromEntries(own.map(({ id, name }) => [id, name]))
  const offered = [...AI_FIELD_KEYS, ...own.map(({ id }) => id)].filter((key) => !fields.some((it) => it.key === key))
  return (
    <div className={styles.list}>
      {fields.length === 0 && <p className={styles.none}>{texts.fieldsNone}</p>}
      <ol>
        {fields.map((field, index) => {
          const name = aiFieldLabel(field.key, names)
          return (
            <li key={field.key}>
              <span className={styles.number}>{index + 1}</span>
              <span className={styles.name}>{name}</span>
              <Segmented
                size="small"
                aria-label={texts.fieldKind(name)}
                options={kindOptions}
                value={field.isMust}
                onChange={(isMust) => onChange(fields.with(index, { ...field, isMust }))}
              />
              <MoveButtons
                name={name}
                index={index}
                count={fields.length}
                onMove={(to) => onChange(moved(fields, index, to))}
              />
              <IconButton label={texts.remove(name)} onClick={() => onChange(fields.toSpliced(index, 1))}>
                <X size={15} aria-hidden="true" />
              </IconButton>
            </li>
          )
        })}
      </ol>
      {offered.length > 0 && fields.length < AI_LIMITS.fields && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: offered.map((key) => ({ key, label: aiFieldLabel(key, names) })),
            onClick: (item) => {
              const key = offered.find((it) => it === item.key)
              if (key) onChange([...fields, { key, isMust: false }])
            },
          }}
        >
          <Button id={fieldId('goal.fields')} size="sm">
            <Plus size={14} aria-hidden="true" />
            {texts.addField}
          </Button>
        </Dropdown>
      )}
    </div>
  )
}
