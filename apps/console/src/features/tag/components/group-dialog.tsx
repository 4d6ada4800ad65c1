import { TAG_GROUP_NAME_MAX, tagApi, type TagGroup } from '@ruwu/contract'
import { INPUT_PLACEHOLDER, lengthCounter } from '@ruwu/domain'
import { Dialog } from '@ruwu/ui'
import { Input, Radio } from 'antd'
import { call } from '../../../api/call.ts'
import { DraftButtons } from '../../../form/draft-buttons.tsx'
import { Field, FieldGroup, FieldStack } from '../../../form/field.tsx'
import { useDraftForm } from '../../../form/use-draft-form.ts'
import { useSaveGroup } from '../tag.mutations.ts'
import { checkGroup, groupDraftOf, isSame, NEW_GROUP, type GroupDraft } from '../tag-draft.ts'
import { texts } from '../texts.ts'

const fieldId = (name: string) => `tag-group-${name}`
const choices = [
  { value: false, label: texts.multiple },
  { value: true, label: texts.single },
]

/** A group's name and whether its tags exclude each other. */
export function GroupDialog({ group, onClose }: { group: TagGroup | undefined; onClose: () => void }) {
  const save = useSaveGroup()
  const { draft, errors, isDirty, isSaving, change, submit, close } = useDraftForm<TagGroup, GroupDraft>({
    kept: group,
    draftOf: groupDraftOf,
    blank: NEW_GROUP,
    isSame,
    check: checkGroup,
    save: (draft, base) => save.mutateAsync({ draft, base }),
    isSaving: save.isPending,
    readLatest: async ({ id }) => (await call(tagApi.listGroups)).find((it) => it.id === id),
    fieldId,
    onClose,
  })
  return (
    <Dialog
      title={group ? texts.editGroup : texts.createGroup}
      onCancel={close}
      footer={<DraftButtons isDirty={isDirty} isSaving={isSaving} onCancel={close} onSave={submit} />}
    >
      <FieldStack>
        <Field id={fieldId('name')} label={texts.groupName} required error={errors.name}>
          {(control) => (
            <Input
              {...control}
              data-autofocus
              placeholder={INPUT_PLACEHOLDER}
              value={draft.name}
              suffix={lengthCounter(draft.name, TAG_GROUP_NAME_MAX) ?? <span />}
              onChange={(event) => change({ name: event.target.value })}
            />
          )}
        </Field>
        <FieldGroup label={texts.choice} hint={draft.single ? texts.singleHint : texts.multipleHint}>
          <Radio.Group
            aria-label={texts.choice}
            options={choices}
            value={draft.single}
            onChange={({ target }) => change({ single: target.value as boolean })}
          />
        </FieldGroup>
      </FieldStack>
    </Dialog>
  )
}
