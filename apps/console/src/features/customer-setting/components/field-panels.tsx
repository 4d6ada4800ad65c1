import { type CustomerField, FIELD_LIMITS } from '@ruwu/contract'
import { FIELD_TYPE_LABELS, SYSTEM_FIELDS } from '@ruwu/domain'
import { Button, Chip, Empty, ErrorBlock, Panel, SkeletonRows, Tooltip, TruncatedText } from '@ruwu/ui'
import { Switch } from 'antd'
import { ListPlus, Lock, Plus } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { messageOf } from '../../../api/errors.ts'
import { OrderedRows } from '../../../list/ordered-rows.tsx'
import { useAllFields, useEnableField, useMoveField } from '../customer-setting.queries.ts'
import { texts } from '../texts.ts'
import { FieldSheet } from './field-sheet.tsx'
import styles from './field-panels.module.css'

const NEW = 'new'

/** Own fields in their order, and the system's. The open field is kept in the URL. */
export function FieldPanels() {
  const { data: fields, error, refetch, isFetching } = useAllFields()
  const [search, setSearch] = useSearchParams()
  const id = search.get('id')
  const open = fields?.find((field) => field.id === id)
  const isFull = (fields?.length ?? 0) >= FIELD_LIMITS.fields
  const create = () => setSearch({ id: NEW })
  return (
    <>
      <Panel
        title={texts.ownFields}
        note={fields && texts.fieldCount(fields.length)}
        refreshing={isFetching && fields !== undefined}
        actions={
          <Tooltip text={isFull && texts.fieldsFull}>
            <span>
              <Button size="sm" variant="primary" disabled={!fields || isFull} onClick={create}>
                <Plus size={15} aria-hidden="true" />
                {texts.createField}
              </Button>
            </span>
          </Tooltip>
        }
      >
        {fields?.length === 0 ? (
          <Empty icon={ListPlus} text={texts.noFields} action={<Button onClick={create}>{texts.createField}</Button>} />
        ) : fields ? (
          <FieldRows fields={fields} onEdit={(field) => setSearch({ id: field.id })} />
        ) : error ? (
          <ErrorBlock message={messageOf(error)} onRetry={refetch} />
        ) : (
          <SkeletonRows rows={4} disc={false} />
        )}
      </Panel>
      <Panel title={texts.systemFields} note={texts.systemHint}>
        <ul className={styles.system}>
          {SYSTEM_FIELDS.map((name) => (
            <li key={name}>
              <Lock size={13} strokeWidth={1.75} aria-hidden="true" />
              {name}
            </li>
          ))}
        </ul>
      </Panel>
      {(open ?? (fields && id === NEW)) && (
        <FieldSheet key={id} field={open} onClose={() => setSearch({}, { replace: true })} />
      )}
    </>
  )
}

type FieldRowsProps = { fields: CustomerField[]; onEdit: (field: CustomerField) => void }

function FieldRows({ fields, onEdit }: FieldRowsProps) {
  const move = useMoveField()
  const enable = useEnableField()
  return (
    <div className={styles.rows}>
      <OrderedRows
        items={fields}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        onMove={(from, to) => {
          const field = fields[from]
          if (field && !move.isPending) move.mutate({ id: field.id, to })
        }}
      >
        {(field) => (
          <>
            <span className={styles.name} data-off={!field.enabled || undefined}>
              <TruncatedText text={field.name} />
              <small>{FIELD_TYPE_LABELS[field.type]}</small>
            </span>
            <span className={styles.marks}>
              {field.required && <Chip>{texts.required}</Chip>}
              {field.inList && <Chip>{texts.inList}</Chip>}
              {field.sensitive && <Chip>{texts.sensitive}</Chip>}
              {field.aiFill && <Chip>{texts.aiFill}</Chip>}
            </span>
            <Switch
              size="small"
              aria-label={texts.enableField(field.name)}
              checked={field.enabled}
              loading={enable.isPending && enable.variables.field.id === field.id}
              onChange={(enabled) => enable.mutate({ field, enabled })}
            />
            <Button variant="link" size="sm" aria-label={texts.editLabel(field.name)} onClick={() => onEdit(field)}>
              {texts.edit}
            </Button>
          </>
        )}
      </OrderedRows>
    </div>
  )
}
