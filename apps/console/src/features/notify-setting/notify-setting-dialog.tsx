import type { NotifySetting } from '@ruwu/contract'
import { Button, Dialog, ErrorBlock, SkeletonRows } from '@ruwu/ui'
import { useState } from 'react'
import { messageOf } from '../../api/errors.ts'
import { leaveForm } from '../../form/leave-form.ts'
import { EventMatrix } from './components/event-matrix.tsx'
import { PermissionLine } from './components/permission-line.tsx'
import { QuietFields } from './components/quiet-fields.tsx'
import { SelfTest } from './components/self-test.tsx'
import { SoundFields } from './components/sound-fields.tsx'
import { useNotifySetting, useSaveNotifySetting } from './notify-setting.queries.ts'
import { isSameSetting } from './setting-draft.ts'
import { texts } from './texts.ts'

type NotifySettingDialogProps = {
  /** Whether the realtime connection is up. */
  isConnected: boolean
  onClose: () => void
}

/** 会话提醒. */
export function NotifySettingDialog({ isConnected, onClose }: NotifySettingDialogProps) {
  const { data: setting, error, refetch } = useNotifySetting()
  if (setting) return <Editor setting={setting} isConnected={isConnected} onClose={onClose} />
  return (
    <Dialog wide title={texts.title} onCancel={onClose} footer={<Button onClick={onClose}>{texts.cancel}</Button>}>
      {error ? <ErrorBlock message={messageOf(error)} onRetry={refetch} /> : <SkeletonRows rows={8} disc={false} />}
    </Dialog>
  )
}

function Editor({ setting, isConnected, onClose }: NotifySettingDialogProps & { setting: NotifySetting }) {
  const [draft, setDraft] = useState(setting)
  const save = useSaveNotifySetting()
  const change = (part: Partial<NotifySetting>) => setDraft((old) => ({ ...old, ...part }))
  const isSame = isSameSetting(draft, setting)
  const cancel = () => leaveForm(!isSame, onClose)
  return (
    <Dialog
      wide
      title={texts.title}
      onCancel={cancel}
      footer={
        <>
          <Button onClick={cancel}>{texts.cancel}</Button>
          <Button
            variant="primary"
            busy={save.isPending}
            disabled={isSame}
            onClick={() => save.mutate(draft, { onSuccess: onClose })}
          >
            {texts.save}
          </Button>
        </>
      }
    >
      <EventMatrix setting={draft} onChange={setDraft} />
      <SoundFields setting={draft} onChange={change} />
      <QuietFields setting={draft} onChange={change} />
      <PermissionLine />
      <SelfTest setting={draft} isConnected={isConnected} />
    </Dialog>
  )
}
