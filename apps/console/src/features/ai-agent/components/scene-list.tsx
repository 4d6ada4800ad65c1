import { AI_LIMITS, type AiDraft } from '@ruwu/contract'
import { lengthCounter } from '@ruwu/domain'
import { Button, IconButton } from '@ruwu/ui'
import { Input } from 'antd'
import { Plus, X } from 'lucide-react'
import { Field } from '../../../form/field.tsx'
import type { DraftErrors } from '../agent-draft.ts'
import { texts } from '../texts.ts'
import { fieldId } from '../use-agent-form.ts'
import { useRowFocus } from '../../../form/use-kept-focus.ts'
import styles from './rows.module.css'

type Scenes = AiDraft['script']['scenes']

/** Scenes: a situation and the instruction for it. */
export function SceneList(props: { scenes: Scenes; errors: DraftErrors; onChange: (scenes: Scenes) => void }) {
  const { scenes, errors, onChange } = props
  useRowFocus(scenes.length, {
    newRow: fieldId(`script.scenes.${scenes.length - 1}.when`),
    addButton: fieldId('script.scenes'),
  })
  return (
    <div className={styles.rows}>
      {scenes.map((scene, index) => {
        const path = `script.scenes.${index}`
        const set = (part: Partial<Scenes[number]>) => onChange(scenes.with(index, { ...scene, ...part }))
        return (
          // Scenes have no id; the index is the key.
          // oxlint-disable-next-line react/no-array-index-key
          <section key={index} className={styles.scene} aria-label={texts.sceneNumber(index + 1)}>
            <header>
              {texts.sceneNumber(index + 1)}
              <IconButton label={texts.removeScene(index + 1)} onClick={() => onChange(scenes.toSpliced(index, 1))}>
                <X size={15} aria-hidden="true" />
              </IconButton>
            </header>
            <Field
              id={fieldId(`${path}.when`)}
              label={texts.sceneWhen}
              error={errors[`${path}.when`]}
              hint={lengthCounter(scene.when, AI_LIMITS.sceneWhen)}
            >
              {(control) => (
                <Input
                  {...control}
                  placeholder={texts.sceneWhenPlaceholder}
                  value={scene.when}
                  onChange={(event) => set({ when: event.target.value })}
                />
              )}
            </Field>
            <Field
              id={fieldId(`${path}.guide`)}
              label={texts.sceneGuide}
              error={errors[`${path}.guide`]}
              hint={lengthCounter(scene.guide, AI_LIMITS.sceneGuide)}
            >
              {(control) => (
                <Input.TextArea
                  {...control}
                  autoSize={{ minRows: 2, maxRows: 6 }}
                  placeholder={texts.sceneGuidePlaceholder}
                  value={scene.guide}
                  onChange={(event) => set({ guide: event.target.value })}
                />
              )}
            </Field>
          </section>
        )
      })}
      <div className={styles.add}>
        <Button
          id={fieldId('script.scenes')}
          size="sm"
          disabled={scenes.length >= AI_LIMITS.scenes}
          onClick={() => onChange([...scenes, { when: '', guide: '' }])}
        >
          <Plus size={14} aria-hidden="true" />
          {texts.addScene}
        </Button>
        <small>{texts.count(scenes.length, AI_LIMITS.scenes)}</small>
      </div>
    </div>
  )
}
