import { createStore, useStore } from '@ruwu/ui/store.ts'
import { browserStorage } from '../../../browser/storage.ts'
import { SEND_KEYS, type SendKey } from './send-key.ts'

type SendSetting = {
  sendKey: SendKey
  /** 回复后才标为已读: opening a customer does not mark messages as read. */
  readAfterReply: boolean
  /** Whether replies are suggested. */
  suggests: boolean
}

const KEY = 'ruwu.sendSetting'

const DEFAULT_SETTING: SendSetting = { sendKey: 'enter', readAfterReply: false, suggests: true }

export function readSendSetting(json: string | null): SendSetting {
  try {
    const { sendKey, readAfterReply, suggests } = JSON.parse(json ?? '{}') as Record<string, unknown>
    return {
      sendKey: SEND_KEYS.find((it) => it === sendKey) ?? DEFAULT_SETTING.sendKey,
      readAfterReply: readAfterReply === true,
      suggests: suggests !== false,
    }
  } catch {
    return DEFAULT_SETTING
  }
}

const onStorage = ({ key }: StorageEvent) => {
  if (key === KEY) setting.set(readSendSetting(browserStorage.get(KEY)))
}

const setting = createStore(readSendSetting(browserStorage.get(KEY)), () => {
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
})

/** Send settings of this browser. */
export const useSendSetting = () => useStore(setting)

export function changeSendSetting(part: Partial<SendSetting>) {
  const next = { ...setting.get(), ...part }
  browserStorage.set(KEY, JSON.stringify(next))
  setting.set(next)
}
