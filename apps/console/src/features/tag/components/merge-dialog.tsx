import type { Tag, TagId } from '@ruwu/contract'
import { formatNumber, requiredText, SELECT_PLACEHOLDER } from '@ruwu/domain'
import { Button, Dialog } from '@ruwu/ui'
import { Select } from 'antd'
import { useState } from 'react'
import { Field, FieldStack } from '../../../form/field.tsx'
import { useMergeTag } from '../tag.mutations.ts'
import { texts } from '../texts.ts'

const TARGET_ID = 'tag-merge-target'

type MergeDialogProps = { tag: Tag; tags: Tag[]; onClose: () => void }

/** Chooses the tag that the customers get instead. */
export function MergeDialog({ tag, tags, onClose }: MergeDialogProps) {
  const [toId, setToId] = useState<TagId>()
  const [error, setError] = useState('')
  const merge = useMergeTag()
  const targets = tags.filter((it) => it.id !== tag.id && it.kind !== 'system')
  const target = targets.find((it) => it.id === toId)

  function submit() {
    if (toId) return merge.mutate({ fromId: tag.id, toId }, { onSuccess: onClose })
    setError(requiredText(texts.mergeTarget, 'select'))
    return document.getElementById(TARGET_ID)?.focus()
  }

  return (
    <Dialog
      title={texts.mergeTitle(tag.name)}
      onCancel={merge.isPending ? undefined : onClose}
      footer={
        <>
          <Button disabled={merge.isPending} onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button variant="primary" busy={merge.isPending} onClick={submit}>
            {texts.mergeRun}
          </Button>
        </>
      }
    >
      <FieldStack>
        <p>{texts.mergeEffect(formatNumber(tag.allCustomers ?? 0), tag.name)}</p>
        <Field
          id={TARGET_ID}
          label={texts.mergeTarget}
          required
          error={error}
          hint={target?.single && texts.mergeSingle}
        >
          {(control) => (
            <Select
              {...control}
              style={{ width: '100%' }}
              showSearch={{ optionFilterProp: 'label' }}
              placeholder={SELECT_PLACEHOLDER}
              value={toId}
              options={targets.map(({ id, name, groupName }) => ({
                value: id,
                label: groupName ? `${name} · ${groupName}` : name,
              }))}
              onChange={(value: TagId) => {
                setToId(value)
                setError('')
              }}
            />
          )}
        </Field>
      </FieldStack>
    </Dialog>
  )
}
