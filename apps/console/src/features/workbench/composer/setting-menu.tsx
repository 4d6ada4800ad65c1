import { Dropdown, type MenuProps } from 'antd'
import { Check } from 'lucide-react'
import type { ReactElement } from 'react'
import { SEND_KEYS } from './send-key.ts'
import { changeSendSetting, useSendSetting } from './send-setting.ts'
import { sendKeyText } from './send-key.ts'
import { texts } from './texts.ts'

/** Send settings; the menu of 发送设置 and beside 发送. */
export function SettingMenu({ hasReading, children }: { hasReading: boolean; children: ReactElement }) {
  const { sendKey, readAfterReply } = useSendSetting()
  const keys = SEND_KEYS.map((key) => ({
    key,
    label: sendKeyText(key),
    icon: mark(key === sendKey),
    'aria-checked': key === sendKey,
    role: 'menuitemradio',
    onClick: () => changeSendSetting({ sendKey: key }),
  }))
  const reading = {
    key: 'readAfterReply',
    label: texts.readAfterReply,
    icon: mark(readAfterReply),
    'aria-checked': readAfterReply,
    role: 'menuitemcheckbox',
    onClick: () => changeSendSetting({ readAfterReply: !readAfterReply }),
  }
  const items: MenuProps['items'] = hasReading ? [...keys, { type: 'divider' }, reading] : keys
  return (
    <Dropdown menu={{ items }} trigger={['click']} placement="topRight">
      {children}
    </Dropdown>
  )
}

const mark = (isOn: boolean) => (
  <Check size={14} style={{ visibility: isOn ? 'visible' : 'hidden' }} aria-hidden="true" />
)
