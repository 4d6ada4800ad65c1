import { type CustomerField, customerSettingApi, FIELD_LIMITS, FIELD_TYPES, NewField } from '@ruwu/contract'
import { FIELD_TYPE_LABELS } from '@ruwu/domain'
import { SideSheet } from '@ruwu/ui'
import { Checkbox, Select } from 'antd'
import { call } from '../../../api/call.ts'
import { DraftButtons } from '../../../form/draft-buttons.tsx'
import { Field, FieldStack } from '../../../form/field.tsx'
import { problemsOf } from '../../../form/problems.ts'
import { ShortTextField } from '../../../form/short-text-field.tsx'
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
  inList: false,
  sensitive: false,
  aiFill: false,
  enabled: true,
}

const hasOptions = ({ type }: NewField) => type === 'single' || type === 'multiple'

const typeOptions = FIELD_TYPES.map((value) => ({ value, label: FIELD_TYPE_LABELS[value] }))
const switches = ['required', 'inList', 'sensitive', 'aiFill'] as const

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
      footer={<DraftButtons isDirty={isDirty} isSaving={isSaving} onCancel={close} onSave={submit} />}
    >
      <FieldStack>
        <ShortTextField
          id={fieldId('name')}
          label={texts.name}
          required
          isFirst
          error={errors.name}
          max={FIELD_LIMITS.name}
          value={draft.name}
          onChange={(name) => change({ name })}
        />
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
