import { type FlowDetail, FLOW_LIMITS, flowApi, FlowTemplateId } from '@ruwu/contract'
import { FLOW_TEMPLATE_LIST, INPUT_PLACEHOLDER, lengthCounter } from '@ruwu/domain'
import { Button, Dialog } from '@ruwu/ui'
import { Input, Radio } from 'antd'
import { useRef } from 'react'
import { Field, FieldGroup, FieldStack } from '../../../form/field.tsx'
import { problemsOf } from '../../../form/problems.ts'
import { useDraftForm } from '../../../form/use-draft-form.ts'
import { useCreateFlow } from '../flow.mutations.ts'
import { texts } from '../texts.ts'
import styles from './flow-dialogs.module.css'

const BLANK = 'blank'
type Draft = { name: string; template: FlowTemplateId | typeof BLANK }

const fieldId = (name: string) => `flow-create-${name}`
const bodyOf = ({ name, template }: Draft) => ({ name, ...(template !== BLANK && { templateId: template }) })

const choices = [{ id: BLANK, name: texts.blank, hint: texts.blankHint } as const, ...FLOW_TEMPLATE_LIST]

type CreateFlowDialogProps = {
  /** Chosen at first; the empty canvas where there is no such template. */
  template?: string | null
  onCreated: (flow: FlowDetail) => void
  onClose: () => void
}

function beginWith(template: string | null | undefined): Draft {
  const chosen = FLOW_TEMPLATE_LIST.find(({ id }) => id === template)
  return { name: chosen?.name ?? '', template: chosen?.id ?? BLANK }
}

/** A new flow: its name, and a template or the empty canvas. */
export function CreateFlowDialog({ template: given, onCreated, onClose }: CreateFlowDialogProps) {
  const create = useCreateFlow()
  const created = useRef<FlowDetail>(undefined)
  const { draft, errors, isSaving, change, submit, close } = useDraftForm<FlowDetail, Draft>({
    kept: undefined,
    draftOf: ({ name }) => ({ name, template: BLANK }),
    blank: beginWith(given),
    isSame: (one, other) => one.name === other.name && one.template === other.template,
    check: (it) => problemsOf(flowApi.create.body.safeParse(bodyOf(it))),
    save: async (it) => {
      created.current = await create.mutateAsync(bodyOf(it))
    },
    isSaving: create.isPending,
    fieldId,
    // What was created is opened instead of the list.
    onClose: () => (created.current ? onCreated(created.current) : onClose()),
  })
  /** The name of a template is offered as the name of the flow until one is typed. */
  const choose = (template: Draft['template']) => {
    const isOffered = draft.name === '' || FLOW_TEMPLATE_LIST.some(({ name }) => name === draft.name)
    const name = FLOW_TEMPLATE_LIST.find(({ id }) => id === template)?.name ?? ''
    change({ template, ...(isOffered && { name }) })
  }
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
              value={draft.name}
              suffix={lengthCounter(draft.name, FLOW_LIMITS.name) ?? <span />}
              onChange={({ target }) => change({ name: target.value })}
            />
          )}
        </Field>
        <FieldGroup label={texts.template}>
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
