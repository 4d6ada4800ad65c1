import { FLOW_LIMITS, type FlowNodeOf } from '@ruwu/contract'
import { INPUT_PLACEHOLDER, lengthCounter } from '@ruwu/domain'
import { Button, IconButton } from '@ruwu/ui'
import { Input } from 'antd'
import { Plus, X } from 'lucide-react'
import { FieldGroup } from '../../../form/field.tsx'
import { ConditionEditor, FLOW_CONDITION_TYPES } from '../../automation-rule/index.ts'
import { formTexts as texts } from '../form-texts.ts'
import { newBranch } from '../graph/node-kinds.ts'
import { fieldId, type FormProps } from './form-fields.tsx'
import styles from './form-fields.module.css'

type Branch = FlowNodeOf<'condition'>['data']['branches'][number]

export function ConditionForm({ data: { branches }, errors, onChange }: FormProps<'condition'>) {
  const set = (next: Branch[], field: string) => onChange({ branches: next }, field)
  return (
    <FieldGroup label={texts.branches} hint={texts.branchesHint} error={errors.branches}>
      <ul className={styles.rows}>
        {branches.map((branch, index) => (
          <li key={branch.id} className={styles.branch}>
            <div className={styles.row}>
              <Input
                aria-label={texts.branchName(index + 1)}
                placeholder={INPUT_PLACEHOLDER}
                value={branch.name}
                suffix={lengthCounter(branch.name, FLOW_LIMITS.branchName) ?? <span />}
                onChange={({ target }) =>
                  set(branches.with(index, { ...branch, name: target.value }), `branches.${branch.id}.name`)
                }
              />
              <IconButton
                label={texts.removeBranch(branch.name)}
                title={texts.removeBranch(branch.name)}
                onClick={() => set(branches.toSpliced(index, 1), 'branches')}
              >
                <X size={14} aria-hidden="true" />
              </IconButton>
            </div>
            <ConditionEditor
              path={`branches.${index}.conditions`}
              group={branch.conditions}
              errors={errors}
              fieldId={fieldId}
              types={FLOW_CONDITION_TYPES}
              onChange={(conditions) =>
                set(branches.with(index, { ...branch, conditions }), `branches.${branch.id}.conditions`)
              }
            />
          </li>
        ))}
      </ul>
      {branches.length < FLOW_LIMITS.branches && (
        <Button
          size="sm"
          className={styles.add}
          onClick={() => set([...branches, newBranch(branches.length + 1)], 'branches')}
        >
          <Plus size={14} aria-hidden="true" />
          {texts.addBranch}
        </Button>
      )}
    </FieldGroup>
  )
}
