import { TAG_DESCRIPTION_MAX, TAG_NAME_MAX, tagApi, type Tag, type TagGroup } from '@ruwu/contract'
import { SideSheet } from '@ruwu/ui'
import { Select } from 'antd'
import { call } from '../../../api/call.ts'
import { DraftButtons } from '../../../form/draft-buttons.tsx'
import { Field, FieldGroup, FieldStack } from '../../../form/field.tsx'
import { ShortTextField } from '../../../form/short-text-field.tsx'
import { useDraftForm } from '../../../form/use-draft-form.ts'
import { useSaveTag } from '../tag.mutations.ts'
import { checkTag, draftOf, isSame, newTag, type TagDraft } from '../tag-draft.ts'
import { texts } from '../texts.ts'
import { ColorChoice } from './color-choice.tsx'
import { chosenGroup, groupOptions, UNGROUPED } from './group-options.ts'
import { RuleFields } from './rule-fields.tsx'

const fieldId = (name: string) => `tag-${name}`

type TagSheetProps = {
  /** Undefined when creating. */
  tag: Tag | undefined
  groups: TagGroup[]
  /** The group a new tag begins in. */
  groupId: TagDraft['groupId']
  onClose: () => void
}

export function TagSheet({ tag, groups, groupId, onClose }: TagSheetProps) {
  const save = useSaveTag()
  const { draft, errors, isDirty, isSaving, change, submit, close } = useDraftForm<Tag, TagDraft>({
    kept: tag,
    draftOf,
    blank: newTag(groupId),
    isSame,
    check: checkTag,
    save: (draft, base) => save.mutateAsync({ draft, base }),
    isSaving: save.isPending,
    readLatest: async ({ id }) => (await call(tagApi.list, { body: {} })).find((it) => it.id === id),
    fieldId,
    onClose,
  })
  return (
    <SideSheet
      title={tag ? texts.editTitle : texts.createTitle}
      onClose={close}
      footer={<DraftButtons isDirty={isDirty} isSaving={isSaving} onCancel={close} onSave={submit} />}
    >
      <FieldStack>
        <ShortTextField
          id={fieldId('name')}
          label={texts.name}
          required
          isFirst
          error={errors.name}
          max={TAG_NAME_MAX}
          value={draft.name}
          onChange={(name) => change({ name })}
        />
        <FieldGroup label={texts.color}>
          <ColorChoice value={draft.color} onChange={(color) => change({ color })} />
        </FieldGroup>
        <Field id={fieldId('groupId')} label={texts.group} error={errors.groupId}>
          {(control) => (
            <Select
              {...control}
              style={{ width: '100%' }}
              value={draft.groupId ?? UNGROUPED}
              options={groupOptions(groups)}
              onChange={(value) => change({ groupId: chosenGroup(value) })}
            />
          )}
        </Field>
        <ShortTextField
          id={fieldId('description')}
          label={texts.description}
          error={errors.description}
          max={TAG_DESCRIPTION_MAX}
          value={draft.description}
          onChange={(description) => change({ description })}
        />
        <RuleFields draft={draft} errors={errors} onChange={change} />
      </FieldStack>
    </SideSheet>
  )
}
