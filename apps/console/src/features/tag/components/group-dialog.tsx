import { TAG_GROUP_NAME_MAX, tagApi, type TagGroup } from '@ruwu/contract'
import { Dialog } from '@ruwu/ui'
import { Radio } from 'antd'
import { call } from '../../../api/call.ts'
import { DraftButtons } from '../../../form/draft-buttons.tsx'
import { FieldGroup, FieldStack } from '../../../form/field.tsx'
import { ShortTextField } from '../../../form/short-text-field.tsx'
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
        <ShortTextField
          id={fieldId('name')}
          label={texts.groupName}
          required
          isFirst
          error={errors.name}
          max={TAG_GROUP_NAME_MAX}
          value={draft.name}
          onChange={(name) => change({ name })}
        />
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
