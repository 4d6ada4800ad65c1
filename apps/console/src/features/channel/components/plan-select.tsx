import type { PlanId } from '@ruwu/contract'
import { Select, type SelectProps } from 'antd'
import { usePlanChoices } from '../../reception-plan/index.ts'

type PlanSelectProps = Omit<SelectProps<PlanId | ''>, 'value' | 'onChange' | 'options'> & {
  /** What an account without a plan of its own has. */
  none: string
  value: PlanId | null
  onChange: (planId: PlanId | null) => void
}

/** 接待方案 of an account. The default plan is not chosen by name: accounts without another one have it. */
export function PlanSelect({ none, value, onChange, ...rest }: PlanSelectProps) {
  const named = usePlanChoices().filter(({ isDefault }) => !isDefault)
  return (
    <Select<PlanId | ''>
      {...rest}
      style={{ width: '100%' }}
      options={[{ value: '', label: none }, ...named.map(({ id, name }) => ({ value: id, label: name }))]}
      value={value ?? ''}
      onChange={(planId) => onChange(planId || null)}
    />
  )
}
