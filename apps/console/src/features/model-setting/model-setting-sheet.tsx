import type { ModelSetting, Data, modelSettingApi } from '@ruwu/contract'
import { formatNumber } from '@ruwu/domain'
import { ErrorBlock, SideSheet, SkeletonRows, StatusLabel } from '@ruwu/ui'
import { Radio, Switch } from 'antd'
import { Check, CircleAlert, LoaderCircle } from 'lucide-react'
import { messageOf } from '../../api/errors.ts'
import { DraftButtons } from '../../form/draft-buttons.tsx'
import { FieldGroup, FieldStack } from '../../form/field.tsx'
import { MutationButton } from '../../form/mutation-button.tsx'
import { OwnModelFields } from './components/own-model-fields.tsx'
import { useModelSetting, useVectors } from './model-setting.queries.ts'
import { texts } from './texts.ts'
import { useModelForm } from './use-model-form.ts'
import styles from './model-setting-sheet.module.css'

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
        <DraftButtons isDirty={form.isDirty} isSaving={form.isSaving} onCancel={form.close} onSave={form.submit} />
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
              <MutationButton mutation={form.trial} onClick={form.tryOut}>
                {texts.test}
              </MutationButton>
              <TestResult isTrying={form.trial.isPending} verdict={form.trial.data} />
            </div>
          </>
        )}
        {(isOwn || base.hasOperatorModel) && (
          <FieldGroup label={texts.contacts} hint={texts.contactsHint}>
            <Switch
              aria-label={texts.contacts}
              checked={draft.allowsContacts}
              onChange={(allowsContacts) => change({ allowsContacts })}
            />
          </FieldGroup>
        )}
        <VectorProgress />
      </FieldStack>
    </SideSheet>
  )
}

type TestResultProps = { isTrying: boolean; verdict: Data<typeof modelSettingApi.test> | undefined }

/** Result of the connection test: latency, or the provider's error. */
function TestResult({ isTrying, verdict }: TestResultProps) {
  return (
    <output>
      {isTrying ? (
        texts.testing
      ) : !verdict ? null : verdict.isWorking ? (
        <StatusLabel tone="success" icon={Check}>
          {texts.working(texts.milliseconds(formatNumber(verdict.latencyMs)))}
        </StatusLabel>
      ) : (
        <StatusLabel tone="error" icon={CircleAlert}>
          {texts.broken(verdict.message)}
        </StatusLabel>
      )}
    </output>
  )
}

/** Progress of the embedding of the knowledge base. */
function VectorProgress() {
  const vectors = useVectors()
  if (!vectors || vectors.total === 0) return null
  const { ready, total, problem } = vectors
  return (
    <FieldGroup label={texts.vectors}>
      <output>
        {problem ? (
          <StatusLabel tone="error" icon={CircleAlert}>
            {texts.vectorsProblem(problem)}
          </StatusLabel>
        ) : ready < total ? (
          <StatusLabel tone="quiet" icon={LoaderCircle}>
            {texts.vectorsUnderWay(formatNumber(ready), formatNumber(total))}
          </StatusLabel>
        ) : (
          <StatusLabel tone="success" icon={Check}>
            {texts.vectorsReady(formatNumber(total))}
          </StatusLabel>
        )}
      </output>
    </FieldGroup>
  )
}
