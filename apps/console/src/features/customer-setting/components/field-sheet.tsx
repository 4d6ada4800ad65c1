import { type CustomerField, customerSettingApi, FIELD_LIMITS, FIELD_TYPES, NewField } from '@ruwu/contract'
import { FIELD_TYPE_LABELS, INPUT_PLACEHOLDER, lengthCounter } from '@ruwu/domain'
import { Button, SideSheet } from '@ruwu/ui'
import { Checkbox, Input, Select } from 'antd'
import { call } from '../../../api/call.ts'
import { Field, FieldStack } from '../../../form/field.tsx'
import { problemsOf } from '../../../form/problems.ts'
import { useDraftForm } from '../../../form/use-draft-form.ts'
import { rulesOf, useSaveField } from '../customer-setting.queries.ts'
import { texts } from '../texts.ts'
import { TextRows } from './text-rows.tsx'
import styles from './field-sheet.module.css'

const fieldId = (name: string) => `customer-field-${name.replaceAll('.', '-')}`

const BLANK: NewField = {
  name: '',
  type: 'text',
  options: [],
  required: false,
  sensitive: false,
  aiFill: false,
  enabled: true,
}

const hasOptions = ({ type }: NewField) => type === 'single' || type === 'multiple'

const typeOptions = FIELD_TYPES.map((value) => ({ value, label: FIELD_TYPE_LABELS[value] }))
const switches = ['required', 'sensitive', 'aiFill'] as const

/** Creates a field, or changes it. */
export function FieldSheet({ field, onClose }: { field: CustomerField | undefined; onClose: () => void }) {
  const save = useSaveField()
  const { draft, errors, isDirty, isSaving, change, submit, close } = useDraftForm<CustomerField, NewField>({
    kept: field,
    draftOf: (kept) => ({ ...rulesOf(kept), type: kept.type }),
    blank: BLANK,
    isSame: (one, other) => JSON.stringify(one) === JSON.stringify(other),
    check: (next) => problemsOf(NewField.safeParse(next)),
    save: (next, base) => save.mutateAsync({ base, draft: next }),
    isSaving: save.isPending,
    readLatest: async ({ id }) => (await call(customerSettingApi.listFields)).find((each) => each.id === id),
    fieldId,
    onClose,
  })
  return (
    <SideSheet
      title={field ? texts.editField : texts.createField}
      onClose={() => void close()}
      footer={
        <>
          <Button onClick={() => void close()}>{texts.cancel}</Button>
          <Button variant="primary" busy={isSaving} disabled={!isDirty} onClick={() => void submit()}>
            {texts.save}
          </Button>
        </>
      }
    >
      <FieldStack>
        <Field
          id={fieldId('name')}
          label={texts.name}
          required
          error={errors.name}
          hint={lengthCounter(draft.name, FIELD_LIMITS.name)}
        >
          {(control) => (
            <Input
              {...control}
              placeholder={INPUT_PLACEHOLDER}
              value={draft.name}
              onChange={({ target }) => change({ name: target.value })}
            />
          )}
        </Field>
        <Field id={fieldId('type')} label={texts.type} required hint={texts.typeFixed}>
          {(control) => (
            <Select
              {...control}
              className={styles.select}
              disabled={field !== undefined}
              options={typeOptions}
              value={draft.type}
              onChange={(type) => change({ type, options: hasOptions({ ...draft, type }) ? draft.options : [] })}
            />
          )}
        </Field>
        {hasOptions(draft) && (
          <TextRows
            label={texts.options}
            required
            path="options"
            idOf={fieldId}
            items={draft.options}
            errors={errors}
            most={FIELD_LIMITS.options}
            words={{ item: texts.option, add: texts.addOption, remove: texts.removeOption }}
            onChange={(options) => change({ options })}
          />
        )}
        {switches.map((name) => (
          <Field key={name} id={fieldId(name)} label={texts[name]} hint={texts[`${name}Hint`]}>
            {({ id, 'aria-describedby': note }) => (
              <Checkbox
                id={id}
                aria-describedby={note}
                checked={draft[name]}
                onChange={({ target }) => change({ [name]: target.checked })}
              >
                {texts.enabled}
              </Checkbox>
            )}
          </Field>
        ))}
      </FieldStack>
    </SideSheet>
  )
}
