import type { MenuProps } from 'antd'
import { Archive, CalendarClock, Check } from 'lucide-react'
import { MenuButton, type Opener } from '../../../rendering/floating.tsx'
import { useCan } from '../../permission/index.ts'
import { SEND_KEYS } from './send-key.ts'
import { changeSendSetting, useSendSetting } from './send-setting.ts'
import { sendKeyText } from './send-key.ts'
import { texts } from './texts.ts'

type SettingMenuProps = {
  hasReading: boolean
  onSchedule: (() => void) | undefined
  onSendAndArchive?: (() => void) | undefined
  children: Opener
}

/** Send settings, 稍后发送 and 发送并归档; the menu of 发送设置 and beside 发送. */
export function SettingMenu({ hasReading, onSchedule, onSendAndArchive, children }: SettingMenuProps) {
  const { sendKey, readAfterReply, suggests } = useSendSetting()
  const mayAsk = useCan('im:aiAssist')
  const keys = SEND_KEYS.map((key) => ({
    key,
    label: sendKeyText(key),
    icon: mark(key === sendKey),
    'aria-checked': key === sendKey,
    role: 'menuitemradio',
    onClick: () => changeSendSetting({ sendKey: key }),
  }))
  const reading = switchOf('readAfterReply', readAfterReply)
  const suggesting = mayAsk ? [switchOf('suggests', suggests)] : []
  const archiving = {
    key: 'archive',
    label: texts.sendAndArchive,
    icon: <Archive size={14} />,
    onClick: onSendAndArchive,
  }
  const schedule = { key: 'schedule', label: texts.schedule, icon: <CalendarClock size={14} />, onClick: onSchedule }
  const ways = [...(onSendAndArchive ? [archiving] : []), ...(onSchedule ? [schedule] : [])]
  const items: MenuProps['items'] = [
    ...(ways.length > 0 ? [...ways, { type: 'divider' as const }] : []),
    ...keys,
    ...(hasReading ? [{ type: 'divider' as const }, reading, ...suggesting] : []),
  ]
  return (
    <MenuButton menu={{ items }} placement="topRight">
      {children}
    </MenuButton>
  )
}

const mark = (isOn: boolean) => (
  <Check size={14} style={{ visibility: isOn ? 'visible' : 'hidden' }} aria-hidden="true" />
)

const switchOf = (key: 'readAfterReply' | 'suggests', isOn: boolean) => ({
  key,
  label: texts[key],
  icon: mark(isOn),
  'aria-checked': isOn,
  role: 'menuitemcheckbox',
  onClick: () => changeSendSetting({ [key]: !isOn }),
})
