import { INPUT_PLACEHOLDER } from '@ruwu/domain'
import { Button, IconButton } from '@ruwu/ui'
import { Input } from 'antd'
import { Plus, X } from 'lucide-react'
import { FieldGroup } from '../../../form/field.tsx'
import { useRowFocus } from '../../../form/use-kept-focus.ts'
import { OrderedRows } from '../../../list/ordered-rows.tsx'
import { moved } from '../../../list/reorder.ts'
import styles from './text-rows.module.css'

type TextRowsProps = {
  label: string
  required?: boolean
  hint?: string
  /** Path of the list in `errors`. */
  path: string
  idOf: (path: string) => string
  items: readonly string[]
  errors: Record<string, string>
  most: number
  words: { item: (n: number) => string; add: string; remove: (n: number) => string }
  onChange: (items: string[]) => void
}

/** A list of short texts: added, removed and ordered. */
export function TextRows(props: TextRowsProps) {
  const { label, required = false, hint, path, idOf, items, errors, most, words, onChange } = props
  const addId = idOf(path)
  useRowFocus(items.length, { newRow: idOf(`${path}.${items.length - 1}`), addButton: addId })
  return (
    <FieldGroup label={label} required={required} error={errors[path]} hint={hint}>
      <OrderedRows
        items={items}
        keyOf={(_, index) => String(index)}
        nameOf={(_, index) => words.item(index + 1)}
        onMove={(from, to) => onChange(moved(items, from, to))}
      >
        {(text, index) => {
          const error = errors[`${path}.${index}`]
          return (
            <span className={styles.row}>
              <Input
                id={idOf(`${path}.${index}`)}
                aria-label={words.item(index + 1)}
                aria-invalid={Boolean(error)}
                status={error ? 'error' : ''}
                placeholder={INPUT_PLACEHOLDER}
                value={text}
                onChange={({ target }) => onChange(items.toSpliced(index, 1, target.value))}
                suffix={
                  <IconButton
                    label={words.remove(index + 1)}
                    className={styles.remove}
                    onClick={() => onChange(items.toSpliced(index, 1))}
                  >
                    <X size={14} aria-hidden="true" />
                  </IconButton>
                }
              />
              {error && (
                <span className={styles.error} role="alert">
                  {error}
                </span>
              )}
            </span>
          )
        }}
      </OrderedRows>
      <Button id={addId} size="sm" disabled={items.length >= most} onClick={() => onChange([...items, ''])}>
        <Plus size={14} aria-hidden="true" />
        {words.add}
      </Button>
    </FieldGroup>
  )
}
