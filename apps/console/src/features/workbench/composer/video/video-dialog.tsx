import { INPUT_PLACEHOLDER, requiredText } from '@ruwu/domain'
import { Button, Dialog } from '@ruwu/ui'
import { Input } from 'antd'
import { useState } from 'react'
import { Field, FieldGroup, FieldStack } from '../../../../form/field.tsx'
import { useLeaveForm } from '../../../../form/use-leave-form.ts'
import { texts } from '../texts.ts'
import type { KnownVideo } from './known-videos.ts'
import styles from '../reminder/reminder-dialog.module.css'

const ID_MAX = 100

type VideoDialogProps = { videos: readonly KnownVideo[]; onClose: () => void; onSend: (itemId: string) => void }

/** The platform accepts a video only by the id of one the account has published: one of the conversation, or by its id. */
export function VideoDialog({ videos, onClose, onSend }: VideoDialogProps) {
  const [itemId, setItemId] = useState('')
  const [isTried, setIsTried] = useState(false)
  const send = () => {
    setIsTried(true)
    if (itemId.trim() === '') return
    onSend(itemId.trim())
    onClose()
  }
  const { close } = useLeaveForm(itemId.trim() !== '', onClose)
  return (
    <Dialog
      title={texts.videoTitle}
      onCancel={close}
      footer={
        <>
          <Button onClick={close}>{texts.cancel}</Button>
          <Button variant="primary" onClick={send}>
            {texts.send}
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        <FieldStack>
          {videos.length > 0 && (
            <FieldGroup label={texts.videoOfThread}>
              <div className={styles.choices}>
                {videos.map((video) => (
                  <Button
                    key={video.itemId}
                    aria-pressed={video.itemId === itemId.trim()}
                    variant={video.itemId === itemId.trim() ? 'primary' : 'default'}
                    onClick={() => setItemId(video.itemId)}
                  >
                    {video.title || texts.videoNamed(video.itemId)}
                  </Button>
                ))}
              </div>
            </FieldGroup>
          )}
          <Field
            id="video-id"
            label={texts.videoId}
            required
            hint={texts.videoHint}
            error={isTried && itemId.trim() === '' ? requiredText(texts.videoId) : undefined}
          >
            {(control) => (
              <Input
                {...control}
                data-autofocus
                placeholder={INPUT_PLACEHOLDER}
                maxLength={ID_MAX}
                value={itemId}
                onChange={(event) => setItemId(event.target.value)}
                onPressEnter={send}
              />
            )}
          </Field>
        </FieldStack>
      </div>
    </Dialog>
  )
}
