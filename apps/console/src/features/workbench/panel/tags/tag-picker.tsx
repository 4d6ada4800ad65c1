import { TAG_NAME_MAX, type CustomerDetail, type Tag } from '@ruwu/contract'
import { isTooLong } from '@ruwu/domain'
import { ErrorBlock, SkeletonRows, toast } from '@ruwu/ui'
import { Input, type InputRef } from 'antd'
import { Check, Plus, Search } from 'lucide-react'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { messageOf } from '../../../../api/errors.ts'
import { isComposing } from '../../../../browser/keyboard.ts'
import { Choice, choiceId, ChoiceList } from '../../../../list/choice-list.tsx'
import { useCan } from '../../../permission/index.ts'
import { TagDot, useTags } from '../../../tag/index.ts'
import { useBindTag, useCreateTag, useUnbindTag } from '../panel.mutations.ts'
import { tagChoices } from './tag-choices.ts'
import { texts } from '../texts.ts'
import styles from './tag-picker.module.css'

type TagPickerProps = {
  customer: CustomerDetail
  /** What the search begins with. */
  keyword?: string | undefined
  onClose: () => void
}

/** Binds and unbinds tags, searchable; stays open for several. */
export function TagPicker({ customer, keyword: begun = '', onClose }: TagPickerProps) {
  const { data: tags, error, refetch } = useTags()
  const canCreate = useCan('tag:settingsEdit')
  const [keyword, setKeyword] = useState(begun)
  const [index, setIndex] = useState(0)
  const listId = useId()
  const bind = useBindTag()
  const unbind = useUnbindTag()
  const create = useCreateTag(customer.customerId)
  const choices = tagChoices(tags ?? [], keyword, canCreate)
  const count = choices.tags.length + (choices.newName ? 1 : 0)
  const marked = Math.min(index, count - 1)
  const box = useRef<InputRef>(null)
  const isLoaded = tags !== undefined
  // Once: antd calls a ref again at each render, and a closing picker would take the focus back.
  useEffect(() => {
    if (isLoaded) box.current?.focus()
  }, [isLoaded])

  const toggle = (tag: Tag) =>
    customer.tagIds.includes(tag.id) ? unbind.mutate({ customer, tagId: tag.id }) : bind(customer, tag.id)
  const make = (name: string) => {
    if (isTooLong(name, TAG_NAME_MAX)) return toast.error(texts.tagNameTooLong(TAG_NAME_MAX))
    return create.mutate(name, { onSuccess: () => setKeyword('') })
  }
  const pick = (at: number) => {
    const tag = choices.tags[at]
    if (tag) toggle(tag)
    else if (choices.newName && !create.isPending) make(choices.newName)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (by !== 0 && count > 0) setIndex((marked + by + count) % count)
    else if (event.key === 'Enter') pick(marked)
    else if (event.key === 'Escape') onClose()
    else return
    event.preventDefault()
  }

  if (!tags) return error ? <ErrorBlock message={messageOf(error)} onRetry={refetch} /> : <SkeletonRows rows={3} />
  return (
    <div className={styles.picker}>
      <Input
        ref={box}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is an input, with a list below
        role="combobox"
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={count > 0 ? choiceId(listId, marked) : undefined}
        aria-label={texts.tagSearch}
        placeholder={texts.tagSearch}
        prefix={<Search size={15} strokeWidth={1.75} aria-hidden="true" />}
        value={keyword}
        onChange={({ target }) => {
          setKeyword(target.value)
          setIndex(0)
        }}
        onKeyDown={onKeyDown}
      />
      <ChoiceList id={listId} className={styles.list} label={texts.tagList}>
        {choices.groups.map(({ name, tags: members }) => (
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset cannot hold options
          <div key={name} role="group" aria-label={name ?? texts.noTagGroup}>
            <p className={styles.group} aria-hidden="true">
              {name ?? texts.noTagGroup}
            </p>
            {members.map((tag) => {
              const at = choices.tags.indexOf(tag)
              return (
                <Choice
                  key={tag.id}
                  id={choiceId(listId, at)}
                  className={styles.row}
                  isMarked={at === marked}
                  onHover={() => setIndex(at)}
                  onPick={() => toggle(tag)}
                >
                  <TagDot color={tag.color} />
                  <span className="cut">{tag.name}</span>
                  {customer.tagIds.includes(tag.id) && <Check size={15} aria-label={texts.held} />}
                </Choice>
              )
            })}
          </div>
        ))}
        {choices.newName && (
          <Choice
            id={choiceId(listId, choices.tags.length)}
            className={styles.row}
            isMarked={marked === choices.tags.length}
            onHover={() => setIndex(choices.tags.length)}
            onPick={() => pick(choices.tags.length)}
          >
            <Plus size={14} aria-hidden="true" />
            <span className="cut">{texts.createTag(choices.newName)}</span>
          </Choice>
        )}
      </ChoiceList>
      {count === 0 && <p className={styles.none}>{keyword.trim() ? texts.noTagHits : texts.noTags}</p>}
    </div>
  )
}
