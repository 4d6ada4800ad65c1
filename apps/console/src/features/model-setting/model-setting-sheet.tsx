import type { ModelSetting } from '@ruwu/contract'
import { Button, ErrorBlock, SideSheet, SkeletonRows } from '@ruwu/ui'
import { Radio } from 'antd'
import { messageOf } from '../../api/errors.ts'
import { FieldGroup, FieldStack } from '../../form/field.tsx'
import { OwnModelFields } from './components/own-model-fields.tsx'
import { ModelVerdict } from './components/model-verdict.tsx'
import { VectorProgress } from './components/vector-progress.tsx'
import styles from './model-setting-sheet.module.css'
import { useModelSetting } from './model-setting.queries.ts'
import { texts } from './texts.ts'
import { useModelForm } from './use-model-form.ts'

/** 模型接入: the language model used by the enterprise's AI. */
export function ModelSettingSheet({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useModelSetting()
  if (data) return <ModelForm setting={data} onClose={onClose} />
  return (
    <SideSheet title={texts.title} width="lg" onClose={onClose}>
      {error ? <ErrorBlock message={messageOf(error)} onRetry={refetch} /> : <SkeletonRows rows={5} disc={false} />}
    </SideSheet>
  )
}

const modes = (['default', 'own'] as const).map((value) => ({ value, label: texts.modes[value] }))

function ModelForm({ setting, onClose }: { setting: ModelSetting; onClose: () => void }) {
  const form = useModelForm(setting, onClose)
  const { base, draft, errors, change } = form
  const isOwn = draft.mode === 'own'
  return (
    <SideSheet
      title={texts.title}
      width="lg"
      onClose={form.close}
      footer={
        <>
          <Button onClick={form.close}>{texts.cancel}</Button>
          <Button variant="primary" busy={form.isSaving} disabled={!form.isDirty} onClick={form.submit}>
            {texts.save}
          </Button>
        </>
      }
    >
      <FieldStack>
        <FieldGroup
          label={texts.mode}
          hint={isOwn ? texts.ownHint : base.hasOperatorModel ? texts.operator : texts.builtin}
        >
          <Radio.Group
            aria-label={texts.mode}
            options={modes}
            value={draft.mode}
            onChange={({ target }) => change({ mode: target.value as typeof draft.mode })}
          />
        </FieldGroup>
        {isOwn && (
          <>
            <OwnModelFields draft={draft} errors={errors} keyTail={base.keyTail} onChange={change} />
            <div className={styles.trial}>
              <Button busy={form.isTrying} onClick={form.tryOut}>
                {texts.test}
              </Button>
              <ModelVerdict isTrying={form.isTrying} verdict={form.verdict} />
            </div>
          </>
        )}
        <VectorProgress />
      </FieldStack>
    </SideSheet>
  )
}
