import { AI_LIMITS, AI_PRICE_RULES } from '@ruwu/contract'
import { AI_PRICE_LABELS } from '@ruwu/domain'
import { Field, FieldGroup, FieldRows } from '../../../form/field.tsx'
import { errorAt } from '../agent-draft.ts'
import { texts } from '../texts.ts'
import { fieldId } from '../use-agent-form.ts'
import { Choices } from './draft-fields.tsx'
import type { PartProps } from './config-panel.tsx'
import { LineList } from './line-list.tsx'
import { SceneList } from './scene-list.tsx'
import { KeywordSelect } from './draft-fields.tsx'

/** Required phrases, forbidden phrases and scenes. */
export function ScriptTab({ form: { draft, errors, change } }: PartProps) {
  const { script } = draft
  const set = (fields: Partial<typeof script>) => change('script', fields)
  return (
    <FieldRows>
      <FieldGroup label={texts.mustSay} hint={texts.mustSayHint(AI_LIMITS.mustSay.chars)}>
        <LineList
          path="script.mustSay"
          label={texts.mustSay}
          lines={script.mustSay}
          errors={errors}
          charsMax={AI_LIMITS.mustSay.chars}
          linesMax={AI_LIMITS.mustSay.lines}
          onChange={(mustSay) => set({ mustSay })}
        />
      </FieldGroup>
      <Field
        id={fieldId('script.forbidden')}
        label={texts.forbidden}
        error={errorAt(errors, 'script.forbidden')}
        hint={texts.forbiddenHint(AI_LIMITS.forbidden.words)}
      >
        {(control) => (
          <KeywordSelect {...control} keywords={script.forbidden} onChange={(forbidden) => set({ forbidden })} />
        )}
      </Field>
      <FieldGroup label={texts.scenes} hint={texts.scenesHint}>
        <SceneList scenes={script.scenes} errors={errors} onChange={(scenes) => set({ scenes })} />
      </FieldGroup>
      <Choices
        label={texts.price}
        values={AI_PRICE_RULES}
        labels={AI_PRICE_LABELS}
        value={script.price}
        onChange={(price) => set({ price })}
      />
    </FieldRows>
  )
}
