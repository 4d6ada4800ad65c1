import { AI_GOALS, AI_LIMITS, type Material } from '@ruwu/contract'
import { AI_GOAL_LABELS, CARD_TYPE_LABELS, SELECT_PLACEHOLDER } from '@ruwu/domain'
import { InputNumber, Select } from 'antd'
import { Field, FieldGroup, FieldRows } from '../../../form/field.tsx'
import { useMaterialChoices } from '../../material/index.ts'
import { useTags } from '../../tag/index.ts'
import { errorAt } from '../agent-draft.ts'
import { texts } from '../texts.ts'
import { fieldId } from '../use-agent-form.ts'
import { Choices } from './draft-fields.tsx'
import { CollectFields } from './collect-fields.tsx'
import type { PartProps } from './config-panel.tsx'
import styles from './goal-tab.module.css'
import { SwitchField } from './draft-fields.tsx'

/** The AI's goal and the actions taken when it is reached. */
export function GoalTab({ agent, form: { draft, errors, change } }: PartProps) {
  const { goal } = draft
  const { onReached } = goal
  const cards = useMaterialChoices(agent.relationId)
  const tags = useTags()
  const set = (fields: Partial<typeof goal>) => change('goal', fields)
  const setReached = (fields: Partial<typeof onReached>) => set({ onReached: { ...onReached, ...fields } })
  return (
    <FieldRows>
      <Choices
        label={texts.goal}
        values={AI_GOALS}
        labels={AI_GOAL_LABELS}
        value={goal.main}
        hint={texts.goalHints[goal.main]}
        onChange={(main) => set({ main })}
      />
      <FieldGroup label={texts.fields} error={errorAt(errors, 'goal.fields')} hint={texts.fieldsHint}>
        <CollectFields fields={goal.fields} onChange={(fields) => set({ fields })} />
      </FieldGroup>
      <Field id={fieldId('goal.askMax')} label={texts.askMax} error={errors['goal.askMax']} hint={texts.askMaxHint}>
        {(control) => (
          <InputNumber
            {...control}
            {...AI_LIMITS.asks}
            precision={0}
            suffix={texts.times}
            value={goal.askMax}
            onChange={(askMax) => set({ askMax: askMax ?? 0 })}
          />
        )}
      </Field>
      <Field
        id={fieldId('goal.askEvery')}
        label={texts.askEvery}
        error={errors['goal.askEvery']}
        hint={texts.askEveryHint}
      >
        {(control) => (
          <InputNumber
            {...control}
            {...AI_LIMITS.askEvery}
            precision={0}
            suffix={texts.answers}
            value={goal.askEvery}
            onChange={(askEvery) => set({ askEvery: askEvery ?? AI_LIMITS.askEvery.min })}
          />
        )}
      </Field>
      <Field
        id={fieldId('goal.onReached.materialId')}
        label={texts.sendCard}
        error={errors['goal.onReached.materialId']}
        hint={texts.cardHint}
      >
        {(control) => (
          <Select
            {...control}
            className={styles.wide}
            allowClear
            showSearch={{ optionFilterProp: 'label' }}
            placeholder={texts.noCard}
            loading={cards.isPending}
            options={cards.data?.map(cardOption) ?? []}
            value={cards.data ? onReached.materialId : null}
            onOpenChange={(isOpen) => isOpen && cards.isError && void cards.refetch()}
            onChange={(materialId) => setReached({ materialId: materialId ?? null })}
          />
        )}
      </Field>
      <Field
        id={fieldId('goal.onReached.tagIds')}
        label={texts.addTags}
        error={errorAt(errors, 'goal.onReached.tagIds')}
        hint={texts.tagsHint(AI_LIMITS.tags)}
      >
        {(control) => (
          <Select
            {...control}
            mode="multiple"
            className={styles.wide}
            maxCount={AI_LIMITS.tags}
            showSearch={{ optionFilterProp: 'label' }}
            placeholder={SELECT_PLACEHOLDER}
            loading={tags.isPending}
            options={tags.data?.map(({ id, name }) => ({ value: id, label: name })) ?? []}
            value={tags.data ? onReached.tagIds : []}
            onOpenChange={(isOpen) => isOpen && tags.isError && void tags.refetch()}
            onChange={(tagIds) => setReached({ tagIds })}
          />
        )}
      </Field>
      <SwitchField
        label={texts.handOver}
        text={texts.handOverText}
        checked={onReached.handoff}
        onChange={(handoff) => setReached({ handoff })}
      />
    </FieldRows>
  )
}

const cardOption = ({ id, name, type }: Material) => ({ value: id, label: `${name} · ${CARD_TYPE_LABELS[type]}` })
