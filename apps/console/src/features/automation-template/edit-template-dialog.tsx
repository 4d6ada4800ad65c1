import {
  type AutomationRuleId,
  type AutomationTemplates,
  automationTemplateApi,
  type FlowId,
  RuleTemplateId,
  TEMPLATE_LIMITS,
} from '@ruwu/contract'
import { INPUT_PLACEHOLDER, lengthCounter } from '@ruwu/domain'
import { Button, confirm, Dialog } from '@ruwu/ui'
import { Input, Select } from 'antd'
import { messageOf } from '../../api/errors.ts'
import { DraftButtons } from '../../form/draft-buttons.tsx'
import { Field, FieldStack } from '../../form/field.tsx'
import { problemsOf } from '../../form/problems.ts'
import { useDraftForm } from '../../form/use-draft-form.ts'
import { useOwnContents, useResetTemplate, useUpdateTemplate } from './template.queries.ts'
import { texts } from './texts.ts'
import styles from './edit-template-dialog.module.css'

export type ShownTemplate = Pick<
  AutomationTemplates['rules'][number] | AutomationTemplates['flows'][number],
  'id' | 'name' | 'hint' | 'isEdited'
>

/** `from`: the own rule or flow whose content the template takes; '': it keeps its own. */
type Draft = { name: string; hint: string; from: string }

const fieldId = (name: string) => `template-${name}`
const isRule = ({ id }: ShownTemplate) => RuleTemplateId.safeParse(id).success
const draftOf = ({ name, hint }: ShownTemplate): Draft => ({ name, hint, from: '' })

const bodyOf = (template: ShownTemplate, { name, hint, from }: Draft) => ({
  id: template.id,
  name,
  hint,
  ...(from !== '' && (isRule(template) ? { ruleId: from as AutomationRuleId } : { flowId: from as FlowId })),
})

/** Name, text and content of a template, for enterprises that may edit them. */
export function EditTemplateDialog({ template, onClose }: { template: ShownTemplate; onClose: () => void }) {
  const update = useUpdateTemplate()
  const reset = useResetTemplate()
  const { contents, error } = useOwnContents(isRule(template) ? 'rule' : 'flow')
  const { draft, errors, isDirty, isSaving, change, submit, close } = useDraftForm<ShownTemplate, Draft>({
    kept: template,
    draftOf,
    blank: draftOf(template),
    isSame: (one, other) => one.name === other.name && one.hint === other.hint && one.from === other.from,
    check: (it) => problemsOf(automationTemplateApi.update.body.safeParse(bodyOf(template, it))),
    save: (it) => update.mutateAsync(bodyOf(template, it)),
    isSaving: update.isPending,
    fieldId,
    onClose,
  })
  const restore = async () => {
    if (await confirm({ title: texts.resetTitle(template.name), content: texts.resetEffect }))
      reset.mutate(template.id, { onSuccess: onClose })
  }
  const contentHint = error ? messageOf(error) : isRule(template) ? texts.ruleContent : texts.flowContent
  return (
    <Dialog
      wide
      title={texts.title(template.name)}
      onCancel={close}
      footer={
        <>
          {template.isEdited && (
            <Button busy={reset.isPending} onClick={() => void restore()}>
              {texts.reset}
            </Button>
          )}
          <DraftButtons isDirty={isDirty} isSaving={isSaving} onCancel={close} onSave={submit} />
        </>
      }
    >
      <FieldStack>
        <p>{texts.forEverybody}</p>
        <Field id={fieldId('name')} label={texts.name} required error={errors.name}>
          {(control) => (
            <Input
              {...control}
              data-autofocus
              placeholder={INPUT_PLACEHOLDER}
              value={draft.name}
              suffix={lengthCounter(draft.name, TEMPLATE_LIMITS.name) ?? <span />}
              onChange={({ target }) => change({ name: target.value })}
            />
          )}
        </Field>
        <Field id={fieldId('hint')} label={texts.hint} required error={errors.hint}>
          {(control) => (
            <Input.TextArea
              {...control}
              rows={2}
              maxLength={TEMPLATE_LIMITS.hint}
              showCount
              value={draft.hint}
              onChange={({ target }) => change({ hint: target.value })}
            />
          )}
        </Field>
        <Field id={fieldId('content')} label={texts.content} hint={contentHint}>
          {({ status, ...control }) => (
            <Select
              {...control}
              {...(status && { status })}
              className={styles.content}
              value={draft.from}
              options={[{ value: '', label: texts.keep }, ...contents]}
              onChange={(from: string) => change({ from })}
            />
          )}
        </Field>
      </FieldStack>
    </Dialog>
  )
}
