import { lengthCounter } from '@ruwu/domain'
import { Button, Dialog } from '@ruwu/ui'
import { Input } from 'antd'
import { useState } from 'react'
import { fieldErrorsOf, messageOf } from '../../../../api/errors.ts'
import { Field, FieldStack } from '../../../../form/field.tsx'
import { SaveButton } from '../../../../form/save-button.tsx'
import { useLeaveForm } from '../../../../form/use-leave-form.ts'
import { useKeepReply } from '../message.mutations.ts'
import { texts } from '../texts.ts'

const TITLE_MAX = 30
const CONTENT_MAX = 1000
/** Characters of the text used as the initial title. */
const TITLE_LENGTH = 10

/** 存为快捷回复 in the agent's own library. */
export function KeepReplyDialog({ text, onClose }: { text: string; onClose: () => void }) {
  const initialText = text.trim()
  const beginning = Array.from(initialText).slice(0, TITLE_LENGTH).join('')
  const [title, setTitle] = useState(beginning)
  const [content, setContent] = useState(initialText)
  const keep = useKeepReply()
  const problems = fieldErrorsOf(keep.error)
  const isWhole = title.trim() !== '' && content.trim() !== ''
  const submit = () => isWhole && !keep.isPending && keep.mutate({ title, content }, { onSuccess: onClose })
  const { close } = useLeaveForm(title !== beginning || content !== initialText, onClose)
  return (
    <Dialog
      title={texts.keepReply}
      onCancel={close}
      footer={
        <>
          <Button onClick={close}>{texts.cancel}</Button>
          <SaveButton busy={keep.isPending} disabled={!isWhole} onClick={submit} />
        </>
      }
    >
      <FieldStack>
        <Field
          id="kept-title"
          label={texts.replyTitle}
          required
          error={problems.title}
          hint={lengthCounter(title, TITLE_MAX)}
        >
          {(control) => (
            <Input
              {...control}
              data-autofocus
              maxLength={TITLE_MAX}
              value={title}
              onChange={({ target }) => setTitle(target.value)}
              onPressEnter={submit}
            />
          )}
        </Field>
        <Field
          id="kept-content"
          label={texts.replyContent}
          required
          error={problems.content ?? (keep.error && !problems.title ? messageOf(keep.error) : undefined)}
          hint={lengthCounter(content, CONTENT_MAX)}
        >
          {(control) => (
            <Input.TextArea
              {...control}
              maxLength={CONTENT_MAX}
              autoSize={{ minRows: 3, maxRows: 8 }}
              value={content}
              onChange={({ target }) => setContent(target.value)}
            />
          )}
        </Field>
      </FieldStack>
    </Dialog>
  )
}
