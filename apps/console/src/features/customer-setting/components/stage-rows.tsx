import { type CustomerSettingFields, STAGE_LIMITS, TAG_COLORS, TagColor } from '@ruwu/contract'
import { INPUT_PLACEHOLDER } from '@ruwu/domain'
import { Button, Chip, IconButton } from '@ruwu/ui'
import { Input, Select, type SelectProps } from 'antd'
import { Plus, X } from 'lucide-react'
import { FieldGroup } from '../../../form/field.tsx'
import { useRowFocus } from '../../../form/use-kept-focus.ts'
import { OrderedRows } from '../../../list/ordered-rows.tsx'
import { moved } from '../../../list/reorder.ts'
import { TagDot } from '../../tag/index.ts'
import { texts } from '../texts.ts'
import styles from './stage-rows.module.css'

type Stages = CustomerSettingFields['stages']

type StageRowsProps = {
  stages: Stages
  errors: Record<string, string>
  idOf: (path: string) => string
  onChange: (stages: Stages) => void
}

const colorOptions = TAG_COLORS.map((value) => ({
  value,
  label: (
    <span className={styles.color}>
      <TagDot color={value} />
      {texts.colors[value]}
    </span>
  ),
}))

const drawColor: SelectProps['labelRender'] = ({ value }) => <TagDot color={TagColor.parse(value)} />

/** The stages in their order; the first is where a customer starts. */
export function StageRows({ stages, errors, idOf, onChange }: StageRowsProps) {
  const addId = idOf('stages')
  useRowFocus(stages.length, { newRow: idOf(`stages.${stages.length - 1}.name`), addButton: addId })
  const set = (index: number, part: Partial<Stages[number]>) =>
    onChange(stages.map((stage, at) => (at === index ? { ...stage, ...part } : stage)))
  return (
    <FieldGroup label={texts.stagesHint} error={errors.stages}>
      <OrderedRows
        items={stages}
        keyOf={({ id }, index) => id ?? `new-${index}`}
        nameOf={({ name }, index) => name || texts.stageName(index + 1)}
        onMove={(from, to) => onChange(moved(stages, from, to))}
      >
        {(stage, index) => {
          const error = errors[`stages.${index}.name`]
          return (
            <>
              <span className={styles.name}>
                <Input
                  id={idOf(`stages.${index}.name`)}
                  aria-label={texts.stageName(index + 1)}
                  aria-invalid={Boolean(error)}
                  status={error ? 'error' : ''}
                  placeholder={INPUT_PLACEHOLDER}
                  value={stage.name}
                  onChange={({ target }) => set(index, { name: target.value })}
                />
                {error && (
                  <span className={styles.error} role="alert">
                    {error}
                  </span>
                )}
              </span>
              <Select
                className={styles.select}
                aria-label={texts.stageColor(index + 1)}
                options={colorOptions}
                popupMatchSelectWidth={false}
                labelRender={drawColor}
                value={stage.color}
                onChange={(color) => set(index, { color })}
              />
              <span className={styles.start}>{index === 0 && <Chip>{texts.start}</Chip>}</span>
              <IconButton
                label={texts.remove(stage.name || texts.stageName(index + 1))}
                disabled={stages.length === 1}
                onClick={() => onChange(stages.toSpliced(index, 1))}
              >
                <X size={15} aria-hidden="true" />
              </IconButton>
            </>
          )
        }}
      </OrderedRows>
      <Button
        id={addId}
        size="sm"
        disabled={stages.length >= STAGE_LIMITS.stages}
        onClick={() => onChange([...stages, { name: '', color: 'grey' }])}
      >
        <Plus size={14} aria-hidden="true" />
        {texts.addStage}
      </Button>
    </FieldGroup>
  )
}
