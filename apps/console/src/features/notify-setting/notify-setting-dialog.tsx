import type { NotifyEvent, NotifySetting } from '@ruwu/contract'
import { NOTIFY_EVENT_LABELS } from '@ruwu/domain'
import { Button, Dialog, ErrorBlock, SkeletonRows } from '@ruwu/ui'
import { Checkbox } from 'antd'
import { useState } from 'react'
import { messageOf } from '../../api/errors.ts'
import { DraftButtons } from '../../form/draft-buttons.tsx'
import { useLeaveForm } from '../../form/use-leave-form.ts'
import { PermissionLine } from './components/self-test.tsx'
import { QuietFields } from './components/quiet-fields.tsx'
import { SelfTest } from './components/self-test.tsx'
import { SoundFields } from './components/sound-fields.tsx'
import { useNotifySetting, useSaveNotifySetting } from './notify-setting.queries.ts'
import { texts } from './texts.ts'
import styles from './notify-setting-dialog.module.css'

const NOTIFY_WAYS = ['sound', 'desktop', 'flash'] as const
type NotifyWay = (typeof NOTIFY_WAYS)[number]

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
  const [base, setBase] = useState(setting)
  const [draft, setDraft] = useState(setting)
  const save = useSaveNotifySetting()
  const change = (part: Partial<NotifySetting>) => setDraft((old) => ({ ...old, ...part }))
  const isSame = JSON.stringify(draft) === JSON.stringify(base)
  // An untouched draft follows what another tab saved.
  if (setting !== base) {
    setBase(setting)
    if (isSame) setDraft(setting)
  }
  const { close: cancel } = useLeaveForm(!isSame, onClose)
  return (
    <Dialog
      wide
      title={texts.title}
      onCancel={cancel}
      footer={
        <DraftButtons
          isDirty={!isSame}
          isSaving={save.isPending}
          onCancel={cancel}
          onSave={() => save.mutate(draft, { onSuccess: onClose })}
        />
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

type EventMatrixProps = { setting: NotifySetting; onChange: (setting: NotifySetting) => void }

const withWay = (setting: NotifySetting, event: NotifyEvent, way: NotifyWay, isOn: boolean): NotifySetting => ({
  ...setting,
  events: setting.events.map((row) => (row.event === event ? { ...row, [way]: isOn } : row)),
})

/** Notification channels per event. */
function EventMatrix({ setting, onChange }: EventMatrixProps) {
  return (
    <table className={styles.matrix}>
      <caption className="sr-only">{texts.events}</caption>
      <thead>
        <tr>
          <th scope="col">{texts.event}</th>
          {NOTIFY_WAYS.map((way) => (
            <th key={way} scope="col">
              {texts.ways[way]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {setting.events.map((row) => (
          <tr key={row.event}>
            <th scope="row">{NOTIFY_EVENT_LABELS[row.event]}</th>
            {NOTIFY_WAYS.map((way) => (
              <td key={way}>
                <Checkbox
                  aria-label={texts.wayOf(NOTIFY_EVENT_LABELS[row.event], texts.ways[way])}
                  checked={row[way]}
                  onChange={({ target }) => onChange(withWay(setting, row.event, way, target.checked))}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
