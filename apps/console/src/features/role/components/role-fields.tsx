import { INPUT_PLACEHOLDER, lengthCounter } from '@ruwu/domain'
import { Form, Input } from 'antd'
import { DESCRIPTION_MAX, NAME_MAX, type RoleDraft, type RoleDraftErrors } from '../role-draft.ts'
import { texts } from '../texts.ts'
import styles from './role-fields.module.css'

type RoleFieldsProps = {
  draft: RoleDraft
  errors: RoleDraftErrors
  onChange: (part: Partial<RoleDraft>) => void
}

/** Name and description; the character counter appears near the limit. */
export function RoleFields({ draft, errors, onChange }: RoleFieldsProps) {
  return (
    <Form component="div" layout="vertical" className={styles.fields} colon={false}>
      <Form.Item
        label={texts.name}
        required
        htmlFor="role-name"
        validateStatus={errors.name ? 'error' : undefined}
        help={errors.name && <span id="role-name-help">{errors.name}</span>}
      >
        <Input
          id="role-name"
          placeholder={INPUT_PLACEHOLDER}
          value={draft.name}
          suffix={lengthCounter(draft.name, NAME_MAX) ?? <span />}
          aria-invalid={Boolean(errors.name)}
          aria-describedby={errors.name ? 'role-name-help' : undefined}
          onChange={(event) => onChange({ name: event.target.value })}
        />
      </Form.Item>
      <Form.Item
        label={texts.description}
        htmlFor="role-description"
        validateStatus={errors.description ? 'error' : undefined}
        help={errors.description && <span id="role-description-help">{errors.description}</span>}
      >
        <Input
          id="role-description"
          placeholder={texts.descriptionHint}
          value={draft.description}
          suffix={lengthCounter(draft.description, DESCRIPTION_MAX) ?? <span />}
          aria-invalid={Boolean(errors.description)}
          aria-describedby={errors.description ? 'role-description-help' : undefined}
          onChange={(event) => onChange({ description: event.target.value })}
        />
      </Form.Item>
    </Form>
  )
}
