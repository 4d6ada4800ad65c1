import {
  QUICK_REPLY_CODE_MAX,
  QUICK_REPLY_CONTENT_MAX,
  QUICK_REPLY_TITLE_MAX,
  type QuickReply,
  type QuickReplyGroup,
  type QuickReplyGroupId,
  type ReplyPart,
  type Source,
  SOURCES,
} from '@ruwu/contract'
import {
  FIRST_GROUP_TITLE,
  formatDateTime,
  INPUT_PLACEHOLDER,
  lengthCounter,
  REPLY_VARIABLES,
  SOURCE_LABELS,
} from '@ruwu/domain'
import { Button, IconButton, SideSheet } from '@ruwu/ui'
import { Checkbox, Input, Select } from 'antd'
import type { TextAreaRef } from 'antd/es/input/TextArea'
import { Smile } from 'lucide-react'
import { useRef } from 'react'
import { DraftButtons } from '../../../form/draft-buttons.tsx'
import { Field, FieldGroup, FieldStack } from '../../../form/field.tsx'
import { ShortTextField } from '../../../form/short-text-field.tsx'
import { useImageUpload } from '../../../form/use-image-upload.ts'
import { EmojiPopover } from '../../emoji/index.ts'
import { useTimeZone } from '../../enterprise/index.ts'
import type { ReplyDraft } from '../reply-draft.ts'
import { texts } from '../texts.ts'
import { fieldId, useReplyForm, useWarnings } from '../use-reply-form.ts'
import { IMAGE_LIMIT, PartFields } from './part-fields.tsx'
import styles from './reply-sheet.module.css'

type ReplySheetProps = {
  reply: QuickReply | undefined
  groups: readonly QuickReplyGroup[]
  /** The group of a new reply; null: the own library's first one, which is made with it. */
  groupId: QuickReplyGroupId | null
  onClose: () => void
}

const sourceChoices = SOURCES.map((value) => ({ value, label: SOURCE_LABELS[value] }))

/** One reply: where it stands, what it says, what follows it. */
export function ReplySheet({ reply, groups, groupId, onClose }: ReplySheetProps) {
  const { draft, errors, isDirty, isSaving, change, submit, close } = useReplyForm({ reply, groupId, onClose })
  const timeZone = useTimeZone()
  const changeParts = (edit: (parts: readonly ReplyPart[]) => ReplyPart[]) =>
    change(({ parts }) => ({ parts: edit(parts) }))
  const image = useImageUpload({
    limit: IMAGE_LIMIT,
    isPrivate: true,
    onChange: (url) => changeParts((parts) => [...parts, { type: 'image', url }]),
  })
  return (
    <SideSheet
      title={reply ? texts.editTitle : texts.createTitle}
      width="lg"
      onClose={close}
      footer={
        <DraftButtons isDirty={isDirty && !image.isUploading} isSaving={isSaving} onCancel={close} onSave={submit} />
      }
    >
      <FieldStack>
        <ShortTextField
          id={fieldId('title')}
          label={texts.replyTitle}
          required
          isFirst
          error={errors.title}
          max={QUICK_REPLY_TITLE_MAX}
          value={draft.title}
          onChange={(title) => change({ title })}
        />
        <Field
          id={fieldId('groupId')}
          label={texts.group}
          required
          error={errors.groupId}
          hint={draft.groupId === null && texts.firstGroup}
        >
          {(control) => (
            <Select
              {...control}
              className={styles.wide}
              showSearch
              optionFilterProp="label"
              placeholder={FIRST_GROUP_TITLE}
              disabled={draft.groupId === null}
              options={groups.map(({ id, title }) => ({ value: id, label: title }))}
              value={draft.groupId}
              onChange={(value) => change({ groupId: value })}
            />
          )}
        </Field>
        <ContentField draft={draft} error={errors.content} onChange={(content) => change({ content })} />
        <PartFields parts={draft.parts} error={errors.parts} image={image} onChange={changeParts} />
        <Field
          id={fieldId('code')}
          label={texts.code}
          error={errors.code}
          hint={lengthCounter(draft.code, QUICK_REPLY_CODE_MAX) ?? texts.codeHint}
        >
          {(control) => (
            <Input
              {...control}
              prefix="/"
              placeholder={INPUT_PLACEHOLDER}
              value={draft.code}
              onChange={({ target }) => change({ code: target.value })}
            />
          )}
        </Field>
        <FieldGroup label={texts.sources} hint={texts.sourcesHint}>
          <Checkbox.Group
            options={sourceChoices}
            value={draft.sources}
            onChange={(sources) => change({ sources: SOURCES.filter((it) => sources.includes(it)) })}
          />
        </FieldGroup>
        {reply && (
          <p className={styles.facts}>
            {texts.uses(reply.uses)} · {texts.updated(reply.updatedByName, formatDateTime(reply.updatedAt, timeZone))}
          </p>
        )}
      </FieldStack>
    </SideSheet>
  )
}

type ContentFieldProps = { draft: ReplyDraft; error: string | undefined; onChange: (content: string) => void }

/** The text with buttons for emoji and variables, and what the platforms may object to. */
function ContentField({ draft: { content, sources }, error, onChange }: ContentFieldProps) {
  const box = useRef<TextAreaRef>(null)
  const warnings = useWarnings(content, sources)
  const element = () => box.current?.resizableTextArea?.textArea
  const focus = () => element()?.focus()
  /** At the caret. */
  const insert = (text: string) => {
    const { selectionStart = content.length, selectionEnd = content.length } = element() ?? {}
    onChange(content.slice(0, selectionStart) + text + content.slice(selectionEnd))
    const caret = selectionStart + text.length
    requestAnimationFrame(() => element()?.setSelectionRange(caret, caret))
  }
  return (
    <Field
      id={fieldId('content')}
      label={texts.content}
      required
      {...(error && { error })}
      hint={lengthCounter(content, QUICK_REPLY_CONTENT_MAX)}
    >
      {(control) => (
        <div className={styles.content}>
          <Input.TextArea
            {...control}
            ref={box}
            autoSize={{ minRows: 4, maxRows: 12 }}
            placeholder={INPUT_PLACEHOLDER}
            value={content}
            onChange={({ target }) => onChange(target.value)}
          />
          <div className={styles.tools}>
            <EmojiPopover source={emojiSource(sources)} onPick={insert} onDone={focus}>
              {(isOpen) => (
                <IconButton label={texts.emoji} title={texts.emoji} aria-haspopup="dialog" aria-expanded={isOpen}>
                  <Smile size={18} strokeWidth={1.75} aria-hidden="true" />
                </IconButton>
              )}
            </EmojiPopover>
            {REPLY_VARIABLES.map((name) => (
              <Button
                key={name}
                size="sm"
                onClick={() => {
                  insert(`{${name}}`)
                  focus()
                }}
              >
                {`{${name}}`}
              </Button>
            ))}
          </div>
          {warnings.length > 0 && (
            <output className={styles.warnings}>
              {texts.mayViolate}
              <ul>
                {warnings.map((warning) => (
                  <li key={warning}>{warning}</li>
                ))}
              </ul>
            </output>
          )}
        </div>
      )}
    </Field>
  )
}

/** Codes of the other source are translated when a message is sent. */
const emojiSource = (sources: readonly Source[]): Source => (sources.length === 1 && sources[0]) || SOURCES[0]
