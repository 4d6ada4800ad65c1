import { type AutomationAction, RULE_LIMITS } from '@ruwu/contract'
import { ACTION_LABELS, ACTION_PERMISSIONS, hasPermission } from '@ruwu/domain'
import { Button, IconButton } from '@ruwu/ui'
import { ConfigProvider, Dropdown } from 'antd'
import { Plus, X } from 'lucide-react'
import { errorBelow } from '../../../form/problems.ts'
import { OrderedRows } from '../../../list/ordered-rows.tsx'
import { moved } from '../../../list/reorder.ts'
import { useMyPermissions } from '../../permission/index.ts'
import { ACTION_TYPES, newAction } from '../rule-draft.ts'
import { texts } from '../texts.ts'
import { ActionControl } from './action-control.tsx'
import styles from './action-editor.module.css'

type ActionEditorProps = {
  actions: readonly AutomationAction[]
  errors: Record<string, string>
  fieldId: (path: string) => string
  onChange: (actions: AutomationAction[]) => void
}

/** The control that carries an error, by the field that is wrong. */
const CONTROL_FIELDS = ['text', 'url', 'materialId', 'tagIds', 'flowId', 'fieldId', 'minutes', 'agentIds']

const nameOf = ({ type }: AutomationAction, index: number) => texts.actionName(index + 1, ACTION_LABELS[type])

/** Actions in their order. Those whose permission the author lacks are not offered. */
export function ActionEditor({ actions, errors, fieldId, onChange }: ActionEditorProps) {
  const { data: permissions } = useMyPermissions()
  const { componentDisabled } = ConfigProvider.useConfig()
  const offered = ACTION_TYPES.filter((type) => hasPermission(permissions, ACTION_PERMISSIONS[type]))
  const error = errors.actions
  return (
    <div className={styles.editor}>
      {actions.length > 0 && (
        <OrderedRows
          items={actions}
          keyOf={(action, index) => `${index} ${action.type}`}
          nameOf={nameOf}
          onMove={(from, to) => onChange(moved(actions, from, to))}
        >
          {(action, index) => {
            const path = `actions.${index}`
            const field = CONTROL_FIELDS.find((name) => name in action.params) ?? 'type'
            const bad = errorBelow(errors, path)
            return (
              <section className={styles.action} aria-label={nameOf(action, index)}>
                <header>
                  <b>{ACTION_LABELS[action.type]}</b>
                  {!componentDisabled && (
                    <IconButton
                      label={texts.removeAction(index + 1)}
                      title={texts.remove}
                      onClick={() => onChange(actions.toSpliced(index, 1))}
                    >
                      <X size={15} aria-hidden="true" />
                    </IconButton>
                  )}
                </header>
                <ActionControl
                  id={fieldId(`${path}.params.${field}`)}
                  action={action}
                  onChange={(next) => onChange(actions.with(index, next))}
                />
                {bad && (
                  <p className={styles.error} role="alert">
                    {bad}
                  </p>
                )}
              </section>
            )
          }}
        </OrderedRows>
      )}
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
      {!componentDisabled && (
        <Dropdown
          trigger={['click']}
          disabled={actions.length >= RULE_LIMITS.actions}
          menu={{
            items: offered.map((key) => ({ key, label: ACTION_LABELS[key] })),
            onClick: ({ key }) => onChange([...actions, ...offered.filter((it) => it === key).map(newAction)]),
          }}
        >
          <Button size="sm" className={styles.add} id={fieldId('actions')}>
            <Plus size={14} aria-hidden="true" />
            {texts.addAction}
          </Button>
        </Dropdown>
      )}
    </div>
  )
}
