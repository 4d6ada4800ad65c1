import { Dropdown, type MenuProps } from 'antd'
import { Check } from 'lucide-react'
import type { ReactElement } from 'react'
import { useCan } from '../../permission/index.ts'
import { SEND_KEYS } from './send-key.ts'
import { changeSendSetting, useSendSetting } from './send-setting.ts'
import { sendKeyText } from './send-key.ts'
import { texts } from './texts.ts'

/** Send settings; the menu of 发送设置 and beside 发送. */
export function SettingMenu({ hasReading, children }: { hasReading: boolean; children: ReactElement }) {
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
  const items: MenuProps['items'] = hasReading ? [...keys, { type: 'divider' }, reading, ...suggesting] : keys
  return (
    <Dropdown menu={{ items }} trigger={['click']} placement="topRight">
      {children}
    </Dropdown>
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
