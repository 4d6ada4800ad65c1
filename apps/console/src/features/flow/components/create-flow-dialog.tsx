import { type FlowDetail, FLOW_LIMITS, flowApi, FlowTemplateId } from '@ruwu/contract'
import { INPUT_PLACEHOLDER, lengthCounter } from '@ruwu/domain'
import { Button, Dialog } from '@ruwu/ui'
import { Input, Radio } from 'antd'
import { useRef } from 'react'
import { messageOf } from '../../../api/errors.ts'
import { Field, FieldGroup, FieldStack } from '../../../form/field.tsx'
import { problemsOf } from '../../../form/problems.ts'
import { useDraftForm } from '../../../form/use-draft-form.ts'
import { useTemplates } from '../../automation-template/index.ts'
import { useCreateFlow } from '../flow.mutations.ts'
import { texts } from '../texts.ts'
import styles from './flow-dialogs.module.css'

const BLANK = 'blank'
/** Without a typed name the flow is called like its template. */
type Draft = { name: string | null; template: FlowTemplateId | typeof BLANK }

const fieldId = (name: string) => `flow-create-${name}`

type CreateFlowDialogProps = {
  /** Chosen at first; the empty canvas where there is no such template. */
  template?: string | null
  onCreated: (flow: FlowDetail) => void
  onClose: () => void
}

/** A new flow: its name, and a template or the empty canvas. */
export function CreateFlowDialog({ template: given, onCreated, onClose }: CreateFlowDialogProps) {
  const create = useCreateFlow()
  const { data: templates, error } = useTemplates()
  const choices = [{ id: BLANK, name: texts.blank, hint: texts.blankHint } as const, ...(templates?.flows ?? [])]
  const nameOf = ({ name, template }: Draft) => name ?? templates?.flows.find(({ id }) => id === template)?.name ?? ''
  const bodyOf = (it: Draft) => ({
    name: nameOf(it),
    ...(it.template !== BLANK && { templateId: it.template }),
  })
  const created = useRef<FlowDetail>(undefined)
  const { draft, errors, isSaving, change, submit, close } = useDraftForm<FlowDetail, Draft>({
    kept: undefined,
    draftOf: ({ name }) => ({ name, template: BLANK }),
    blank: { name: null, template: FlowTemplateId.safeParse(given).data ?? BLANK },
    isSame: (one, other) => nameOf(one) === nameOf(other) && one.template === other.template,
    check: (it) => problemsOf(flowApi.create.body.safeParse(bodyOf(it))),
    save: async (it) => {
      created.current = await create.mutateAsync(bodyOf(it))
    },
    isSaving: create.isPending,
    fieldId,
    // What was created is opened instead of the list.
    onClose: () => (created.current ? onCreated(created.current) : onClose()),
  })
  /** A typed name stays; an emptied one is offered again. */
  const choose = (template: Draft['template']) => change({ template, ...(draft.name === '' && { name: null }) })
  const name = nameOf(draft)
  return (
    <Dialog
      wide
      title={texts.createTitle}
      onCancel={close}
      footer={
        <>
          <Button onClick={close}>{texts.cancel}</Button>
          <Button variant="primary" busy={isSaving} onClick={() => void submit()}>
            {texts.submitCreate}
          </Button>
        </>
      }
    >
      <FieldStack>
        <Field id={fieldId('name')} label={texts.name} required error={errors.name}>
          {(control) => (
            <Input
              {...control}
              data-autofocus
              placeholder={INPUT_PLACEHOLDER}
              value={name}
              suffix={lengthCounter(name, FLOW_LIMITS.name) ?? <span />}
              onChange={({ target }) => change({ name: target.value })}
            />
          )}
        </Field>
        <FieldGroup label={texts.template} {...(error && { error: messageOf(error) })}>
          <Radio.Group
            className={styles.templates}
            value={draft.template}
            onChange={({ target }) => choose(FlowTemplateId.safeParse(target.value).data ?? BLANK)}
          >
            {choices.map(({ id, name, hint }) => (
              <Radio key={id} value={id}>
                <span className={styles.template}>
                  {name}
                  <small>{hint}</small>
                </span>
              </Radio>
            ))}
          </Radio.Group>
        </FieldGroup>
      </FieldStack>
    </Dialog>
  )
}
